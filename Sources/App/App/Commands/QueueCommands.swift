import Basics
import Booths
import CommandLineKit
import Contracts
import JSON
import NativeAPI
import Posts
import Queue

extension Command {
  static let listQueue = Command.list(
    ["queue", "list"], "List everything that waits for a decision, the most urgent first",
    discussion: """
      Payments that failed a check, requested refunds, reports, corrections, proposals, and booths that are probably gone
      (closure). Urgency is harm times
      reporters (at most ten) times days. What concerns one subject is one line, with the identifier of the oldest.
      """, as: "items", ifEmpty: "Nothing waits.", json: \.json, table: table
  ) { command, context, limit in
    let operations = try await PaymentOperations.open(command, context, for: .read)
    return Array(try await waitingItems(operations, context).prefix(limit))
  }

  static let showWaiting = Command(
    specification: CommandSpecification(
      path: ["queue", "show"], summary: "Show what waits for a decision, and the commands that tell more",
      operands: "ID", options: [.format("text", "json")])
  ) { command, context in
    let (item, _) = try await waitingItem(command, context, for: .read)
    if command["format"] == "json" { return try context.console.out(json: item.json.bytes) }
    try context.console.out(rows: rows(of: item, context.console.style))
  }

  static let acceptWaiting = Command(
    specification: CommandSpecification(
      path: ["queue", "accept"], summary: "Do what a proposal, correction or report asks for, or close a booth",
      operands: "ID",
      discussion: """
        A proposed booth is added, a correction of 'closed' or 'duplicate' closes its booth, as does accepting a closure, and
        what was reported is removed. To change a booth as well, use 'fourcuts corrections close'; for money, 'fourcuts payments'.
        """)
  ) { command, context in
    let (item, assembly) = try await waitingItem(command, context, for: .write)
    try await assembly.audited(command, context, on: item.id, detail: item.kind.rawValue) {
      try await decide(item, isAccepted: true, assembly, context)
    }
    try context.console.out("The \(item.kind.rawValue) \(item.id) is accepted.\n")
  }

  static let declineWaiting = Command(
    specification: CommandSpecification(
      path: ["queue", "decline"],
      summary: "Decline a proposal, correction or report, or say that a booth is still there",
      operands: "ID",
      options: [.value("reason", "TEXT", "What the author of a proposal is told")])
  ) { command, context in
    let (item, assembly) = try await waitingItem(command, context, for: .write)
    if command["reason"] != nil, item.kind != .proposal {
      throw DomainError.usage("reason-unexpected", "Only the author of a proposal is told a reason: leave it out.")
    }
    try await assembly.audited(command, context, on: item.id, detail: item.kind.rawValue) {
      try await decide(item, isAccepted: false, reason: command["reason"] ?? "", assembly, context)
    }
    try context.console.out("The \(item.kind.rawValue) \(item.id) is declined.\n")
  }
}

private func waitingItems(_ operations: PaymentOperations, _ context: CommandContext) async throws -> [WaitingItem] {
  let assembly = operations.assembly
  let catalogue = try await assembly.catalogueForLookup()
  let queue = OperatorQueue(
    reports: assembly.reports(now: context.now), corrections: assembly.corrections(now: context.now),
    proposals: assembly.proposals(now: context.now), payments: operations.payments,
    evidence: assembly.evidence(now: context.now), catalogue: { catalogue })
  return try await queue.items(at: context.now()).items
}

private func waitingItem(
  _ command: ParsedCommand, _ context: CommandContext, for use: Assembly.OpenMode
) async throws -> (WaitingItem, Assembly) {
  try command.expectOperands(1...1)
  let operations = try await PaymentOperations.open(command, context, for: use)
  let id = command.operands[0]
  guard let item = try await waitingItems(operations, context).first(where: { $0.id == id }) else {
    throw DomainError(
      .notFound, "waiting-unknown", "Nothing with this identifier waits; 'fourcuts queue list' shows what does.")
  }
  return (item, operations.assembly)
}

/// - Parameter reason: what the author of a declined proposal is told.
private func decide(
  _ item: WaitingItem, isAccepted: Bool, reason: String = "", _ assembly: Assembly, _ context: CommandContext
) async throws {
  switch item.decision {
  case .proposal(let id):
    let proposals = assembly.proposals(now: context.now)
    _ = isAccepted ? try await proposals.accept(id) : try await proposals.decline(id, reason: reason)
  case .correction(let id):
    let corrections = assembly.corrections(now: context.now)
    _ = isAccepted ? try await corrections.accept(id) : try await corrections.decline(id)
  case .closure(let booth):
    let status: BoothStatus = isAccepted ? .closed : .operating
    _ = try await assembly.evidence(now: context.now).edit(
      booth, BoothEdit([.status: status.rawValue]), in: assembly.store)
  case .report(let id): _ = try await assembly.reports(now: context.now).close(id, removing: isAccepted)
  case .elsewhere(let command): throw DomainError.decidedElsewhere(command)
  }
}

extension WaitingItem {
  fileprivate enum Decision {
    case proposal(ProposalID)
    case correction(CorrectionID)
    case report(ReportID)
    case closure(BoothID)
    /// By another command.
    case elsewhere(String)
  }

  fileprivate var decision: Decision {
    let known: Decision? =
      switch kind {
      case .proposal: ProposalID(id).map { .proposal($0) }
      case .correction: CorrectionID(id).map { .correction($0) }
      case .report: ReportID(id).map { .report($0) }
      case .closure: booth.map { .closure($0) }
      case .payment, .refund: nil
      }
    return known ?? .elsewhere(commands.last ?? "")
  }

  /// The commands that tell more and decide.
  fileprivate var commands: [String] {
    switch kind {
    case .payment: ["payments show \(id)", "payments verify \(id)", "payments cancel \(id) --reason TEXT"]
    case .refund: ["payments show \(id)", "payments decide \(id) --accept"]
    case .report: ["reports show \(id)"]
    case .correction: ["corrections show \(id)"]
    case .proposal: ["proposals show \(id)"]
    case .closure: ["booths show \(id)"]
    }
  }

  /// As the API has it.
  fileprivate var json: JSONValue { WaitingItemDocument(self).json }
}

extension DomainError {
  fileprivate static func decidedElsewhere(_ command: String) -> DomainError {
    .usage("decided-elsewhere", "This moves money, so it needs the gateway: use 'fourcuts \(command)'.")
  }
}

private func table(_ items: [WaitingItem], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("KIND", .left), ("ID", .left), ("SINCE", .instant), ("REPORTERS", .right), ("REASON", .left), ("BOOTH", .right),
    ("TITLE", .text),
  ])
  table.leftOut = [["BOOTH"], ["REPORTERS"]]
  table.rows = items.map { item in
    [
      item.kind.rawValue, item.id, style.text(item.since), String(item.reporterCount), item.reason ?? "",
      item.booth?.description ?? "", item.title,
    ]
  }
  return table
}

private func rows(of item: WaitingItem, _ style: TextStyle) -> [(String, String)] {
  let rows = [
    ("kind", item.kind.rawValue), ("id", item.id), ("title", item.title), ("reason", item.reason ?? ""),
    ("since", style.text(item.since)), ("reporters", String(item.reporterCount)),
    ("booth", item.booth?.description ?? ""),
  ]
  return rows.filter { !$0.1.isEmpty } + item.commands.map { ("more", "fourcuts \($0)") }
}
