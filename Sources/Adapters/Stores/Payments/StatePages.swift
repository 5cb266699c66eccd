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
}
