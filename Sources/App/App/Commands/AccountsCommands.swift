import Accounts
import Basics
import CommandLineKit
import JSON

extension Command {
  static let listAccounts = Command.list(
    ["accounts", "list"], "List people's accounts, newest first",
    options: [.flag("suspended", "Suspended ones only")], as: "accounts", ifEmpty: "No account matches.",
    json: \.json, table: table
  ) { command, context, limit in
    try await Assembly.open(command, for: .read).accountControl(now: context.now)
      .accounts(onlySuspended: command.has("suspended"), limit: limit)
  }

  static let inspectAccount = Command(
    specification: CommandSpecification(
      path: ["accounts", "show"], summary: "Show an account", operands: "ACCOUNT",
      options: [.format("text", "json")],
      discussion: accountOperandHelp)
  ) { command, context in
    try command.expectOperands(1...1)
    let found = try await Assembly.open(command, for: .read).accountControl(now: context.now).account(
      command.operands[0])
    if command["format"] == "json" { return try context.console.out(json: found.json.bytes) }
    try context.console.out(rows: found.rows(context.console.style))
  }

  static let resetLink = Command(
    specification: CommandSpecification(
      path: ["accounts", "reset-link"], summary: "Make a link with which a user sets a new password",
      operands: "ACCOUNT",
      options: [.publicURL],
      discussion: """
        The link works once, within an hour; a newer link for the same account replaces it. Using it ends every session
        of the account. Anyone with the link can take over the account: send it to the owner only.
        \(accountOperandHelp)
        """)
  ) { command, context in
    try command.expectOperands(1...1)
    let base = try publicAddressOrDefault(command)
    let assembly = try await Assembly.open(command, for: .write)
    let control = assembly.accountControl(now: context.now)
    let (account, token, expiresAt) = try await assembly.audited(
      command, context, found: { $0.account.account.id.description },
      { try await control.makeResetLink(for: command.operands[0]) })
    context.console.error(
      "For \(withoutControls(account.account.nickname.description)), until \(context.console.style.text(expiresAt)):")
    if command.effectiveSettings.contains(where: { $0.option.name == "public-url" && $0.origin == .standard }) {
      context.console.error("Where people reach the server is not known here: name it with --public-url.")
    }
    // A URL fragment is not sent to servers, so the token is in no log.
    try context.console.out("\(base)/app/reset#\(token)\n")
  }

  static let suspendAccount = Command(
    specification: CommandSpecification(
      path: ["accounts", "suspend"], summary: "Suspend an account: end its sessions and reject logins",
      operands: "ACCOUNT",
      discussion: """
        Ends every session at once, streams included, and rejects logins in every API. Posts stay; remove them with
        'fourcuts reports'.
        \(accountOperandHelp)
        """)
  ) { command, context in
    try command.expectOperands(1...1)
    let assembly = try await Assembly.open(command, for: .write)
    let found = try await assembly.audited(
      command, context, found: { $0.account.id.description },
      { try await assembly.accountControl(now: context.now).suspend(command.operands[0]) })
    try context.console.out("\(withoutControls(found.title)) is suspended.\n")
  }

  static let restoreAccount = Command(
    specification: CommandSpecification(
      path: ["accounts", "restore"], summary: "Lift the suspension of an account", operands: "ACCOUNT",
      discussion: accountOperandHelp)
  ) { command, context in
    try command.expectOperands(1...1)
    let assembly = try await Assembly.open(command, for: .write)
    let found = try await assembly.audited(
      command, context, found: { $0.account.id.description },
      { try await assembly.accountControl(now: context.now).restore(command.operands[0]) })
    try context.console.out("\(withoutControls(found.title)) can log in again.\n")
  }
}

extension OptionSpecification {
  /// The public address of the service, used in links for users.
  static let publicURL = setting(
    "public-url", "URL", "http://127.0.0.1:8080", "The address at which people reach the service")
}

/// The start of links for users, without a slash at the end.
/// - Throws: `DomainError` of the command line.
func publicAddressOrDefault(_ command: ParsedCommand) throws(DomainError) -> String {
  try publicAddress(command) ?? "http://127.0.0.1:8080"
}

private let accountOperandHelp = "ACCOUNT is an identifier, an e-mail address or a nickname."

private func table(_ accounts: [ManagedAccount], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("ID", .left), ("SINCE", .instant), ("NICKNAME", .text), ("EMAIL", .text), ("POSTS", .right), ("SESSIONS", .right),
    ("STATE", .left),
  ])
  table.leftOut = [["POSTS"], ["SESSIONS"]]
  table.rows = accounts.map { found in
    [
      found.account.id.description, style.text(found.account.createdAt), found.account.nickname.description,
      found.account.email?.description ?? "", String(found.postCount), String(found.sessionCount), found.state,
    ]
  }
  return table
}

extension ManagedAccount {
  fileprivate var state: String { suspendedAt == nil ? "active" : "suspended" }

  fileprivate var title: String { "\(account.nickname) (\(account.id))" }

  fileprivate func rows(_ style: TextStyle) -> [(String, String)] {
    [
      ("id", account.id.description), ("nickname", account.nickname.description),
      ("email", account.email?.description ?? ""), ("password", hasPassword ? "set" : "none"),
      ("providers", identities.map(\.title).joined(separator: ", ")), ("since", style.text(account.createdAt)),
      ("posts", String(postCount)), ("sessions", String(sessionCount)), ("state", state),
      ("suspended", suspendedAt.map(style.text) ?? ""),
    ].filter { !$0.1.isEmpty }
  }

  fileprivate var json: JSONValue {
    .object([
      "id": .string(account.id.description), "nickname": .string(account.nickname.description),
      "email": account.email.map { .string($0.description) } ?? .null, "has_password": .bool(hasPassword),
      "providers": .array(identities.map { .string($0.rawValue) }), "created_at": .string(account.createdAt.rfc3339),
      "post_count": .integer(postCount), "session_count": .integer(sessionCount), "state": .string(state),
      "suspended_at": suspendedAt.map { .string($0.rfc3339) } ?? .null,
    ])
  }
}
