import Basics

/// An item's position in a list: ordered by (timestamp, identifier).
struct ListKey: Comparable {
  let instant: Int64
  let id: String

  /// Newer than any item.
  static let newest = ListKey(instant: .max, id: "")

  /// The position after which a page begins.
  init(after key: PageKey?) {
    self = key.map { ListKey(instant: $0.instant.milliseconds, id: $0.id) } ?? .newest
  }

  init(instant: Int64, id: String) {
    self.instant = instant
    self.id = id
  }

  var pageKey: PageKey { PageKey(instant: Timestamp(milliseconds: instant), id: id) }

  static func < (left: ListKey, right: ListKey) -> Bool {
    left.instant != right.instant ? left.instant < right.instant : left.id < right.id
  }
}

/// Builds a page from keys, some of which yield no item.
enum PageScan {
  /// The maximum number of keys per page. A page with too few items is short and has a next page, so that its cost is
  /// bounded however many keys are skipped.
  static let maxScanned = 5_000

  /// Keys read by one statement, newest first.
  struct Batch {
    var keys: [(key: ListKey, isVisible: Bool)] = []
    var isLast: Bool
  }

  /// The identifiers of a page's items: of the visible keys.
  ///
  /// Mostly nothing is hidden and the first batch fills the page. The further ones grow, so that few statements are run
  /// however much is hidden.
  /// - Parameters:
  ///   - maxReads: the maximum number of batches, up to three.
  ///   - read: reads the next keys after a position, at most the given number.
  static func identifiers(
    _ request: PageRequest, maxReads: Int = 3, read: (ListKey, Int) throws -> Batch
  ) rethrows -> Page<String> {
    var items: [String] = []
    var last: ListKey?
    for size in sizes(limit: request.limit).prefix(maxReads) {
      let batch = try read(last ?? ListKey(after: request.after), size)
      for (key, isVisible) in batch.keys {
        if isVisible {
          // One item more than the limit shows that there is a next page.
          guard items.count < request.limit else { return Page(items: items, next: last?.pageKey) }
          items.append(key.id)
        }
        last = key
      }
      if batch.isLast { return Page(items: items, next: nil) }
    }
    return Page(items: items, next: last?.pageKey)
  }

  private static func sizes(limit: Int) -> [Int] {
    let first = min(limit + 1, maxScanned)
    let second = min(16 * first, maxScanned - first)
    return [first, second, maxScanned - first - second].filter { $0 > 0 }
  }
}
