import Basics
import SQL

/// Pages of lists with an optional filter by state, newest first.
enum StatePages {
  /// The statement of a page: items after the key (`$1`, `$2`), at most `$3`.
  ///
  /// Each state is one range of an index. Filtered instead, the states could be so rare that all items are read.
  /// - Parameters:
  ///   - select: selects the items, without a condition.
  ///   - time: the column by which the table's items are listed, before `id`.
  ///   - condition: a further condition, with the parameter `$4`; nil: none.
  ///   - states: the number of states, whose parameters come last; 0: items in any state.
  static func statement(
    _ select: String, table: String, time: String, condition: String? = nil, states: Int
  ) -> String {
    let order = "ORDER BY \(time) DESC, id DESC LIMIT $3"
    let range = (condition.map { "\($0) AND " } ?? "") + "(\(time), id) < ($1, $2)"
    guard states > 0 else { return "\(select) WHERE \(range) \(order)" }
    let first = condition == nil ? 4 : 5
    let runs = (first..<first + states).map { state in
      "SELECT id FROM (SELECT id FROM \(table) WHERE state = $\(state) AND \(range) \(order)) AS run"
    }
    return "\(select) WHERE id IN (\(runs.joined(separator: " UNION ALL "))) \(order)"
  }

  /// The first three parameters of a statement. One item more than the limit is read, to know whether there is a next
  /// page.
  static func values(_ request: PageRequest) -> [Value] {
    let last = request.after.map { [Value.instant($0.instant), .text($0.id)] } ?? [.integer(.max), .text("")]
    return last + [.integer(Int64(request.limit) + 1)]
  }

  /// The page of the items that a statement found.
  static func page<Item>(_ found: [Item], _ request: PageRequest, key: (Item) -> PageKey) -> Page<Item> {
    let items = Array(found.prefix(request.limit))
    return Page(items: items, next: found.count > items.count ? items.last.map(key) : nil)
  }
}
