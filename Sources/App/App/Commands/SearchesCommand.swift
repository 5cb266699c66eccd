import Basics
import Booths
import CommandLineKit
import JSON
import Stores

extension Command {
  static let listSearches = Command.list(
    ["searches"], "List what people searched for without finding a booth, most frequent first",
    discussion: """
      A text is counted once five clients have searched for it on one day. Counts are kept for 30 days, without any
      data about the clients. They show which booths are missing, and which names of places or chains ('--chains-file')
      are unknown.
      """, as: "searches", ifEmpty: "No search without a booth was counted.", json: \.json,
    table: { searches, _ in
      var table = TextTable(columns: [("TEXT", .text), ("SEARCHES", .right), ("LAST DAY", .left)])
      table.rows = searches.map { [$0.text, $0.count.grouped, $0.lastDate] }
      return table
    }
  ) { command, _, limit in
    try await SQLFruitlessSearchStore(Assembly.open(command, for: .read).database).list(limit: limit)
  }
}

extension FruitlessSearch {
  /// `2026-11-28`
  fileprivate var lastDate: String { String(Timestamp(seconds: lastDay * 86_400).rfc3339.prefix(10)) }

  fileprivate var json: JSONValue {
    .object(["text": .string(text), "count": .integer(count), "last_day": .string(lastDate)])
  }
}
