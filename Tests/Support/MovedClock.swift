package import Basics
import Synchronization

/// A clock that stands until it is moved.
package final class MovedClock: Sendable {
  private let time: Mutex<Timestamp>

  /// A clock at a moment, by default one of the year 2027.
  package init(_ instant: Timestamp = Timestamp(seconds: 1_800_000_000)) { time = Mutex(instant) }

  /// What it shows.
  package var now: Timestamp { time.withLock { $0 } }

  /// Moves it.
  package func advance(milliseconds: Int64) {
    time.withLock { $0.milliseconds += milliseconds }
  }

  /// Moves it.
  package func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
}
