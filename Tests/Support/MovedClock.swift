public import Basics
import Synchronization

/// A clock that stands until it is moved.
public final class MovedClock: Sendable {
  private let time: Mutex<Timestamp>

  /// A clock at a moment, by default one of the year 2027.
  public init(_ moment: Timestamp = Timestamp(seconds: 1_800_000_000)) { time = Mutex(moment) }

  /// What it shows.
  public var now: Timestamp { time.withLock { $0 } }

  /// Moves it.
  public func advance(milliseconds: Int64) {
    time.withLock { $0.milliseconds += milliseconds }
  }

  /// Moves it.
  public func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
}
