import Basics
import Booths
import Contracts
import Foundation
import Geo
import NativeAPI
import Tabular

extension Command {
  static let importFiles = Command(
    specification: CommandSpecification(
      path: ["import"], summary: "Import booths from delimited text or GeoJSON", operands: "FILE…",
      options: [
        .value("source", "NAME", "Groups the booths of one publisher; else made from the file's name"),
        .value("crs", "SYSTEM", "Reference system of the coordinates", standard: "auto", choices: crsChoices),
        .value(
          "encoding", "NAME", "auto, utf-8, cp949, utf-16le, utf-16be", standard: "auto",
          choices: ["auto"] + TextEncoding.allCases.map(\.rawValue)),
        .value(
          "delimiter", "CHAR", "auto, comma, tab, semicolon, bar", standard: "auto",
          choices: ["auto", "comma", "tab", "semicolon", "bar"]),
        .value("map", "FIELD=HEADER", "Which header holds a field, over what is recognised", isRepeatable: true),
        .flag("fix-swapped", "Exchange coordinate columns that hold each other's values"),
        .flag("keep-unplaced", "Keep rows without a coordinate as booths without a place, to be placed later"),
        .flag("overwrite-edits", "Let the file's word replace what was edited by hand"),
        .flag("dry-run", "Show what would change, and change nothing"),
        .flag("strict", "Import nothing where a single row is rejected"),
        .value(
          "rejected", "FILE",
          "Where rejected rows go; else FILE.rejected.csv beside each file, and nowhere in a dry run",
          choices: ["FILE"]),
        .value("format", "FORMAT", "text or json", standard: "text", choices: ["text", "json"]),
        .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        FILE may be '-' for standard input. Every row ends as added, changed, unchanged, closed, duplicate or rejected,
        and the counts add up to the rows read. One file is one transaction: interrupted, it leaves nothing behind.

        Booths without a place (--keep-unplaced) are listed by 'fourcuts booths list' and never answered by place, nor over
        HTTP, until 'fourcuts booths edit ID --place LAT,LON' or a later import that has the coordinate places them.

        Fields: \(ImportField.allCases.map(\.rawValue).joined(separator: ", ")).

        Examples:
          fourcuts import booths.csv --dry-run
          fourcuts import permits.csv --crs EPSG:5174 --source seoul-permits
          fourcuts import list.csv --map name=매장명 --map latitude=north --map longitude=east
          fourcuts import booths.geojson
        """)
  ) { command, context in
    try command.expectOperands(1...10_000)
    let format = try command.choice("format", ReportFormat.self) ?? .text
    if command["rejected"] != nil, command.operands.count > 1 {
      throw Refusal.usage("rejected-for-many", "--rejected names the place for one file; import the files one by one.")
    }
    let assembly = try await Assembly.open(command, for: command.has("dry-run") ? .dryRun : .create)
    let temporary = try assembly.temporary ?? TemporaryDirectory.outsideDataFolders()
    defer { temporary.remove() }
    let importer = Importer(store: assembly.store, now: context.now)
    for operand in command.operands {
      if isRejectsFile(operand) {
        context.console.error(
          "fourcuts: \(withoutControls(operand)) holds rows that an import rejected and is passed over; correct them in "
            + "the file they came from, or import them under another name.")
        continue
      }
      let input = try ImportInput(operand, in: temporary.url)
      defer { input.discard() }
      let order = try importOrder(command, input)
      let bar = ProgressLine(context.console, isQuiet: command.has("quiet"), name: input.name)
      let rejectedPath = command["rejected"] ?? (order.isDryRun ? nil : input.rejectedPath)
      let done = try await importer.run(order, path: input.path, rejectedPath: rejectedPath) { bar.show($0) }
      bar.finish()
      if command.has("quiet") { continue }
      switch format {
      case .text: try context.console.out(done.text)
      case .json: try context.console.out(done.json.bytes + [0x0A])
      }
    }
  }

  private static let crsChoices = ["auto"] + ReferenceSystem.all.map(\.name)
}

/// Whether a file is one of those into which imports put rejected rows, as a pattern such as `*.csv` names them too.
private func isRejectsFile(_ path: String) -> Bool {
  guard path.hasSuffix(".rejected.csv"), let file = FileHandle(forReadingAtPath: path) else { return false }
  let beginning = try? file.read(upToCount: RejectsWriter.beginning.utf8.count)
  return beginning.map { $0.elementsEqual(RejectsWriter.beginning.utf8) } ?? false
}

private enum ReportFormat: String, CaseIterable { case text, json }

private func importOrder(_ command: ParsedCommand, _ input: ImportInput) throws(Refusal) -> ImportOrder {
  let words = ImportWords(
    source: command["source"], crs: command["crs"], encoding: command["encoding"], delimiter: command["delimiter"],
    map: command.all("map"), fixesSwapped: command.has("fix-swapped"), isStrict: command.has("strict"),
    keepsUnplaced: command.has("keep-unplaced"))
  return ImportOrder(
    options: try words.options(fileName: input.name), overwritesEdits: command.has("overwrite-edits"),
    isDryRun: command.has("dry-run"))
}

/// What was said about a file, before it is understood.
struct ImportWords {
  var source: String?
  var crs: String?
  var encoding: String?
  var delimiter: String?
  /// `field=header` each.
  var map: [String] = []
  var fixesSwapped = false
  var isStrict = false
  var keepsUnplaced = false

  /// The options that the words mean.
  /// - Throws: `Refusal` naming the word that is not understood.
  func options(fileName: String) throws(Refusal) -> ImportOptions {
    var options = ImportOptions(
      fileName: fileName, source: source, fixesSwapped: fixesSwapped, isStrict: isStrict, keepsUnplaced: keepsUnplaced)
    if let crs, crs.lowercased() != "auto" { options.referenceSystem = .named(try ReferenceSystem.named(crs)) }
    options.encoding = try textEncoding()
    options.delimiter = try delimiterByte()
    for pair in map {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let field = ImportField(rawValue: parts[0]) else {
        throw Refusal(
          .invalid, "map-not-understood",
          "--map takes FIELD=HEADER with FIELD one of \(ImportField.allCases.map(\.rawValue).joined(separator: ", ")).",
          field: "map")
      }
      options.mapping[field] = parts[1]
    }
    return options
  }

  private func textEncoding() throws(Refusal) -> TextEncoding? {
    guard let encoding, encoding.lowercased() != "auto" else { return nil }
    let name = ["utf8": "utf-8", "ms949": "cp949", "euc-kr": "cp949", "uhc": "cp949"][encoding.lowercased()]
    guard let known = TextEncoding(rawValue: name ?? encoding.lowercased()) else {
      throw Refusal(
        .invalid, "encoding-unknown",
        "The encoding must be auto or one of \(TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")).",
        field: "encoding")
    }
    return known
  }

  private func delimiterByte() throws(Refusal) -> UInt8? {
    guard let delimiter, delimiter.lowercased() != "auto" else { return nil }
    let named: [String: UInt8] = [
      "comma": 0x2C, ",": 0x2C, "tab": 0x09, "\t": 0x09, "\\t": 0x09, "semicolon": 0x3B, ";": 0x3B, "bar": 0x7C,
      "|": 0x7C,
    ]
    guard let byte = named[delimiter.lowercased()] else {
      throw Refusal(
        .invalid, "delimiter-unknown", "The delimiter must be auto, comma, tab, semicolon or bar.", field: "delimiter")
    }
    return byte
  }
}

/// A file to import; standard input is put into a file first, because the importer reads twice.
struct ImportInput {
  let path: String
  let name: String
  private let isSpooled: Bool

  init(_ operand: String, in folder: URL) throws {
    guard operand == "-" else {
      path = operand
      name = URL(fileURLWithPath: operand).lastPathComponent
      isSpooled = false
      return
    }
    path = folder.appendingPathComponent("standard-input.csv").path
    name = "standard-input.csv"
    isSpooled = true
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let spool = FileHandle(forWritingAtPath: path)
    else {
      throw Refusal(.unavailable, "spool-unwritable", "Standard input cannot be kept in \(folder.path).")
    }
    while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 20), !chunk.isEmpty {
      try spool.write(contentsOf: chunk)
    }
    try spool.close()
  }

  /// Beside the file; in the working folder for standard input.
  var rejectedPath: String { isSpooled ? "standard-input.rejected.csv" : path + ".rejected.csv" }

  func discard() {
    if isSpooled { unlink(path) }
  }
}
