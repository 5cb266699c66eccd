import Basics

/// A position in a list of the first interface, which returns at most 90 days at once, in numbered pages.
struct V1Page {
  static let size = 100
  private static let maxPeriod: Int64 = 90 * 86_400

  /// The first second of this page's period.
  let first: Int64
  let last: Int64
  /// The last second of the whole list.
  private let end: Int64
  /// From 1.
  let number: Int

  /// The position of a page token, or the first; nil if the range contains no whole second.
  /// - Throws: `gateway-page-invalid` for an invalid token.
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

  var next: String { "\(first).\(number + 1)" }

  /// The first page of the next period; nil if this is the last.
  var nextPeriod: String? { last < end ? "\(last + 1).1" : nil }
}
