/// An instant in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Rules receive the time as a value, so that tests can set it. Sums beyond what can be represented become the first or
/// last instant, since spans and instants come from outside, too.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public var milliseconds: Int64

  /// An instant from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// An instant from whole seconds since 1970-01-01T00:00:00Z.
  public init(seconds: Int64) {
    let (product, isOverflow) = seconds.multipliedReportingOverflow(by: 1000)
    milliseconds = isOverflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Earlier before later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant some milliseconds later.
  public func advanced(milliseconds: Int64) -> Timestamp {
    let (sum, isOverflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    return Timestamp(milliseconds: isOverflow ? (milliseconds < 0 ? .min : .max) : sum)
  }

  /// The instant some whole seconds later.
  public func advanced(seconds: Int64) -> Timestamp {
    advanced(milliseconds: Timestamp(seconds: seconds).milliseconds)
  }
}
