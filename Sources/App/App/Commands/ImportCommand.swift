import Basics
import Booths
import CommandLineKit
import Contracts
import Foundation
import Geo
import JSON
import NativeAPI

extension Command {
  static let importFiles = Command(
    specification: CommandSpecification(
      path: ["import"], summary: "Import booths from a table, a spreadsheet or a file of a map", operands: "FILE…",
      options: [
        .parameter(ImportParameters.source, "NAME")
      ] + OptionSpecification.importParameters + [
        .flag("dry-run", "Show what would change, and change nothing"),
        .value(
          "rejected", "FILE",
          "Where to write rejected rows; by default FILE.rejected.csv beside each file, and nowhere in a dry run",
          choices: ["FILE"]),
        .format("text", "json"),
        .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        The content decides how FILE is read: CSV and the like, GeoJSON (also one feature a line), Overpass JSON and
        other lists of objects, OSM XML, KML and KMZ, GPX, GeoPackage, .xlsx or .ods (the first visible sheet).

        FILE may be '-' for standard input, or a pipe. Every row ends as added, changed, unchanged, closed, duplicate or
        rejected, and the counts add up to the rows read. One file is one transaction: an interrupted import leaves
        nothing behind.

        Booths without a coordinate (--keep-unplaced) appear in 'fourcuts booths list' only, not in searches by location
        and not over HTTP, until 'fourcuts booths edit ID --place LAT,LON' or a later import adds the coordinate.

        Examples:
          fourcuts import booths.csv --dry-run
          fourcuts import permits.csv --crs EPSG:5174 --source seoul-permits
          fourcuts import list.csv --map name=매장명 --map latitude=north --map longitude=east
          fourcuts import booths.geojson
          fourcuts import city.osm --only amenity=photo_booth
          fourcuts import my-map.kmz --source my-map
        """)
  ) { command, context in
    try command.expectOperands(1...10_000)
    let format = try command.choice("format", ReportFormat.self) ?? .text
    if command["rejected"] != nil, command.operands.count > 1 {
      throw DomainError.usage(
        "rejected-for-many", "--rejected works with one file only; import the files one by one.")
    }
    let assembly = try await Assembly.open(command, for: command.has("dry-run") ? .dryRun : .create)
    let temporary = try assembly.temporary ?? TemporaryDirectory.outsideDataDirectories()
    defer { temporary.remove() }
    let importer = Importer(store: assembly.store, now: context.now)
    for operand in command.operands where operand != "-" { _ = try Importer.size(of: operand) }
    var useless: [String] = []
    for operand in command.operands {
      if isRejectsFile(operand) {
        context.console.error(
          "fourcuts: \(withoutControls(operand)) is skipped: it holds the rejected rows of an import; correct them in "
            + "the original file, or import them under another name.")
        continue
      }
      let input = try ImportInput(operand, in: temporary.url)
      defer { input.discard() }
      let options = try ImportOptions(command, fileName: input.name, isDryRun: command.has("dry-run"))
      let bar = ProgressLine(context.console, isQuiet: command.has("quiet"), name: input.name)
      let rejectedPath = command["rejected"] ?? (options.isDryRun ? nil : input.rejectedPath)
      let run = { try await importer.run(options, path: input.path, rejectedPath: rejectedPath) { bar.show($0) } }
      let done =
        options.isDryRun ? try await run() : try await assembly.audited(command, context, found: \.auditSubject, run)
      bar.finish()
      let counts = done.report.outcome.counts
      if counts.rejected > 0, counts.rejected == counts.read { useless.append(withoutControls(operand)) }
      if command.has("quiet") { continue }
      switch format {
      case .text: try context.console.out(done.text)
      case .json: try context.console.out(json: done.json.bytes)
      }
    }
    guard useless.isEmpty else {
      throw DomainError(
        .invalid, ImportRequest.rowsRejected, "Every row of \(useless.joined(separator: ", ")) was rejected.")
    }
  }
}

/// Whether a file holds the rejected rows of an import. A pattern such as `*.csv` matches these files too.
private func isRejectsFile(_ path: String) -> Bool {
  guard path.hasSuffix(".rejected.csv"), let file = FileHandle(forReadingAtPath: path) else { return false }
  let beginning = try? file.read(upToCount: RejectsWriter.header.utf8.count)
  return beginning.map { $0.elementsEqual(RejectsWriter.header.utf8) } ?? false
}

private enum ReportFormat: String, CaseIterable { case text, json }

/// A file to import. Standard input and pipes are spooled to a file first, because the importer reads it twice.
struct ImportInput {
  let path: String
  let name: String
  private let isSpooled: Bool

  init(_ operand: String, in directory: URL) throws {
    isSpooled = operand == "-" || !isRegularFile(operand)
    // A shell writes `<(…)` as /dev/fd/63; other paths below /dev, such as /dev/shm, hold files with names of their own.
    let isNameless = operand == "-" || operand == "/dev/stdin" || operand.hasPrefix("/dev/fd/")
    name = isNameless ? "standard-input.csv" : URL(fileURLWithPath: operand).lastPathComponent
    guard isSpooled else {
      path = operand
      return
    }
    path = directory.appendingPathComponent("standard-input.csv").path
    guard let source = operand == "-" ? .standardInput : FileHandle(forReadingAtPath: operand),
      FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let spool = FileHandle(forWritingAtPath: path)
    else {
      throw DomainError(.unavailable, "spool-unwritable", "\(operand) cannot be kept in \(directory.path).")
    }
    while let chunk = try source.read(upToCount: 1 << 20), !chunk.isEmpty { try spool.write(contentsOf: chunk) }
    try spool.close()
  }

  /// Beside the file, or in the working directory for standard input and pipes.
  var rejectedPath: String { isSpooled ? name.replacing(".csv", with: "") + ".rejected.csv" : path + ".rejected.csv" }

  func discard() {
    if isSpooled { unlink(path) }
  }
}

private func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
