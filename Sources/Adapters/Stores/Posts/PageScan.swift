import Basics

/// Gathers a page out of keys of which some give no item.
enum PageScan {
  /// How many keys one page looks at: a page whose keys give too few items is short and has a next one, so that its
  /// cost stays bounded whatever there is to pass over.
  static let maxScanned = 5_000

  /// Walks on until the page is full, which takes one item more than fit, or the keys end.
  /// - Parameters:
  ///   - next: the next key, newest first.
  ///   - item: what a key gives, if anything.
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
