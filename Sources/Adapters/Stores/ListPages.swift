import Basics
import SQL

extension DatabaseConnection {
  /// A page of a list, newest first.
  /// - Parameters:
  ///   - statement: reads the items after the key (`$1`, `$2`), at most `$3`.
  ///   - values: its further parameters.
  func page<Item>(
    _ statement: String, _ request: PageRequest, _ values: [Value] = [], key: (Item) -> PageKey,
    _ item: (any Row) throws -> Item
  ) throws -> Page<Item> {
    let start = ListKey(after: request.after)
    // One more than the limit, to know whether there is a next page.
    let range: [Value] = [.integer(start.instant), .text(start.id), .integer(Int64(request.limit) + 1)]
    var found: [Item] = []
    try each(statement, range + values) { found.append(try item($0)) }
    let items = Array(found.prefix(request.limit))
    return Page(items: items, next: found.count > items.count ? items.last.map(key) : nil)
  }
}
