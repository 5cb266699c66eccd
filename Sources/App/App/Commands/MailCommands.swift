import Accounts
import Basics
import CommandLineKit
import JSON
import Stores

extension Command {
  static let listMail = Command.list(
    ["mail", "list"], "List mails that wait to be sent, the oldest first",
    discussion: """
      A mail is tried again for an hour or a day, and then given up. Addresses are shortened. The texts are written when a
      mail is sent: the database does not hold them.
      """, as: "mails", ifEmpty: "No mail waits.", json: \.json, table: table
  ) { command, _, limit in
    try await SQLMailOutbox(Assembly.open(command, for: .read).database).waiting(limit: limit)
  }

  static let retryMail = Command(
    specification: CommandSpecification(
      path: ["mail", "retry"], summary: "Send waiting mails now",
      discussion: "A running server sends them within seconds.")
  ) { command, context in
    try command.expectOperands(0...0)
    let assembly = try await Assembly.open(command, for: .write)
    let count = try await assembly.audited(command, context) {
      try await SQLMailOutbox(assembly.database).retry(at: context.now())
    }
    try context.console.out(count == 0 ? "No mail waits.\n" : "\(counted(count, "mail is", "mails are")) due now.\n")
  }
}

extension QueuedMail {
  /// The address with its first letter and its domain.
  fileprivate var recipientHint: String {
    let parts = recipient.description.split(separator: "@")
    return "\(parts[0].prefix(1))…@\(parts.dropFirst().joined(separator: "@"))"
  }

  fileprivate var json: JSONValue {
    .object([
      "id": .string(id.description), "kind": .string(kind.rawValue), "recipient": .string(recipientHint),
      "created_at": .string(createdAt.rfc3339), "attempts": .integer(attempts), "due_at": .string(dueAt.rfc3339),
    ])
  }
}

private func table(_ mails: [QueuedMail], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("KIND", .left), ("TO", .left), ("SINCE", .instant), ("ATTEMPTS", .right), ("DUE", .instant),
  ])
  table.rows = mails.map {
    [$0.kind.rawValue, $0.recipientHint, style.text($0.createdAt), String($0.attempts), style.text($0.dueAt)]
  }
  return table
}
