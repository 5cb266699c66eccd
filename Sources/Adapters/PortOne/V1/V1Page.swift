import Basics

/// A place in a list of the first interface: it shows at most 90 days at once, in numbered pages.
struct V1Page {
  /// How many payments a page has.
  static let size = 100
  private static let maxPeriod: Int64 = 90 * 86_400

  /// The first second of the stretch.
  let first: Int64
  /// The last second of the stretch.
  let last: Int64
  /// The last second of all.
  private let end: Int64
  /// From 1.
  let number: Int

  /// The place that a page names, or the first; nil where there is no whole second from one moment up to the other.
  /// - Throws: `gateway-page-invalid` where it names none.
  init?(_ page: String?, from: Timestamp, until: Timestamp) throws(DomainError) {
    let begin = (Double(from.milliseconds) / 1000).rounded(.up)
    let end = ((Double(until.milliseconds) - 1) / 1000).rounded(.down)
    guard begin <= end, abs(begin) < 1e12, abs(end) < 1e12 else { return nil }
    self.end = Int64(end)
    if let page {
      let parts = page.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, let first = Int64(parts[0]), let number = Int(parts[1]), (1...100_000).contains(number),
        (Int64(begin)...Int64(end)).contains(first)
      else { throw GatewayError.pageInvalid }
      (self.first, self.number) = (first, number)
    } else {
      (first, number) = (Int64(begin), 1)
    }
    last = min(first + Self.maxPeriod - 1, self.end)
  }

  /// The page behind this one.
  var next: String { "\(first).\(number + 1)" }

  /// The first page of the stretch behind this one; nil where this is the last.
  var nextPeriod: String? { last < end ? "\(last + 1).1" : nil }
}
