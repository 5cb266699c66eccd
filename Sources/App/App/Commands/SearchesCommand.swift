import Basics
import Booths
import CommandLineKit
import JSON
import Stores

extension Command {
  static let listSearches = Command(
    specification: CommandSpecification(
      path: ["searches"], summary: "List what people searched for without finding a booth, most frequent first",
      options: [.value("limit", "N", "How many (1 to 10,000)", standard: "50"), .format("table", "json")],
      discussion: """
        A text is counted once five clients have searched for it on one day. Counts are kept for 30 days, and nothing of the
        clients. They tell which booths are missing, and which names of places or chains ('--chains-file') are not known.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let limit = try command.integer("limit", 1...10_000) ?? 50
    let store = SQLFruitlessSearchStore(try await Assembly.open(command, for: .read).database)
    let list = try await LimitedList(limit) { try await store.list(limit: $0) }
    defer { list.hint(context.console) }
    if command["format"] == "json" {
      let document = JSONValue.object(["searches": .array(list.items.map(\.json))])
      return try context.console.out(document.bytes + [0x0A])
    }
    if list.items.isEmpty { return try context.console.out("No search without a booth was counted.\n") }
    var table = TextTable(columns: [("TEXT", .text), ("SEARCHES", .right), ("LAST DAY", .left)])
    table.rows = list.items.map { [$0.text, $0.count.grouped, $0.lastDate] }
    try context.console.out(table)
  }
}

extension FruitlessSearch {
  /// `2026-11-28`
  fileprivate var lastDate: String { String(Timestamp(seconds: lastDay * 86_400).rfc3339.prefix(10)) }

  fileprivate var json: JSONValue {
    .object(["text": .string(text), "count": .integer(count), "last_day": .string(lastDate)])
  }
}
