import Basics
import Booths
import CommandLineKit
import JSON

extension Command {
  static let listCorrections = Command.list(
    ["corrections", "list"], "List corrections of booths, newest first",
    options: [
      .value(
        "state", "STATE", "open, accepted, closed (without agreement) or all", standard: "open",
        choices: CorrectionListState.allCases.map(\.rawValue))
    ], as: "corrections", ifEmpty: "Nothing is to be corrected.", json: \.json, table: table
  ) { command, context, limit in
    let service = try await Assembly.open(command, for: .read).corrections(now: context.now)
    let state = try command.choice("state", CorrectionListState.self) ?? .open
    return try await Page.items(limit) { try await service.queue(CorrectionState(rawValue: state.rawValue), $0) }
  }

  static let showCorrection = Command(
    specification: CommandSpecification(
      path: ["corrections", "show"],
      summary: "Show a correction with its reporter, its photos, what the catalogue said then, and the booth's address",
      operands: "ID",
      options: [
        .format("text", "json"), .publicURL, PhotoLocation.option,
      ])
  ) { command, context in
    let id = try correctionID(command)
    let assembly = try await Assembly.open(command, for: .read)
    let photos = try PhotoLocation(command, context.environment) ?? .standard(in: assembly.directory)
    let details = try await assembly.corrections(now: context.now).details(of: id)
    let row = CorrectionRow(
      details: details, address: try publicAddressOrDefault(command),
      photos: details.correction.photos.map(photos.path(of:)))
    if command["format"] == "json" { return try context.console.out(json: row.json.bytes) }
    try context.console.out(rows: row.rows(context.console.style))
  }

  static let closeCorrection = Command(
    specification: CommandSpecification(
      path: ["corrections", "close"], summary: "Decide a correction and all others of its kind about the same booth",
      operands: "ID", options: [.flag("accept", "Accept it, and change the booth")] + changeOptions,
      discussion: """
        Accepting 'closed' or 'duplicate' closes the booth. For other kinds the options say what is right:
          fourcuts corrections close ID --accept --price 5000
        Imports then do not change these fields. Without --accept the booth stays as it is.
        """)
  ) { command, context in
    let id = try correctionID(command)
    let (accepts, change) = (command.has("accept"), try boothChange(command))
    guard accepts || change.isEmpty else {
      throw DomainError.usage("change-unexpected", "Only an accepted correction changes the booth: add --accept.")
    }
    let assembly = try await Assembly.open(command, for: .write)
    let correction = try await assembly.audited(
      command, context, on: id.description, detail: accepts ? "accept" : nil
    ) {
      let service = assembly.corrections(now: context.now)
      return accepts ? try await service.accept(id, change) : try await service.decline(id)
    }
    try context.console.out(
      "Correction \(correction.id) is closed\(correction.isAccepted ? " as accepted" : "").\n")
  }
}

private enum CorrectionListState: String, CaseIterable { case open, accepted, closed, all }

private func correctionID(_ command: ParsedCommand) throws(DomainError) -> CorrectionID {
  try command.expectOperands(1...1)
  guard let id = CorrectionID(command.operands[0]) else {
    throw .usage(
      "correction-identifier", "A correction is named by its 24 digits; 'fourcuts corrections list' shows them.")
  }
  return id
}

private func table(_ corrections: [BoothCorrection], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("ID", .left), ("WHEN", .instant), ("KIND", .left), ("BOOTH", .right), ("STATE", .left), ("NOTE", .text),
  ])
  table.rows = corrections.map { correction in
    [
      correction.id.description, style.text(correction.createdAt), correction.kind.rawValue,
      correction.booth.description, correction.state.rawValue, correction.note,
    ]
  }
  return table
}

/// A correction with the address of its booth and the paths of the photos.
private struct CorrectionRow {
  let details: CorrectionDetails
  let address: String
  let photos: [String]

  private var boothAddress: String { "\(address)/booths/\(details.correction.booth)" }

  func rows(_ style: TextStyle) -> [(String, String)] {
    let correction = details.correction
    let rows = [
      ("id", correction.id.description), ("when", style.text(correction.createdAt)), ("kind", correction.kind.rawValue),
      ("note", correction.note), ("booth", correction.booth.description),
      ("duplicate", correction.duplicate?.description ?? ""), ("address", boothAddress),
      ("reporter", details.reporter.map { "\($0.nickname) (\($0.id))" } ?? ""), ("state", correction.state.rawValue),
      ("closed", correction.closedAt.map(style.text) ?? ""),
      ("others", details.openCount > 1 ? "\(details.openCount - 1) open of the same kind" : ""),
    ]
    return rows.filter { !$0.1.isEmpty } + photos.map { ("picture", $0) }
      + correction.evidence.split(separator: "\n").map { ("then", String($0)) }
  }

  var json: JSONValue {
    guard case .object(let members) = details.correction.json else { return details.correction.json }
    return .object(
      members + [
        JSONMember(key: "booth_address", value: .string(boothAddress)),
        JSONMember(key: "open_count", value: .integer(details.openCount)),
        JSONMember(key: "pictures", value: .array(photos.map { .string($0) })),
        JSONMember(
          key: "reporter",
          value: details.reporter.map {
            .object(["id": .string($0.id.description), "nickname": .string($0.nickname)])
          } ?? .null),
      ])
  }
}

extension BoothCorrection {
  fileprivate var json: JSONValue {
    .object([
      "id": .string(id.description), "created_at": .string(createdAt.rfc3339), "kind": .string(kind.rawValue),
      "note": .string(note), "booth": .integer(Int(booth.number)),
      "duplicate": duplicate.map { .integer(Int($0.number)) } ?? .null, "evidence": .string(evidence),
      "state": .string(state.rawValue), "closed_at": closedAt.map { .string($0.rfc3339) } ?? .null,
    ])
  }
}
