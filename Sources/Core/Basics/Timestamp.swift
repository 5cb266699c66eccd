/// An instant in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Rules receive the time as a value, so that tests can set it.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public var milliseconds: Int64

  /// An instant from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// An instant from whole seconds since 1970-01-01T00:00:00Z.
  public init(seconds: Int64) {
    self.milliseconds = seconds * 1000
  }

  /// Earlier before later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant some milliseconds later.
  public func advanced(milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }

  /// The instant some whole seconds later.
  public func advanced(seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000)
  }
}
