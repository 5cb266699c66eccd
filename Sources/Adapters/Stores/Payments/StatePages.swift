import Basics
import SQL

/// Pages of lists with an optional filter by state: a merge of one index range per state.
enum StatePages {
  /// - Parameters:
  ///   - statement: reads keys of one range: after the key (`$1`, `$2`), at most `$3`, followed by the parameters of
  ///     the prefix and, with states, one state.
  ///   - states: empty: all.
  ///   - item: the item with an identifier.
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
