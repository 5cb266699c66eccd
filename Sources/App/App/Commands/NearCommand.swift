import APIKit
import Basics
import Booths
import CommandLineKit
import Contracts
import Geo
import Location
import NativeAPI

extension Command {
  static let near = Command(
    specification: CommandSpecification(
      path: ["near"], summary: "Find the nearest booths", operands: "[PLACE]",
      options: [
        .parameter(nearLimit, "N"), .parameter(BoothParameters.radius, "LENGTH"),
        .value("from-address-of", "ID", "Start from the coordinate of this booth"),
        .parameter(LocationParameters.state, "STATE"), .parameter(LocationParameters.region, "NAME"),
        .value(
          "batch", "FILE", "Answer a line of JSON for each line of JSON in FILE ('-': standard input)",
          choices: ["FILE"]),
      ] + filterOptions + [formatOption, defaultCoordinateOption, ChainTable.option],
      discussion: """
        PLACE is latitude and longitude in degrees, a system with east and north, or a name (see 'fourcuts search'):
          fourcuts near 37.4979 127.0276
          fourcuts near 37.4979,127.0276 --radius 500m --open-at now
          fourcuts near "37°29'52.4\\"N 127°01'39.4\\"E"
          fourcuts near EPSG:5174 202200 444500
          fourcuts near 강남역
          fourcuts near gangnam
          fourcuts near --location-state denied

        Without a place, the location state decides where to start, and the output says so.

        A line of --batch is one of
          {"id": 1, "lat": 37.5, "lon": 127.0, "limit": 10}
          {"id": 2, "lat": 37.5, "lon": 127.0, "radius_m": 500}
          {"id": 3, "bbox": [126.9, 37.4, 127.1, 37.6]}
        and each is answered, in the same order, by
          {"id": 1, "booths": [{"id": 7, "external_id": "…", "distance_m": 12.3456}, …]}
        """)
  ) { command, context in
    let filter = try BoothFilter(command, now: context.now())
    let limit = try command.required(nearLimit)
    if let file = command["batch"] {
      for option in ["radius", "from-address-of", "location-state", "region"] where command[option] != nil {
        throw DomainError.usage("batch-option", "--batch reads places from the file; leave out --\(option).")
      }
      guard command.operands.isEmpty else {
        throw DomainError.usage("operands", "--batch reads places from the file; leave out PLACE.")
      }
      return try await runBatch(file, command, filter, standardLimit: limit, context)
    }
    let radius = try command.value(BoothParameters.radius) ?? .infinity
    let report = LocationReport(
      state: try command.value(LocationParameters.state) ?? .notDetermined,
      region: try command.value(LocationParameters.region))
    let catalogue = try await Assembly.open(command, for: .read).catalogueForLookup()
    let origin = try Origin(command, catalogue, report, now: context.now())
    let list = try await LimitedList(limit) { catalogue.near(origin.coordinate, limit: $0, within: radius, filter) }
    defer { list.hint(context.console) }
    let instant = try command.openInstant(now: context.now()).instant
    let listing = BoothListing(catalogue, list.items.map { ($0.ordinal, $0.metres) }, openAt: instant)
    try listing.write(try command.choice("format", ListingFormat.self) ?? .table, context, note: origin.note)
    warnOfUnknownBrands(filter, catalogue, context.console)
  }

  static let inside = Command(
    specification: CommandSpecification(
      path: ["in"], summary: "List the booths inside a rectangle", operands: "WEST SOUTH EAST NORTH",
      options: [.parameter(insideLimit, "N")]
        + filterOptions + [formatOption, ChainTable.option],
      discussion: """
        Degrees, by ascending number of the booth. West greater than east crosses the antimeridian.
          fourcuts in 126.97 37.55 127.00 37.58
          fourcuts in 126.97,37.55,127.00,37.58 --format geojson
        """)
  ) { command, context in
    let edges = command.operands.flatMap { $0.split(separator: ",") }.joined(separator: ",")
    let viewport = try ParsedCommand.operand(edges, "WEST SOUTH EAST NORTH", BoothParameters.bbox)
    let filter = try BoothFilter(command, now: context.now())
    let limit = try command.required(insideLimit)
    let catalogue = try await Assembly.open(command, for: .read).catalogueForLookup()
    let list = try await LimitedList(limit) { catalogue.inside(viewport, limit: $0, filter) }
    defer { list.hint(context.console) }
    let instant = try command.openInstant(now: context.now()).instant
    let listing = BoothListing(catalogue, list.items.map { ($0, nil) }, openAt: instant)
    try listing.write(try command.choice("format", ListingFormat.self) ?? .table, context)
    warnOfUnknownBrands(filter, catalogue, context.console)
  }
}

/// The longest list. An answer over HTTP is shorter, as many clients share a server.
private let maxBooths = 1_000_000
private let nearLimit = BoothParameters.nearLimit.upTo(maxBooths)
private let insideLimit = BoothParameters.insideLimit.upTo(maxBooths)

private let formatOption = OptionSpecification.format("table", "json", "geojson", "csv")

let defaultCoordinateOption = OptionSpecification.setting(
  "default-place", "LAT,LON", "37.358647,127.105207", "Where to start when the location is unknown")

private let filterOptions: [OptionSpecification] = [
  .parameter(BoothParameters.brand, "NAMES"), .parameter(BoothParameters.tag, "TAGS"),
  .parameter(BoothParameters.status, "WORDS"), .parameter(BoothParameters.openAt, "INSTANT"),
  .parameter(BoothParameters.openUnknown, ""),
  .parameter(BoothParameters.openAllDay, ""), .parameter(BoothParameters.people, "N"),
  .parameter(BoothParameters.maxPrice, "WON"),
]

/// Names the unknown chains of `--brand`. A closed booth may be the last of its chain.
private func warnOfUnknownBrands(_ filter: BoothFilter, _ catalogue: Catalogue, _ console: Console) {
  guard !filter.statuses.contains(.closed) else { return }
  for (name, nearest) in catalogue.unknownBrands(filter) {
    let largest = catalogue.brands().map(\.name).filter { !$0.isEmpty }.prefix(5).joined(separator: ", ")
    let proposal = nearest.map { "did you mean '\($0)'?" } ?? "the largest are \(largest)."
    let rest = largest.isEmpty ? ", nor any other." : "; \(proposal)"
    console.error("fourcuts: \(withoutControls("There is no chain '\(name)'\(rest)"))")
  }
}

private struct Origin {
  let coordinate: Coordinate
  /// Explains the origin of the coordinate. Nil when it was given directly.
  let note: String?

  /// From the operands, a booth of the catalogue, or the location state.
  init(_ command: ParsedCommand, _ catalogue: Catalogue, _ report: LocationReport, now: Timestamp) throws {
    if let text = command["from-address-of"] {
      guard command.operands.isEmpty, command["location-state"] == nil else {
        throw DomainError.usage("place-twice", "Name either a place, --from-address-of or --location-state.")
      }
      let record = catalogue.record(try ordinal(text, catalogue))
      coordinate = Coordinate(record.coordinate)
      note = "From booth \(record.id), \(String(decoding: record.name, as: UTF8.self))."
      return
    }
    if !command.operands.isEmpty {
      guard command["location-state"] == nil else {
        throw DomainError.usage("place-twice", "Name either a place, --from-address-of or --location-state.")
      }
      do throws(DomainError) {
        coordinate = try CoordinateText.parse(command.operands.joined(separator: " ")).resolved()
        note = nil
      } catch {
        let place = try namedPlace(command.operands, unreadable: error)
        coordinate = place.coordinate
        note = "From \(place.fullName)\(place.englishName.map { " (\($0))" } ?? "")."
      }
      return
    }
    var policy = LocationPolicy()
    policy.defaultCoordinate = try defaultCoordinate(command)
    let answer = resolve(report, policy: policy, now: now)
    coordinate = answer.coordinate
    let place = "That is \(Self.named(answer.coordinate))."
    note = [answer.reason.en, place, answer.advice?.en].compactMap(\.self).joined(separator: " ")
  }

  /// A coordinate with the station or region around it, if one is known.
  private static func named(_ coordinate: Coordinate) -> String {
    let area = (try? Gazetteer.ofThisProgram())?.area(at: coordinate)
    let name = area.map { " (\($0.fullEnglishName), \($0.name))" } ?? ""
    return "\(coordinate.latitude),\(coordinate.longitude)\(name)"
  }
}

/// The coordinate of `--default-place`.
func defaultCoordinate(_ command: ParsedCommand) throws(DomainError) -> Coordinate {
  guard let text = command["default-place"] else { return LocationPolicy().defaultCoordinate }
  return try CoordinateText.parse(text).resolved()
}

func ordinal(_ text: String, _ catalogue: Catalogue) throws(DomainError) -> UInt32 {
  let id = try boothID(text)
  guard let ordinal = catalogue.ordinal(of: id) else { throw .boothUnknown(id) }
  return ordinal
}

func boothID(_ text: String) throws(DomainError) -> BoothID {
  guard let number = try? BoothParameters.id.value(of: text) else {
    throw .usage("booth-number", "A booth is named by its number; 'fourcuts booths list' shows them.")
  }
  return BoothID(Int64(number))
}

extension DomainError {
  static func boothUnknown(_ id: BoothID) -> DomainError {
    DomainError(
      .notFound, "booth-unknown", "There is no booth \(id); 'fourcuts booths list' shows those there are.", field: "id")
  }
}
