import APIKit
import Basics
import Booths
import CommandLineKit
import Geo
import JSON
import NativeAPI

extension Command {
  static let listBooths = Command(
    specification: CommandSpecification(
      path: ["booths", "list"], summary: "List the booths of the catalogue",
      options: listOptions + [
        .parameter(listLimit, "N"),
        .value("after", "ID", "Start after this booth number"),
        .format("table", "json", "csv"),
      ])
  ) { command, context in
    try command.expectOperands(0...0)
    let store = try await Assembly.open(command, for: .read).store
    let limit = try command.required(listLimit)
    let after = try command["after"].map { text throws(DomainError) in try boothID(text) }
    let filter = try listFilter(command)
    let list = try await LimitedList(limit) { try await store.booths(after: after, limit: $0, matching: filter) }
    defer { list.hint(context.console, next: list.items.last.map { "--after \($0.id)" }) }
    switch try command.choice("format", BoothListFormat.self) ?? .table {
    case .table: try context.console.out(table(list.items))
    case .json:
      let document = JSONValue.object(["booths": .array(list.items.map { .object($0.jsonMembers) })])
      try context.console.out(json: document.bytes)
    case .csv: try context.console.out(BoothExport.csv(list.items, withHeader: true))
    }
  }

  static let showBooth = Command(
    specification: CommandSpecification(
      path: ["booths", "show"], summary: "Show everything known about a booth", operands: "ID",
      options: [.format("text", "json")])
  ) { command, context in
    try command.expectOperands(1...1)
    let id = try boothID(command.operands[0])
    guard let booth = try await Assembly.open(command, for: .read).store.booth(id) else {
      throw DomainError.boothUnknown(id)
    }
    try show(booth, asJSON: command["format"] == "json", context)
  }

  static let editBooth = Command(
    specification: CommandSpecification(
      path: ["booths", "edit"], summary: "Edit a booth by hand; imports then do not change the field", operands: "ID",
      options: changeOptions,
      discussion: "Example:\n  fourcuts booths edit 12 --opening-hours 'Mo-Su 10:00-02:00' --price 5000")
  ) { command, context in
    try command.expectOperands(1...1)
    let id = try boothID(command.operands[0])
    let change = try boothChange(command)
    guard !change.isEmpty else {
      throw DomainError.usage("nothing-to-edit", "Name a field to set; see 'fourcuts booths edit --help'.")
    }
    let assembly = try await Assembly.open(command, for: .write)
    let booth = try await assembly.audited(command, context, on: "booth \(id)") {
      try await assembly.evidence(now: context.now).edit(id, change, in: assembly.store)
    }
    try show(booth, asJSON: false, context)
  }

  static let closeBooth = Command(
    specification: CommandSpecification(
      path: ["booths", "close"], summary: "Mark a booth as permanently closed", operands: "ID")
  ) { command, context in
    try command.expectOperands(1...1)
    let id = try boothID(command.operands[0])
    let assembly = try await Assembly.open(command, for: .write)
    let booth = try await assembly.audited(command, context, on: "booth \(id)") {
      try await assembly.evidence(now: context.now).edit(
        id, BoothEdit([.status: BoothStatus.closed.rawValue]), in: assembly.store)
    }
    try context.console.out("Booth \(booth.id), \(withoutControls(booth.attributes.name)), is closed.\n")
  }
}

private enum BoothListFormat: String, CaseIterable { case table, json, csv }

let listOptions: [OptionSpecification] = [
  .value("source", "NAME", "Only booths of this source"),
  .parameter(BoothParameters.brand, "NAMES"), .parameter(listedStatus, "WORDS"),
]

private let listLimit = Parameter<Int>("limit", .integer(1...1_000_000, default: 50), "The maximum number of booths.")

/// As over HTTP, but an export without it has the closed booths too.
private let listedStatus = Parameter(
  BoothParameters.status.name, BoothParameters.status.kind, "Only booths with one of these statuses; by default all.")

func listFilter(_ command: ParsedCommand) throws(DomainError) -> BoothListFilter {
  BoothListFilter(
    source: command["source"], brands: try command.value(BoothParameters.brand) ?? [],
    statuses: try command.value(listedStatus) ?? Set(BoothStatus.allCases))
}

/// The fields that can be set as text.
private let editable = BoothField.allCases.filter { ![.externalID, .latitude, .longitude].contains($0) }

/// The options that change a booth.
let changeOptions: [OptionSpecification] =
  editable.map { .value(optionName($0), "VALUE", "Set \($0.rawValue); '' clears it") }
  + [.value("place", "LAT,LON", "Move it")]

func boothChange(_ command: ParsedCommand) throws(DomainError) -> BoothEdit {
  var change = BoothEdit()
  for field in editable { change.texts[field] = command[optionName(field)] }
  change.coordinate = try command["place"].map { text throws(DomainError) in try CoordinateText.parse(text).resolved() }
  return change
}

private func optionName(_ field: BoothField) -> String { field.rawValue.replacing("_", with: "-") }

private func table(_ booths: [Booth]) -> TextTable {
  var table = TextTable(columns: [
    ("ID", .right), ("NAME", .text), ("BRAND", .text), ("STATUS", .left), ("SOURCE", .text), ("ADDRESS", .text),
  ])
  table.colors["STATUS"] = ["operating": .green, "closed": .red]
  table.rows = booths.map { booth in
    let attributes = booth.attributes
    return [
      booth.id.description, attributes.name, attributes.brand ?? "", attributes.status.rawValue, booth.source,
      attributes.roadAddress ?? attributes.lotAddress ?? "",
    ]
  }
  return table
}

private func show(_ booth: Booth, asJSON: Bool, _ context: CommandContext) throws {
  if asJSON {
    let edited = booth.editedFields.map(\.rawValue).sorted().map { JSONValue.string($0) }
    let members = booth.jsonMembers + [JSONMember(key: "edited_fields", value: .array(edited))]
    return try context.console.out(json: JSONValue.object(members).bytes)
  }
  let region = booth.attributes.coordinate.map { BoothRegion.at(Coordinate($0)) }
  let rows =
    [("id", booth.id.description), ("source", booth.source)]
    + BoothField.allCases.map { field in
      let currency = field == .price && booth.attributes.price != nil ? region?.currency.map { " \($0)" } : nil
      return (
        field.rawValue,
        booth.attributes.text(field) + (currency ?? "") + (booth.editedFields.contains(field) ? "  (edited)" : "")
      )
    } + (region.map { [("time_zone", $0.timeZone)] } ?? [])
  try context.console.out(rows: rows, width: 18)
}
