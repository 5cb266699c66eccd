import Basics

/// Builds a page from keys, some of which yield no item.
enum PageScan {
  /// The maximum number of keys per page. A page with too few items is short and has a next page, so that its cost is
  /// bounded however many keys are skipped.
  static let maxScanned = 5_000

  /// Scans until the page is full, which takes one item more than the limit, or the keys end.
  /// - Parameters:
  ///   - next: the next key, newest first.
  ///   - item: the item of a key, if any.
  static func page<Item>(
    limit: Int, next: () throws -> FeedStream.Key?, item: (FeedStream.Key) throws -> Item?
  ) rethrows -> Page<Item> {
    var items: [Item] = []
    var last: FeedStream.Key?
    for _ in 0..<maxScanned {
      guard let key = try next() else { return Page(items: items, next: nil) }
      guard let found = try item(key) else {
        last = key
        continue
      }
      guard items.count < limit else { break }
      items.append(found)
      last = key
    }
    return Page(items: items, next: last.map { PageKey(instant: Timestamp(milliseconds: $0.instant), id: $0.id) })
  }
}
