import Basics
import Booths
import CommandLineKit
import Contracts
import JSON
import NativeAPI

extension Command {
  static let listCandidates = Command.list(
    ["booths", "candidates"], "List booths that are probably gone, by what people report",
    discussion: """
      The least probable to exist first. No booth is closed by reports: 'fourcuts booths close ID' closes one, and
      'fourcuts booths edit ID --status operating' says that it is there. Both judge the reports.
      """, as: "candidates", ifEmpty: "No booth seems to be gone.",
    json: { ClosureCandidateDocument($0).json }, table: table
  ) { command, context, limit in
    let assembly = try await Assembly.open(command, for: .read)
    let catalogue = try await assembly.catalogueForLookup()
    return try await assembly.evidence(now: context.now).candidates(in: catalogue, limit: limit)
  }
}

private func table(_ candidates: [ClosureCandidate], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("BOOTH", .right), ("NAME", .text), ("EXISTS", .right), ("GONE", .right), ("LAST GONE", .instant),
    ("CONFIRMED", .instant), ("ADDRESS", .text),
  ])
  table.rows = candidates.map { candidate in
    let (attributes, outcome) = (candidate.booth.attributes, candidate.outcome)
    return [
      candidate.booth.id.description, attributes.name, "\(Int((outcome.probability * 100).rounded()))%",
      "\(outcome.goneCount)", outcome.lastGoneAt.map(style.text) ?? "", outcome.confirmedAt.map(style.text) ?? "",
      attributes.roadAddress ?? attributes.lotAddress ?? "",
    ]
  }
  return table
}
