import Audit
import Basics
import CommandLineKit
import Contracts
import JSON
import NativeAPI
import Stores

extension Command {
  static let listAudit = Command.list(
    ["audit", "list"], "List logins and actions of operators, newest first",
    options: [
      .value("action", "NAME", "Only entries of this action, such as log-in or 'accounts suspend'"),
      .value("about", "NAME", "Only entries by or on this identifier"),
    ], limits: 1...100_000,
    discussion: """
      Entries are kept for a year, and at most a million of them. They name accounts by their identifiers, which
      'fourcuts accounts show' takes; NETWORK is the same for the same network, and does not reveal it. REQUEST is the
      request as the server's log names it.
      """, as: "entries", ifEmpty: "No entry matches.", json: \.json, table: table
  ) { command, _, limit in
    try await SQLAuditStore(Assembly.open(command, for: .read).database)
      .entries(action: command["action"], about: command["about"], limit: limit)
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
  /// As the API has it.
  fileprivate var json: JSONValue { AuditEntryDocument(self).json }
}
