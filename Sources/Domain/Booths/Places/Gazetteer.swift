package import Basics
import Geo
import Tabular

/// The places that the search knows.
package struct Gazetteer: Sendable {
  package let places: [Place]
  /// Differs between different files: answers of a program with other places may differ. Zero if it has none.
  package private(set) var mark: UInt64 = 0
  private let builtNames = Lazy<NameTable>()
  private let builtLines = Lazy<Set<String>>()
  private let englishAreas: [String: String]
  private let latitudes: [ClosedRange<Double>]

  package static let empty = Gazetteer([])

  package init(_ places: [Place]) {
    self.places = places
    englishAreas = Self.englishAreas(of: places)
    latitudes = places.map { place in
      // A degree of latitude has at least 110 km.
      let span = place.radius / 110_000
      return place.coordinate.latitude - span...place.coordinate.latitude + span
    }
  }

  /// The English names of provinces, and of municipalities with theirs, by the areas of the places within.
  private static func englishAreas(of places: [Place]) -> [String: String] {
    var names: [String: String] = [:]
    for kinds: [PlaceKind] in [[.province], [.city, .county], [.district]] {
      for place in places where kinds.contains(place.kind) {
        guard let around = place.area.isEmpty ? "" : names[place.area].map({ ", \($0)" }) else { continue }
        for area in place.areasWithin { names[area] = place.englishName + around }
      }
    }
    return names
  }

  /// The English name of a place's area: `Suwon, Gyeonggi-do`. Nil if it is not known.
  package func englishArea(of place: Place) -> String? { englishAreas[place.area] }

  /// Built for the first search: a program that only starts does not need it.
  private var names: NameTable {
    builtNames.value {
      var names = NameTable.Builder()
      for (number, place) in places.enumerated() { names.add(place, number) }
      return names.finish()
    }
  }

  /// Reads the files that `Data/scripts/make-places.py` writes.
  /// - Throws: `DomainError` `places-unreadable`, with the line; or that of a file that is no table.
  package init(csv: [UInt8], neighborhoods: [UInt8]? = nil, roads: [UInt8]? = nil) throws {
    var places = try Self.read(csv, header: Self.header) { Place($0) }
    if let neighborhoods {
      places += try Self.readByArea(neighborhoods, header: Self.neighborhoodHeader, Place.init(neighborhood:in:))
    }
    if let roads { places += try Self.readByArea(roads, header: Self.roadHeader, Place.init(road:in:)) }
    self.init(places)
    // FNV-1a: only accidents matter here.
    mark = (csv + (neighborhoods ?? []) + (roads ?? [])).reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  /// Places whose first column is their area; empty: that of the line above.
  private static func readByArea(
    _ csv: [UInt8], header: [String], _ place: ([String], _ area: String) -> Place?
  ) throws -> [Place] {
    var area = ""
    return try read(csv, header: header) { fields in
      if let own = fields.first, !own.isEmpty { area = own }
      return place(fields, area)
    }
  }

  private static func read(_ csv: [UInt8], header: [String], _ place: ([String]) -> Place?) throws -> [Place] {
    var reader = try TableReader(MemorySource(csv), encoding: .utf8, delimiter: UInt8(ascii: ","))
    var places: [Place] = []
    var isHeader = true
    while let batch = try reader.next() {
      for record in 0..<batch.count {
        let fields = batch.texts(record)
        if isHeader {
          guard fields == header else { throw Self.unreadable(batch.line(record)) }
          isHeader = false
        } else {
          guard let place = place(fields) else { throw Self.unreadable(batch.line(record)) }
          places.append(place)
        }
      }
    }
    return places
  }

  private static let header = [
    "kind", "name", "name_en", "within", "latitude", "longitude", "radius_m", "importance", "lines", "aliases", "west",
    "south", "east", "north",
  ]

  private static let neighborhoodHeader = [
    "within", "name", "latitude", "longitude", "radius_m", "importance", "aliases", "boundary",
  ]

  private static let roadHeader = ["within", "name", "latitude", "longitude", "radius_m", "importance"]

  private static func unreadable(_ line: Int) -> DomainError {
    DomainError(
      .unavailable, "places-unreadable",
      "Line \(line) of the gazetteer cannot be read; install fourcuts again, or run Data/scripts/make-places.py.")
  }

  /// The station or neighbourhood around a coordinate: the smallest, of equal ones the nearest; off all borders, as at
  /// sea, the municipality or province by its circle. Nil if none is known. Complexity: O(places).
  package func area(at coordinate: Coordinate) -> Place? {
    smallest(around: coordinate) { $0 == .station || $0 == .neighborhood }
      ?? smallest(around: coordinate) { $0.isRegion && $0 != .neighborhood }
  }

  private func smallest(around coordinate: Coordinate, _ isKind: (PlaceKind) -> Bool) -> Place? {
    var best: (place: Place, size: Double, metres: Double)?
    for (number, place) in places.enumerated() where latitudes[number].contains(coordinate.latitude) {
      guard isKind(place.kind), place.contains(coordinate) else { continue }
      let (size, metres) = (size(place), Geodesic.distance(place.coordinate, coordinate))
      if let best, (best.size, best.metres) <= (size, metres) { continue }
      best = (place, size, metres)
    }
    return best?.place
  }

  /// The radius by which areas are compared. In old town centres legal neighbourhoods are a street wide; the station is
  /// better known.
  private func size(_ place: Place) -> Double { place.boundary == nil ? place.radius : max(place.radius, 600) }

  /// A place that a word names.
  struct Found: Sendable {
    let place: Place
    let match: NameMatch
  }

  /// The places that a word may name: the first `limit` by match and importance, with all that equal the last of these,
  /// in no order. Complexity: O(names).
  func find(_ word: SearchPhrase.Word, limit: Int) -> [Found] {
    var matches = names.matches(word)
    if matches.count > limit {
      let last = matches.map { order($0.owner, $0.match) }.sorted()[limit - 1]
      matches.removeAll { order($0.owner, $0.match) > last }
    }
    return matches.map { Found(place: places[$0.owner], match: $0.match) }
  }

  /// The places that a word names for certain, or, if there are none, those whose names it begins: the first `limit`.
  /// Complexity: O(log names, and matches).
  func beginnings(_ word: SearchPhrase.Word, limit: Int) -> [Found] {
    let matches = names.beginnings(word)
    let sure = matches.filter { $0.match.rank <= NameMatch.Class.indirect }
    return foremost(sure.isEmpty ? matches : sure, limit)
  }

  /// The places whose names differ from a word by one typo: the first `limit`. Complexity: O(names).
  func corrections(_ word: SearchPhrase.Word, limit: Int) -> [Found] { foremost(names.corrections(word), limit) }

  /// The places whose names come closest to a word. Complexity: O(names).
  func closest(_ word: SearchPhrase.Word) -> [Found] {
    names.closest(word).map { Found(place: places[$0.owner], match: $0.match) }
  }

  private func foremost(_ matches: [(owner: Int, match: NameMatch)], _ limit: Int) -> [Found] {
    let first =
      matches.count <= limit
      ? matches[...] : matches.sorted { order($0.owner, $0.match) < order($1.owner, $1.match) }.prefix(limit)
    return first.map { Found(place: places[$0.owner], match: $0.match) }
  }

  /// The lines of stations, folded. Complexity: O(stations) the first time.
  var lines: Set<String> {
    builtLines.value { Set(places.flatMap(\.lines).map { SearchPhrase.folded($0) }) }
  }

  private func order(_ number: Int, _ match: NameMatch) -> Int {
    (match.rank * 16 - places[number].importance) * 2 + (match.isAlias ? 1 : 0)
  }
}

extension Place {
  /// A place of the file's columns; nil if one is invalid.
  fileprivate init?(_ fields: [String]) {
    guard fields.count == 14, let kind = PlaceKind(rawValue: fields[0]), !fields[1].isEmpty,
      let position = Position(fields[4...7]), let box = Self.box(fields[10...])
    else { return nil }
    self.kind = kind
    name = kind == .station && !fields[1].hasSuffix("역") ? fields[1] + "역" : fields[1]
    englishName = fields[2]
    area = fields[3]
    (coordinate, radius, importance) = (position.coordinate, position.radius, position.importance)
    lines = Self.list(fields[8])
    aliases = Self.list(fields[9])
    self.box = box
    boundary = nil
  }

  /// A legal neighbourhood of the file's columns; nil if one is invalid.
  fileprivate init?(neighborhood fields: [String], in area: String) {
    guard fields.count == 8, !area.isEmpty, !fields[1].isEmpty, let position = Position(fields[2...5]),
      let boundary = Boundary(fields[7])
    else { return nil }
    kind = .neighborhood
    name = fields[1]
    englishName = Romanization.neighborhood(fields[1])
    self.area = area
    (coordinate, radius, importance) = (position.coordinate, position.radius, position.importance)
    lines = []
    aliases = Self.list(fields[6])
    box = nil
    self.boundary = boundary
  }

  /// A road of the file's columns; nil if one is invalid.
  fileprivate init?(road fields: [String], in area: String) {
    guard fields.count == 6, !area.isEmpty, !fields[1].isEmpty, let position = Position(fields[2...5])
    else { return nil }
    kind = .road
    name = fields[1]
    englishName = EnglishAddress.part(fields[1])
    self.area = area
    (coordinate, radius, importance) = (position.coordinate, position.radius, position.importance)
    (lines, aliases, box, boundary) = ([], [], nil, nil)
  }

  /// Latitude, longitude, radius and importance, as all files have them.
  private struct Position {
    let coordinate: Coordinate
    let radius: Double
    let importance: Int

    init?(_ fields: ArraySlice<String>) {
      let fields = Array(fields)
      guard let latitude = Double(fields[0]), let longitude = Double(fields[1]),
        let coordinate = Coordinate(latitude: latitude, longitude: longitude),
        let radius = Double(fields[2]), radius > 0, radius <= 1_000_000,
        let importance = Int(fields[3]), (1...9).contains(importance)
      else { return nil }
      (self.coordinate, self.radius, self.importance) = (coordinate, radius, importance)
    }
  }

  /// West, south, east and north. The outer optional is nil if they are invalid, the inner where they are empty.
  private static func box(_ fields: ArraySlice<String>) -> Viewport?? {
    if fields.allSatisfy(\.isEmpty) { return .some(nil) }
    let edges = fields.compactMap { Double($0) }
    guard edges.count == 4, let box = Viewport(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    else { return nil }
    return .some(box)
  }

  private static func list(_ field: String) -> [String] { field.split(separator: ";").map(String.init) }
}

extension NameTable.Builder {
  /// Adds all names of a place: with and without its ending, Korean, English and further ones.
  fileprivate mutating func add(_ place: Place, _ owner: Int) {
    for name in [place.name] + place.aliases where !name.isEmpty {
      let isAlias = name != place.name && place.kind != .province
      add(name, owner: owner, isAlias: isAlias)
      if place.kind == .station, !name.hasSuffix("역"), !name.utf8.allSatisfy({ $0 < 0x80 }) {
        add(name + "역", owner: owner, isAlias: isAlias)
      }
    }
    if let stem = place.stem { add(stem, owner: owner, isAlias: false) }
    add(place.englishName, owner: owner, isAlias: false)
    if place.kind == .station { add(place.englishName + " Station", owner: owner, isAlias: false) }
    if let stem = place.englishStem { add(stem, owner: owner, isAlias: false) }
  }
}

extension Place {
  var areasWithin: [String] {
    switch kind {
    case .province: [name] + aliases
    case .city, .county: [stem ?? name, name].map { "\(area) \($0)" }
    case .district: ["\(area) \(name)"]
    case .neighborhood, .station, .university, .place, .road: []
    }
  }

  /// The name without its ending, as most people type it (강남역, 강남구 → 강남; 건국대학교 → 건국대). Nil if nothing recognisable
  /// stays: 중구 is not found by 중. A little known neighbourhood is called by its whole name: 부사 is the beginning of 부산,
  /// too.
  fileprivate var stem: String? {
    if boundary != nil, importance < 5 { return nil }
    let endings: [String] =
      switch kind {
      case .province: []
      case .city: ["시"]
      case .county: ["군"]
      case .district: ["구"]
      case .neighborhood: ["동", "읍", "면"]
      case .station: ["역"]
      case .university: ["학교"]
      case .place, .road: []
      }
    guard let ending = endings.first(where: name.hasSuffix) else { return nil }
    let stem = String(name.dropLast(ending.count))
    return stem.count > 1 ? stem : nil
  }

  /// How addresses write a region, folded: 서울 (and what begins with it), 전라북도.
  var namesInAddresses: [String] {
    ([name, stem].compactMap(\.self) + aliases).filter { !$0.utf8.allSatisfy { $0 < 0x80 } }.map(SearchPhrase.folded)
  }

  fileprivate var englishStem: String? {
    guard kind.isRegion, stem != nil, let hyphen = englishName.lastIndex(of: "-") else { return nil }
    return String(englishName[..<hyphen])
  }
}
