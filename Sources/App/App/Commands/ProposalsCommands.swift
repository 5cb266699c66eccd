import Basics
import Booths
import CommandLineKit
import Contracts
import Geo
import JSON
import NativeAPI

extension Command {
  static let listProposals = Command.list(
    ["proposals", "list"], "List proposed booths, newest first",
    options: [
      .value(
        "state", "STATE", "open, accepted, declined or all", standard: "open",
        choices: ProposalListState.allCases.map(\.rawValue))
    ], as: "proposals", ifEmpty: "No booth is proposed.", json: \.json, table: table
  ) { command, context, limit in
    let service = try await Assembly.open(command, for: .read).proposals(now: context.now)
    let state = try command.choice("state", ProposalListState.self) ?? .open
    return try await Page.items(limit) { try await service.queue(ProposalState(rawValue: state.rawValue), $0) }
  }

  static let showProposal = Command(
    specification: CommandSpecification(
      path: ["proposals", "show"], summary: "Show a proposed booth, its author, and the booths near it",
      operands: "ID", options: [.format("text", "json")])
  ) { command, context in
    let id = try proposalID(command)
    let assembly = try await Assembly.open(command, for: .read)
    let details = try await assembly.proposals(now: context.now).details(of: id)
    if command["format"] == "json" {
      return try context.console.out(json: ProposalDetailsDocument(details).bytes)
    }
    let catalogue = try await assembly.catalogueForLookup()
    try context.console.out(rows: rows(of: details, in: catalogue, context.console.style))
  }

  static let acceptProposal = Command(
    specification: CommandSpecification(
      path: ["proposals", "accept"], summary: "Add a proposed booth to the catalogue", operands: "ID",
      discussion: """
        The booth is of the source '\(ProposalService.source)'. It is added by a recorded import of one row:
        'fourcuts imports list' shows it, and 'fourcuts imports rollback' removes the booth again. To correct what was
        proposed, accept it, and then use 'fourcuts booths edit'.
        """)
  ) { command, context in
    let id = try proposalID(command)
    let assembly = try await Assembly.open(command, for: .write)
    let proposal = try await assembly.audited(command, context, on: id.description) {
      try await assembly.proposals(now: context.now).accept(id)
    }
    guard case .accepted(let booth)? = proposal.decision else { return }
    try context.console.out("\(withoutControls(proposal.booth.name)) is booth \(booth) now.\n")
  }

  static let declineProposal = Command(
    specification: CommandSpecification(
      path: ["proposals", "decline"], summary: "Decline a proposed booth", operands: "ID",
      options: [.value("reason", "TEXT", "What its author is told")])
  ) { command, context in
    let id = try proposalID(command)
    let reason = command["reason"] ?? ""
    let assembly = try await Assembly.open(command, for: .write)
    let proposal = try await assembly.audited(command, context, on: id.description) {
      try await assembly.proposals(now: context.now).decline(id, reason: reason)
    }
    try context.console.out("Proposal \(proposal.id) is declined.\n")
  }
}

private enum ProposalListState: String, CaseIterable { case open, accepted, declined, all }

private func proposalID(_ command: ParsedCommand) throws(DomainError) -> ProposalID {
  try command.expectOperands(1...1)
  guard let id = ProposalID(command.operands[0]) else {
    throw .usage("proposal-identifier", "A proposal is named by its 24 digits; 'fourcuts proposals list' shows them.")
  }
  return id
}

private func table(_ proposals: [BoothProposal], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("ID", .left), ("WHEN", .instant), ("NAME", .text), ("PLACE", .left), ("STATE", .left), ("NOTE", .text),
  ])
  table.rows = proposals.map { proposal in
    [
      proposal.id.description, style.text(proposal.createdAt), proposal.booth.name, place(of: proposal),
      proposal.state.rawValue, proposal.note,
    ]
  }
  return table
}

private func place(of proposal: BoothProposal) -> String {
  "\(proposal.booth.text(.latitude)),\(proposal.booth.text(.longitude))"
}

/// What an operator needs to decide.
private func rows(of details: ProposalDetails, in catalogue: Catalogue, _ style: TextStyle) -> [(String, String)] {
  let proposal = details.proposal
  var rows = [("id", proposal.id.description), ("when", style.text(proposal.createdAt))]
  rows += ProposalService.fields.map { ($0.rawValue, proposal.booth.text($0)) }
  rows += [
    ("place", place(of: proposal)), ("note", proposal.note),
    ("author", details.author.map { "\($0.nickname) (\($0.id))" } ?? ""), ("state", proposal.state.rawValue),
    ("decided", proposal.decidedAt.map(style.text) ?? ""),
  ]
  switch proposal.decision {
  case nil: break
  case .accepted(let booth): rows.append(("booth", booth.description))
  case .declined(let reason): rows.append(("reason", reason))
  }
  if let place = proposal.booth.coordinate.map({ Coordinate($0) }) {
    rows += catalogue.near(place, limit: 5, within: 50).map { found in
      let booth = catalogue.record(found.ordinal).booth
      return ("nearby", "\(Int(found.metres.rounded())) m: \(booth.attributes.name) (booth \(booth.id))")
    }
  }
  return rows.filter { !$0.1.isEmpty }
}

extension BoothProposal {
  /// As the API has it.
  fileprivate var json: JSONValue { ProposalDocument(self).json }
}
