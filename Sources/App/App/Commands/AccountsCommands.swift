import Accounts
import Basics
import CommandLineKit
import Contracts
import JSON
import NativeAPI

extension Command {
  static let listAccounts = Command.list(
    ["accounts", "list"], "List people's accounts, newest first",
    options: [.flag("suspended", "Suspended ones only")], as: "accounts", ifEmpty: "No account matches.",
    json: { ManagedAccountDocument($0).json }, table: table
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
    if command["format"] == "json" { return try context.console.out(json: ManagedAccountDocument(found).bytes) }
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

  static let grantRole = Command(
    specification: CommandSpecification(
      path: ["accounts", "grant"], summary: "Give an account a role", operands: "ACCOUNT",
      options: [
        .value(
          "role", "ROLE", "moderator or operator", choices: AccountRole.allCases.map(\.rawValue)), .publicURL,
      ],
      discussion: """
        A moderator decides about what people report and propose. An operator may everything that a moderator may, and
        changes the catalogue and the service. The person then adds an authenticator app. A role that the account has
        is replaced.
        \(accountOperandHelp)
        """)
  ) { command, context in
    try command.expectOperands(1...1)
    guard let role = try command.choice("role", AccountRole.self) else {
      throw DomainError.usage("role-missing", "Name the role: --role moderator or --role operator.")
    }
    let base = try publicAddressOrDefault(command)
    let assembly = try await Assembly.open(command, for: .write)
    let found = try await assembly.audited(
      command, context, detail: role.rawValue, found: { $0.account.id.description },
      { try await assembly.accountControl(now: context.now).grant(role, to: command.operands[0]) })
    let article = role == .operator ? "an" : "a"
    try context.console.out("\(withoutControls(found.title)) is \(article) \(role.rawValue).\n")
    try context.console.out(
      found.hasSecondFactor
        ? "The authenticator app stays the same.\n"
        : "Next: log in, open \(base)/admin, and add an authenticator app there.\n")
  }

  static let revokeRole = Command(
    specification: CommandSpecification(
      path: ["accounts", "revoke"], summary: "Take the role of an account away", operands: "ACCOUNT",
      discussion: """
        Its operator sessions end at once, and its authenticator app and recovery codes are forgotten. Its other
        sessions stay open.
        \(accountOperandHelp)
        """)
  ) { command, context in
    try command.expectOperands(1...1)
    let assembly = try await Assembly.open(command, for: .write)
    let found = try await assembly.audited(
      command, context, found: { $0.account.id.description },
      { try await assembly.accountControl(now: context.now).revokeRole(of: command.operands[0]) })
    try context.console.out("\(withoutControls(found.title)) has no role.\n")
  }

  static let resetSecondFactor = Command(
    specification: CommandSpecification(
      path: ["accounts", "reset-second-factor"],
      summary: "Let a person with a role add another authenticator app", operands: "ACCOUNT",
      options: [.publicURL],
      discussion: """
        For a lost phone without recovery codes. Make sure that it is the owner who asks. The operator sessions of the
        account end at once, and its recovery codes are forgotten; the role stays.
        \(accountOperandHelp)
        """)
  ) { command, context in
    try command.expectOperands(1...1)
    let base = try publicAddressOrDefault(command)
    let assembly = try await Assembly.open(command, for: .write)
    let found = try await assembly.audited(
      command, context, found: { $0.account.id.description },
      { try await assembly.accountControl(now: context.now).resetSecondFactor(of: command.operands[0]) })
    try context.console.out(
      "\(withoutControls(found.title)) has no authenticator app. Next: log in, open \(base)/admin, and add one there.\n"
    )
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
    ("ROLE", .left), ("STATE", .left),
  ])
  table.leftOut = [["POSTS"], ["SESSIONS"]]
  table.rows = accounts.map { found in
    [
      found.account.id.description, style.text(found.account.createdAt), found.account.nickname.description,
      found.account.email?.description ?? "", String(found.postCount), String(found.sessionCount),
      found.role?.rawValue ?? "", found.state,
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
      ("passkeys", passkeyCount == 0 ? "" : String(passkeyCount)),
      ("providers", identities.map(\.title).joined(separator: ", ")), ("since", style.text(account.createdAt)),
      ("posts", String(postCount)), ("sessions", String(sessionCount)), ("role", role?.rawValue ?? ""),
      ("factor", role == nil ? "" : hasSecondFactor ? "set" : "none"), ("state", state),
      ("suspended", suspendedAt.map(style.text) ?? ""),
    ].filter { !$0.1.isEmpty }
  }
}
