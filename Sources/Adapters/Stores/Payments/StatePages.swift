import Basics
import SQL

/// Pages of lists that can be narrowed to some states: a merge of one run of an index for each.
enum StatePages {
  /// A page.
  /// - Parameters:
  ///   - statement: reads keys of one run: `$1` and `$2` are the key after which to read, `$3` how many, then the
  ///     prefix and, where there are states, one of them.
  ///   - states: none: all.
  ///   - item: what stands under an identifier.
  static func page<Item>(
    _ statement: String, prefix: [Value], states: [String], _ request: PageRequest,
    on connection: any DatabaseConnection,
    item: (_ id: String) throws -> Item?
  ) throws -> Page<Item> {
    let start = request.after.map { FeedStream.Key(instant: $0.instant.milliseconds, id: $0.id) } ?? .newest
    let runs = states.isEmpty ? [prefix] : Set(states).sorted().map { prefix + [.text($0)] }
    var keys = try FeedMerge(
      runs.map { FeedStream(prefix: $0, after: start, batch: request.limit + 1) }, connection.prepare(statement))
    return try PageScan.page(limit: request.limit, next: { try keys.next() }, item: { try item($0.id) })
  }
}
