import Basics
import Booths
import CommandLineKit
import Contracts
import Geo
import Location

extension Command {
  static let near = Command(
    specification: CommandSpecification(
      path: ["near"], summary: "Find the nearest booths", operands: "[PLACE]",
      options: [
        .value("limit", "N", "How many booths (1 to 1,000,000)", standard: "10"),
        .value("radius", "LENGTH", "Only within this distance: 500m, 1.5km or metres"),
        .value("from-address-of", "ID", "Start from the coordinate of this booth"),
        locationStateOption,
        .value("region", "NAME", "The region to fall back on, e.g. seoul-mapo, 부산"),
        .value(
          "batch", "FILE", "Answer a line of JSON for each line of JSON in FILE ('-': standard input)",
          choices: ["FILE"]),
      ] + filterOptions + [formatOption, defaultCoordinateOption],
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
    let filter = try boothFilter(command, now: context.now())
    if let file = command["batch"] {
      guard command.operands.isEmpty else {
        throw DomainError.usage("operands", "--batch reads places from the file; leave out PLACE.")
      }
      return try await runBatch(file, command, filter, context)
    }
    let limit = try command.integer("limit", 1...1_000_000) ?? 10
    let radius = try command["radius"].map { text throws(DomainError) in try metres(text) } ?? .infinity
    let catalogue = try await Assembly.open(command, for: .read).catalogueForLookup()
    let origin = try Origin(command, catalogue, now: context.now())
    let list = try await LimitedList(limit) { catalogue.near(origin.coordinate, limit: $0, within: radius, filter) }
    defer { list.hint(context.console) }
    let instant = filter.openAt ?? context.now()
    let listing = BoothListing(catalogue, list.items.map { ($0.ordinal, $0.metres) }, openAt: instant)
    try listing.write(try command.choice("format", ListingFormat.self) ?? .table, context, note: origin.note)
    warnOfUnknownBrands(filter, catalogue, context.console)
  }

  static let inside = Command(
    specification: CommandSpecification(
      path: ["in"], summary: "List the booths inside a rectangle", operands: "WEST SOUTH EAST NORTH",
      options: [.value("limit", "N", "How many booths (1 to 1,000,000)", standard: "100")]
        + filterOptions + [formatOption],
      discussion: """
        Degrees, by ascending number of the booth. West greater than east crosses the antimeridian.
          fourcuts in 126.97 37.55 127.00 37.58
          fourcuts in 126.97,37.55,127.00,37.58 --format geojson
        """)
  ) { command, context in
    let viewport = try parsedViewport(command.operands)
    let filter = try boothFilter(command, now: context.now())
    let limit = try command.integer("limit", 1...1_000_000) ?? 100
    let catalogue = try await Assembly.open(command, for: .read).catalogueForLookup()
    let list = try await LimitedList(limit) { catalogue.inside(viewport, limit: $0, filter) }
    defer { list.hint(context.console) }
    let listing = BoothListing(catalogue, list.items.map { ($0, nil) }, openAt: filter.openAt ?? context.now())
    try listing.write(try command.choice("format", ListingFormat.self) ?? .table, context)
    warnOfUnknownBrands(filter, catalogue, context.console)
  }
}

private let locationStateOption: OptionSpecification = {
  var option = OptionSpecification.value(
    "location-state", "STATE", "A device's location state, without a place", choices: LocationState.wireValues)
  option.takesOnlyChoices = true
  return option
}()

private let formatOption = OptionSpecification.format("table", "json", "geojson", "csv")

let defaultCoordinateOption = OptionSpecification.setting(
  "default-place", "LAT,LON", "37.358647,127.105207", "Where to start when the location is unknown")

private let filterOptions: [OptionSpecification] = [
  .value("brand", "NAMES", "Only these chains, comma-separated"),
  .value("tag", "TAGS", "Only booths with all of these tags, comma-separated"),
  .value("status", "WORDS", "operating, unknown, closed, comma-separated", standard: "operating,unknown"),
  .value("open-at", "MOMENT", "Only booths known to be open at this time: now, or 2026-12-24T21:00:00+09:00"),
  .value("people", "N", "Leave out booths known to be too small for a party of N"),
]

/// The filter given by the options.
private func boothFilter(_ command: ParsedCommand, now: Timestamp) throws(DomainError) -> BoothFilter {
  var filter = BoothFilter()
  filter.brands = command.list("brand")
  filter.tags = command.list("tag")
  filter.people = try command.integer("people", 1...255)
  var statuses: Set<BoothStatus> = []
  for word in command.list("status") {
    guard let status = BoothStatus(rawValue: word) else {
      throw .usage("status-unknown", "--status takes operating, unknown and closed.")
    }
    statuses.insert(status)
  }
  if !statuses.isEmpty { filter.statuses = statuses }
  if let instant = command["open-at"] {
    guard let parsed = instant == "now" ? now : Timestamp(rfc3339: instant) else {
      throw .usage("moment-not-understood", "--open-at takes 'now' or a time such as 2026-12-24T21:00:00+09:00.")
    }
    filter.openAt = parsed
  }
  return filter
}

/// Names the chains of `--brand` that there are none of. A closed booth may be the last of its chain.
private func warnOfUnknownBrands(_ filter: BoothFilter, _ catalogue: Catalogue, _ console: Console) {
  guard !filter.statuses.contains(.closed) else { return }
  for (name, nearest) in catalogue.unknownBrands(filter) {
    let largest = catalogue.brands().map(\.name).filter { !$0.isEmpty }.prefix(5).joined(separator: ", ")
    let proposal = nearest.map { "did you mean '\($0)'?" } ?? "the largest are \(largest)."
    let rest = largest.isEmpty ? ", nor any other." : "; \(proposal)"
    console.error("fourcuts: \(withoutControls("There is no chain '\(name)'\(rest)"))")
  }
}

/// A length in metres from `500`, `500m` or `1.5km`.
func metres(_ text: String) throws(DomainError) -> Double {
  let lower = text.lowercased()
  let (number, unit) =
    lower.hasSuffix("km") ? (lower.dropLast(2), 1000.0) : lower.hasSuffix("m") ? (lower.dropLast(), 1) : (lower[...], 1)
  guard let value = Double(number), value >= 0, value.isFinite else {
    throw .usage("length-not-understood", "--radius takes a length such as 500m, 1.5km or 500.")
  }
  return value * unit
}

private func parsedViewport(_ operands: [String]) throws(DomainError) -> Viewport {
  let edges = operands.flatMap { $0.split(separator: ",") }.map { Double($0) ?? .nan }
  guard edges.count == 4, let viewport = Viewport(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
  else {
    throw .usage(
      "viewport-not-understood", "Name the edges as WEST SOUTH EAST NORTH in degrees, north not below south.")
  }
  return viewport
}

/// The coordinate at which a search starts.
private struct Origin {
  let coordinate: Coordinate
  /// Explains where the coordinate comes from. Nil when it was given directly.
  let note: String?

  /// From the operands, a booth of the catalogue, or the location state.
  init(_ command: ParsedCommand, _ catalogue: Catalogue, now: Timestamp) throws {
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
    let state = try command["location-state"].map { word throws(DomainError) in try LocationState(wireValue: word) }
    let region = try command["region"].map { word throws(DomainError) in try Region.named(word) }
    let answer = resolve(
      LocationReport(state: state ?? .notDetermined, region: region), policy: policy, now: now)
    coordinate = answer.coordinate
    let place = "That is \(Self.named(answer.coordinate))."
    note = [answer.reason.en, place, answer.advice?.en].compactMap(\.self).joined(separator: " ")
  }

  /// A coordinate with the station or region around it, where one is known.
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

/// The ordinal of a booth in the catalogue, by its number.
func ordinal(_ text: String, _ catalogue: Catalogue) throws(DomainError) -> UInt32 {
  let id = try boothID(text)
  guard let ordinal = catalogue.ordinal(of: id) else { throw .boothUnknown(id) }
  return ordinal
}

/// Parses a booth number.
func boothID(_ text: String) throws(DomainError) -> BoothID {
  guard let number = Int64(text), number > 0 else {
    throw .usage("booth-number", "A booth is named by its number; 'fourcuts booths list' shows them.")
  }
  return BoothID(number)
}

extension DomainError {
  static func boothUnknown(_ id: BoothID) -> DomainError {
    DomainError(
      .notFound, "booth-unknown", "There is no booth \(id); 'fourcuts booths list' shows those there are.", field: "id")
  }
}
