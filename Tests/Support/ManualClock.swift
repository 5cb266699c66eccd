package import Basics
import Synchronization

/// A clock that tests advance.
package final class ManualClock: Sendable {
  private let time: Mutex<Timestamp>

  /// Starts at an instant, by default in 2027.
  package init(_ instant: Timestamp = Timestamp(seconds: 1_800_000_000)) { time = Mutex(instant) }

  package var now: Timestamp { time.withLock { $0 } }

  package func advance(milliseconds: Int64) {
    time.withLock { $0.milliseconds += milliseconds }
  }

  package func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
}
