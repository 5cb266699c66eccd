import Basics
import Booths
import CommandLineKit
import Geo
import JSON
import Tabular

enum ListingFormat: String, CaseIterable { case table, json, geojson, csv }

/// The booths found by a search, in order, for output.
struct BoothListing {
  private let catalogue: Catalogue
  private let found: [(ordinal: UInt32, metres: Double?)]
  private let states: OpenStates

  init(_ catalogue: Catalogue, _ found: [(UInt32, Double?)], openAt instant: Timestamp) {
    self.catalogue = catalogue
    self.found = found.map { (ordinal: $0.0, metres: $0.1) }
    states = catalogue.openStates(at: PreparedInstant(instant))
  }

  /// Writes the list. A note goes before a table, and to standard error for other formats.
  func write(_ format: ListingFormat, _ context: CommandContext, note: String? = nil) throws {
    if let note {
      if format == .table { try context.console.out(note + "\n\n") } else { context.console.error(note) }
    }
    switch format {
    case .table: try context.console.out(table(context.console.style))
    case .json: try context.console.out(json: json.bytes)
    case .geojson: try context.console.out(json: geoJSON.bytes)
    case .csv: try context.console.out(csv())
    }
  }

  private func table(_ style: TextStyle) -> String {
    if found.isEmpty { return "No booth matches.\n" }
    let hasDistance = found.contains { $0.metres != nil }
    var table = TextTable(columns: [("ID", .right)])
    if hasDistance { table.columns.append(("DISTANCE", .right)) }
    table.columns += [("NAME", .text), ("BRAND", .text), ("OPEN", .left), ("ADDRESS", .text)]
    table.colors["OPEN"] = [OpenState.open.rawValue: .green, OpenState.closed.rawValue: .red]
    table.rows = found.map { item in
      let record = catalogue.record(item.ordinal)
      let address = record.roadAddress.isEmpty ? record.lotAddress : record.roadAddress
      return [record.id.description] + (hasDistance ? [item.metres.map(distanceText) ?? ""] : [])
        + [
          text(record.name), text(record.brand), catalogue.openState(item.ordinal, states).rawValue, text(address),
        ]
    }
    return table.rendered(style)
  }

  private func csv() throws -> [UInt8] {
    var writer = TableWriter()
    writer.append(["id", "distance_m"] + BoothField.allCases.map(\.rawValue))
    for item in found {
      let booth = catalogue.record(item.ordinal).booth
      let distance = item.metres.map { fixed($0, decimals: 4) } ?? ""
      let fields = BoothField.allCases.map { FormulaGuard.guarded(booth.attributes.text($0)) }
      writer.append([booth.id.description, distance] + fields)
    }
    return writer.drain()
  }

  private var json: JSONValue {
    .object(["booths": .array(found.map { .object(members($0)) })])
  }

  private var geoJSON: JSONValue {
    .object([
      "type": "FeatureCollection",
      "features": .array(
        found.map { item in
          let coordinate = catalogue.record(item.ordinal).coordinate
          let properties = members(item).filter { !["id", "latitude", "longitude"].contains($0.key) }
          return .object([
            "type": "Feature", "id": .integer(Int(catalogue.record(item.ordinal).id.number)),
            "geometry": .object([
              "type": "Point",
              "coordinates": [.number(Coordinate(coordinate).longitude), .number(Coordinate(coordinate).latitude)],
            ]),
            "properties": .object(properties),
          ])
        }),
    ])
  }

  private func members(_ item: (ordinal: UInt32, metres: Double?)) -> [JSONMember] {
    let booth = catalogue.record(item.ordinal).booth
    var members = booth.jsonMembers
    members.append(JSONMember(key: "open", value: .string(catalogue.openState(item.ordinal, states).rawValue)))
    if let metres = item.metres {
      members.append(JSONMember(key: "distance_m", value: .number((metres * 10_000).rounded() / 10_000)))
    }
    return members
  }

  private func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

func distanceText(_ metres: Double) -> String {
  if metres < 1000 { return "\(Int(metres.rounded())) m" }
  let tenths = Int((metres / 100).rounded())
  return metres < 100_000 ? "\(tenths / 10).\(tenths % 10) km" : "\(Int((metres / 1000).rounded())) km"
}

func fixed(_ value: Double, decimals: Int) -> String {
  var writer = JSONWriter(capacity: 64)
  writer.decimal(value, places: decimals)
  return String(decoding: writer.finish(), as: UTF8.self)
}
