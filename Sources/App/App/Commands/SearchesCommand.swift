import Basics
import Booths
import CommandLineKit
import Contracts
import JSON
import NativeAPI
import Stores

extension Command {
  static let listSearches = Command.list(
    ["searches"], "List what people searched for without finding a booth, most frequent first",
    discussion: """
      A text is counted once five clients have searched for it on one day. Counts are kept for 30 days, without any
      data about the clients. They show which booths are missing, and which names of places or chains ('--chains-file')
      are unknown.
      """, as: "searches", ifEmpty: "No search without a booth was counted.",
    json: { FruitlessSearchDocument($0).json },
    table: { searches, _ in
      var table = TextTable(columns: [("TEXT", .text), ("SEARCHES", .right), ("LAST DAY", .left)])
      table.rows = searches.map { [$0.text, $0.count.grouped, FruitlessSearchDocument($0).lastDay] }
      return table
    }
  ) { command, _, limit in
    try await SQLFruitlessSearchStore(Assembly.open(command, for: .read).database).list(limit: limit)
  }
}
