import Basics
import Booths
import CommandLineKit
import Contracts
import JSON
import NativeAPI

extension Command {
  static let listImports = Command.list(
    ["imports", "list"], "List the recorded imports, newest first", standard: 20, as: "imports",
    ifEmpty: "No imports yet. Import a file with 'fourcuts import FILE'.", json: \.json, table: table
  ) { command, _, limit in try await Assembly.open(command, for: .read).store.importRuns(limit: limit) }

  static let showImport = Command(
    specification: CommandSpecification(
      path: ["imports", "show"], summary: "Show what an import changed", operands: "N",
      options: [.format("text", "json")])
  ) { command, context in
    let number = try runNumber(command)
    guard let (run, changes, duplicates) = try await Assembly.open(command, for: .read).store.importRun(number) else {
      throw DomainError(
        .notFound, "run-unknown", "There is no import \(number); 'fourcuts imports list' shows them.", field: "N")
    }
    if command["format"] == "json" {
      guard case .object(let members) = run.json else { return }
      let more = [
        JSONMember(key: "changes", value: .array(changes.map(\.json))),
        JSONMember(key: "duplicates", value: .array(duplicates.map(\.json))),
      ]
      return try context.console.out(json: JSONValue.object(members + more).bytes)
    }
    let style = context.console.style
    var lines = ["Import \(run.number) of \(run.file), source '\(run.source)', \(style.text(run.startedAt))"]
    if let instant = run.rolledBackAt { lines.append("Rolled back \(style.text(instant)).") }
    lines.append(run.counts.summary(isDryRun: false))
    if !changes.isEmpty { lines += [""] + changes.map(\.summary) }
    if !duplicates.isEmpty { lines += ["", "Booths that already exist:"] + duplicates.map(\.summary) }
    try context.console.out(lines.map(withoutControls).joined(separator: "\n") + "\n")
  }

  static let rollBackImport = Command(
    specification: CommandSpecification(
      path: ["imports", "rollback"], summary: "Undo an import; fields edited by hand stay", operands: "N",
      options: [.flag("discard-edits", "Remove booths that the import added even if they were edited by hand since")])
  ) { command, context in
    let number = try runNumber(command)
    let assembly = try await Assembly.open(command, for: .write)
    let run = try await assembly.audited(
      command, context, on: "import \(number)",
      { try await assembly.store.rollBack(number, at: context.now(), discardsEdits: command.has("discard-edits")) })
    let counts = run.counts
    try context.console.out(
      "Import \(run.number) of \(withoutControls(run.file)) was rolled back: \(counts.added + counts.closed) booths that "
        + "it added or closed and \(counts.changed) that it changed are as before.\n")
  }
}

private func runNumber(_ command: ParsedCommand) throws(DomainError) -> Int64 {
  try command.expectOperands(1...1)
  guard let number = Int64(command.operands[0]), number > 0 else {
    throw .usage("run-number", "An import is named by its number; 'fourcuts imports list' shows them.")
  }
  return number
}

private func table(_ runs: [ImportRun], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("N", .right), ("WHEN", .instant), ("SOURCE", .text), ("FILE", .text), ("READ", .right), ("ADDED", .right),
    ("CHANGED", .right), ("CLOSED", .right), ("DUPLICATE", .right), ("REJECTED", .right), ("STATE", .left),
  ])
  table.leftOut = [["DUPLICATE"], ["READ"], ["SOURCE"]]
  table.rows = runs.map { run in
    let counts = run.counts
    return [String(run.number), style.text(run.startedAt), run.source, run.file]
      + [counts.read, counts.added, counts.changed, counts.closed, counts.duplicate, counts.rejected].map(String.init)
      + [run.rolledBackAt == nil ? "" : "rolled back"]
  }
  return table
}

extension ImportRun {
  /// As the API has it.
  fileprivate var json: JSONValue { ImportRunDocument(self).json }
}
