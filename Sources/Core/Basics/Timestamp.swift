/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Time comes into every rule as a value, so that tests move it by hand.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var milliseconds: Int64

  /// A moment from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// A moment from whole seconds since 1970-01-01T00:00:00Z.
  public init(seconds: Int64) {
    self.milliseconds = seconds * 1000
  }

  /// Earlier before later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// A moment moved by milliseconds.
  public func advanced(milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }

  /// A moment moved by whole seconds.
  public func advanced(seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000)
  }
}
