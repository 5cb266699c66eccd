import APIKit
import Audit
import Basics
import Booths
import CommandLineKit
import Foundation
import JSON
import NativeAPI
import OfflineBooths
import Stores

extension Command {
  static let addSource = Command(
    specification: CommandSpecification(
      path: ["sources", "add"], summary: "Fetch and import a source of booths on a schedule",
      operands: "NAME LOCATION",
      options: [
        .value("every", "TIME", "How often: 5m to 30d, in minutes, hours (h) or days (d)", standard: "1d"),
        .value(
          "max-change", "PERCENT", "How many of the source's booths may vanish or move (0 to 100)",
          standard: "\(ScheduledSource.standardMaxPercent)"),
        .flag("allow-private", "Allow an address of a private network"),
        .value("public-key", "BASE64", "The key of another server of this program, whose signed booths are imported"),
      ] + OptionSpecification.importParameters,
      discussion: """
        LOCATION is an https address, or a file of the server's machine. The server fetches it when it is due, at first
        at once, and imports it as 'fourcuts import' does, under the source NAME. A file that the server says is
        unchanged is not fetched again; files may have up to 1 GiB.

        With --public-key LOCATION is another server of this program: the server fetches the snapshot of its booths, which
        this key has to have signed, under the numbers that the booths have there, and keeps the licences and
        attributions. The key is 'public_key' at '/.well-known/fourcuts'; have its operator confirm it.

        If more booths of the source than --max-change would vanish from the file or move by more than 100 m, nothing is
        imported: 'fourcuts sources list' and the log say so, and 'fourcuts sources run NAME --apply' imports it. Booths
        that vanish from a file stay in the catalogue.

        Examples:
          fourcuts sources add uk-booths https://example.com/booths_gb.geojson --every 7d
          fourcuts sources add busan https://booths.example.com --public-key "$KEY" --every 1h
          fourcuts sources add city https://example.com/city.csv --only amenity=photo_booth --max-change 5
        """)
  ) { command, context in
    try command.expectOperands(2...2)
    let name = try ParsedCommand.operand(command.operands[0], "NAME", ImportParameters.source)
    var location = command.operands[1]
    var parameters = command.importParameters
    if let key = command["public-key"] {
      guard CatalogueKey(base64: key) != nil else {
        throw DomainError(
          .invalid, "key-invalid", "The key has to be the 32 bytes of an Ed25519 key in Base64.", field: "public-key")
      }
      parameters[ScheduledSource.publicKey] = key
      location = PublishedCatalogue.location(location)
    }
    if SourceFetcher.isAddress(location) {
      _ = try SourceFetcher.request(location)
    } else {
      _ = try Importer.size(of: location)
      location = URL(fileURLWithPath: location).standardizedFileURL.path
    }
    _ = try ImportOptions(command, fileName: "source", isDryRun: false)
    let source = ScheduledSource(
      name: name, location: location, interval: try command.interval("every", standard: "1d"),
      maxPercent: try command.integer("max-change", 0...100) ?? ScheduledSource.standardMaxPercent,
      allowsPrivate: command.has("allow-private"), parameters: parameters, dueAt: context.now())
    let assembly = try await Assembly.open(command, for: .create)
    try await assembly.audited(
      command, context, on: name,
      {
        guard try await SQLScheduledSourceStore(assembly.database).add(source) else {
          throw DomainError(
            .conflict, "source-exists",
            "There is a source '\(name)' already: remove it first by 'fourcuts sources remove \(name)'.", field: "NAME")
        }
      })
    try context.console.out(
      "The source '\(withoutControls(name))' is fetched by the server from now on; 'fourcuts sources run' does it now.\n"
    )
  }

  static let listSources = Command.list(
    ["sources", "list"], "List the sources that are fetched on a schedule", as: "sources",
    ifEmpty: "No source is fetched on a schedule. Add one with 'fourcuts sources add NAME LOCATION'.", json: \.json,
    table: table
  ) { command, _, limit in
    try await SQLScheduledSourceStore(Assembly.open(command, for: .read).database).list(limit: limit)
  }

  static let removeSource = Command(
    specification: CommandSpecification(
      path: ["sources", "remove"], summary: "Stop fetching a source; its booths stay", operands: "NAME")
  ) { command, context in
    try command.expectOperands(1...1)
    let name = command.operands[0]
    let assembly = try await Assembly.open(command, for: .write)
    try await assembly.audited(
      command, context, on: name,
      {
        guard try await SQLScheduledSourceStore(assembly.database).remove(name) else {
          throw ScheduledImports.unknown(name)
        }
      })
    try context.console.out("The source '\(withoutControls(name))' is no longer fetched; its booths stay.\n")
  }

  static let runSource = Command(
    specification: CommandSpecification(
      path: ["sources", "run"], summary: "Fetch and import a source now", operands: "NAME",
      options: [.flag("apply", "Import it, even if more booths vanish or move")])
  ) { command, context in
    try command.expectOperands(1...1)
    let name = command.operands[0]
    let assembly = try await Assembly.open(command, for: .create)
    let temporary = try assembly.temporary ?? TemporaryDirectory.outsideDataDirectories()
    defer { temporary.remove() }
    let imports = ScheduledImports(
      assembly, directory: temporary.url, audit: assembly.audit(now: context.now) { _ in }, actor: .server,
      now: context.now)
    let checked = try await assembly.audited(
      command, context, on: name, { try await imports.runNow(name, isAccepted: command.has("apply")) })
    guard !checked.needsOperator else {
      throw DomainError(.conflict, "source-not-imported", withoutControls(checked.message))
    }
    try context.console.out(withoutControls(checked.message) + "\n")
  }
}

extension OptionSpecification {
  /// The parameters of an import but for its source, as options.
  static let importParameters: [OptionSpecification] = [
    .parameter(ImportParameters.licence, "NAME"), .parameter(ImportParameters.attribution, "TEXT"),
    .parameter(ImportParameters.crs, "SYSTEM"), .parameter(ImportParameters.encoding, "NAME"),
    .parameter(ImportParameters.delimiter, "NAME"),
    .parameter(ImportParameters.map, "FIELD=HEADER", isRepeatable: true),
    .parameter(ImportParameters.only, "HEADER=VALUE", isRepeatable: true),
    .parameter(ImportParameters.fixSwapped, ""), .parameter(ImportParameters.strict, ""),
    .parameter(ImportParameters.keepUnplaced, ""), .parameter(ImportParameters.overwriteEdits, ""),
  ]
}

extension ParsedCommand {
  fileprivate var importParameters: [String: String] {
    var texts: [String: String] = [:]
    for parameter in ImportParameters.options {
      let option = parameter.name.replacing("_", with: "-")
      if specification.options.first(where: { $0.name == option })?.value == nil {
        if has(option) { texts[parameter.name] = "true" }
      } else if !all(option).isEmpty {
        texts[parameter.name] = all(option).joined(separator: ",")
      }
    }
    return texts
  }
}

private func table(_ sources: [ScheduledSource], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("NAME", .text), ("STATE", .left), ("CHECKED", .instant), ("NEXT", .instant), ("LOCATION", .text),
    ("RESULT", .text),
  ])
  table.leftOut = [["LOCATION"], ["NEXT"]]
  table.rows = sources.map { source in
    [
      source.name, source.state.rawValue, source.checkedAt.map { style.text($0) } ?? "", style.text(source.dueAt),
      source.location, source.message,
    ]
  }
  return table
}

extension ScheduledSource {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "location": .string(location), "interval_seconds": .integer(Int(interval)),
      "max_change_percent": .integer(maxPercent), "allows_private": .bool(allowsPrivate),
      "parameters": .object(
        parameters.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: .string($0.value)) }),
      "state": .string(state.rawValue), "message": .string(message),
      "checked_at": checkedAt.map { .string($0.rfc3339) } ?? .null, "due_at": .string(dueAt.rfc3339),
    ])
  }
}
