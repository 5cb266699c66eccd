import Audit
import Basics
import CommandLineKit
import JSON
import Stores

extension Command {
  static let listAudit = Command(
    specification: CommandSpecification(
      path: ["audit", "list"], summary: "List logins and what operators did, newest first",
      options: [
        .value("action", "NAME", "Only entries of this action, such as log-in or 'accounts suspend'"),
        .value("about", "NAME", "Only entries by or on this identifier"),
        .value("limit", "N", "How many (1 to 100,000)", standard: "50"),
        .format("table", "json"),
      ],
      discussion: """
        Entries are kept for a year, and at most a million of them. They name accounts by their identifiers, which
        'fourcuts accounts show' takes; NETWORK is the same for the same network, and does not reveal it. REQUEST is the
        request as the server's log names it.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let limit = try command.integer("limit", 1...100_000) ?? 50
    let assembly = try await Assembly.open(command, for: .read)
    let store = SQLAuditStore(assembly.database)
    let list = try await LimitedList(limit) { limit in
      try await store.entries(action: command["action"], about: command["about"], limit: limit)
    }
    defer { list.hint(context.console) }
    if command["format"] == "json" {
      let document = JSONValue.object(["entries": .array(list.items.map(\.json))])
      return try context.console.out(document.bytes + [0x0A])
    }
    if list.items.isEmpty { return try context.console.out("No entry matches.\n") }
    try context.console.out(table(list.items, context.console.style))
  }
}

private func table(_ entries: [AuditEntry], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("WHEN", .instant), ("ACTION", .left), ("BY", .text), ("ON", .text), ("RESULT", .left), ("DETAIL", .text),
    ("NETWORK", .left), ("REQUEST", .left),
  ])
  table.leftOut = [["REQUEST"], ["NETWORK"], ["DETAIL"]]
  table.rows = entries.map { entry in
    [
      style.text(entry.at), entry.action,
      [entry.actor.kind, entry.actor.name].compactMap(\.self).joined(separator: " "),
      entry.subject ?? "", entry.failure ?? "done", entry.detail ?? "", entry.network ?? "", entry.request ?? "",
    ]
  }
  return table
}

extension AuditEntry {
  fileprivate var json: JSONValue {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    return .object([
      "at": .string(at.rfc3339), "action": .string(action), "actor": .string(actor.kind),
      "actor_name": text(actor.name), "subject": text(subject), "failure": text(failure), "detail": text(detail),
      "network": text(network), "request_id": text(request),
    ])
  }
}
