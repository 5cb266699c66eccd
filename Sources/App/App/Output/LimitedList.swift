import Basics
import CommandLineKit
import JSON

extension Command {
  /// A command that writes the first items of something as a table, or as JSON with one member.
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - fetch: Reads the first items, at most a number of them.
  static func list<Item>(
    _ path: [String], _ summary: String, options: [OptionSpecification] = [], limits: ClosedRange<Int> = 1...10_000,
    standard: Int = 50, discussion: String = "", as name: String, ifEmpty: String,
    json: @escaping @Sendable (Item) -> JSONValue, table: @escaping @Sendable ([Item], TextStyle) -> TextTable,
    _ fetch: @escaping @Sendable (ParsedCommand, CommandContext, _ limit: Int) async throws -> [Item]
  ) -> Command {
    let limit = OptionSpecification.value(
      "limit", "N", "How many (1 to \(limits.upperBound.grouped))", standard: "\(standard)")
    let specification = CommandSpecification(
      path: path, summary: summary, options: options + [limit, .format("table", "json")], discussion: discussion)
    return Command(specification: specification) { command, context in
      try command.expectOperands(0...0)
      let list = try await LimitedList(try command.integer("limit", limits) ?? standard) { limit in
        try await fetch(command, context, limit)
      }
      defer { list.hint(context.console) }
      if command["format"] == "json" {
        return try context.console.out(json: JSONValue.object([name: .array(list.items.map(json))]).bytes)
      }
      if list.items.isEmpty { return try context.console.out(ifEmpty + "\n") }
      try context.console.out(table(list.items, context.console.style))
    }
  }
}

/// The first items of a list, and whether there are more.
struct LimitedList<Item> {
  let items: [Item]
  private let isCut: Bool

  /// - Parameter fetch: Reads the first items, at most `limit`.
  init(_ limit: Int, _ fetch: (_ limit: Int) async throws -> [Item]) async throws {
    let found = try await fetch(limit + 1)
    (items, isCut) = (Array(found.prefix(limit)), found.count > limit)
  }

  /// Tells people how to see the rest. Programs read what they asked for, and nothing else.
  /// - Parameter next: the options that show what follows.
  func hint(_ console: Console, next: String? = nil) {
    guard isCut, console.isInteractive else { return }
    let onward = next.map { "\($0) shows what follows, and --limit N more at once." } ?? "--limit N shows more."
    for line in wrapped("There are more than these \(items.count.grouped): \(onward)", to: console.textWidth) {
      console.error(line)
    }
  }
}
