import Basics
import Posts
import SQL

/// Reads the keys of one feed's pages, within one transaction.
struct FeedReader {
  private let plan: FeedPlan
  private let connection: any DatabaseConnection

  init(_ feed: Feed, for viewer: AccountID?, on connection: any DatabaseConnection) {
    plan = FeedPlan(feed, for: viewer)
    self.connection = connection
  }

  /// The identifiers of a page's posts. Mostly one statement, or two for many ranges; at most three.
  func page(_ request: PageRequest) throws -> Page<String> {
    guard let ranges = plan.ranges else { return try pageOfMany(request) }
    guard !ranges.isEmpty else { return Page(items: [], next: nil) }
    return try PageScan.identifiers(request) { key, count in
      let keys = try keys(in: ranges, after: key, downTo: nil, count: count)
      return PageScan.Batch(keys: keys, isLast: keys.count < count)
    }
  }

  /// A page of a feed with many ranges: of those with the newest keys, as far as no other range has newer ones.
  private func pageOfMany(_ request: PageRequest) throws -> Page<String> {
    let (ranges, floor) = try newestRanges(request)
    guard !ranges.isEmpty else { return Page(items: [], next: nil) }
    var isRead = false
    return try PageScan.identifiers(request, maxReads: 2) { key, count in
      guard !isRead else { return PageScan.Batch(isLast: false) }
      let keys = try keys(in: ranges, after: key, downTo: floor, count: count)
      isRead = keys.count < count
      return PageScan.Batch(keys: keys, isLast: isRead && floor == nil)
    }
  }

  /// The number of newest ranges to read if keys may be hidden, so that the page is still full.
  private static let usualRanges = 64

  /// The ranges with the newest keys, and the oldest of these keys; nil if there is no other range with keys.
  private func newestRanges(_ request: PageRequest) throws -> (ranges: [FeedPlan.Range], floor: ListKey?) {
    let count = min(RangeUnion.maxParts, max(plan.mayHide ? Self.usualRanges : 0, request.limit + 1))
    let (text, values) = plan.newestRanges(after: ListKey(after: request.after), count: count)
    var ranges: [FeedPlan.Range] = []
    var floor: ListKey?
    try connection.each(text, values) { row in
      let owner = plan.source.isOfAccounts ? Value.text(row.text(0)) : .integer(row.integer(0))
      ranges.append(FeedPlan.Range(owner: owner, kind: row.optionalText(1).map(Value.text)))
      floor = ListKey(instant: row.integer(2), id: row.text(3))
    }
    return (ranges, ranges.count < count ? nil : floor)
  }

  private func keys(
    in ranges: [FeedPlan.Range], after key: ListKey, downTo floor: ListKey?, count: Int
  ) throws -> [(key: ListKey, isVisible: Bool)] {
    let (text, values) = plan.keys(in: ranges, after: key, downTo: floor, count: count)
    var keys: [(key: ListKey, isVisible: Bool)] = []
    try connection.each(text, values) { row in
      keys.append((ListKey(instant: row.integer(0), id: row.text(1)), !plan.mayHide || row.integer(2) != 0))
    }
    return keys
  }
}
