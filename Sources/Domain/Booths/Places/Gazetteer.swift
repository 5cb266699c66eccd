package import Basics
import Geo
import Tabular

/// The places that the search knows.
package struct Gazetteer: Sendable {
  package let places: [Place]
  private let builtNames = Lazy<NameTable>()
  private let englishAreas: [String: String]

  package static let empty = Gazetteer([])

  package init(_ places: [Place]) {
    self.places = places
    englishAreas = Self.englishAreas(of: places)
  }

  /// The English names of provinces, and of cities and counties with theirs, by the areas of the places within.
  private static func englishAreas(of places: [Place]) -> [String: String] {
    var names: [String: String] = [:]
    for place in places where place.kind == .province {
      for name in [place.name] + place.aliases { names[name] = place.englishName }
    }
    for place in places where [.city, .county].contains(place.kind) {
      guard let stem = place.stem, let province = names[place.area] else { continue }
      names["\(place.area) \(stem)"] = "\(place.englishName), \(province)"
    }
    return names
  }

  /// The English name of a place's area: `Suwon, Gyeonggi-do`. Nil where it is not known.
  package func englishArea(of place: Place) -> String? { englishAreas[place.area] }

  /// Built for the first search: a program that only starts does without.
  private var names: NameTable {
    builtNames.value {
      var names = NameTable()
      for (number, place) in places.enumerated() { names.add(place, number) }
      return names
    }
  }

  /// Reads the file that `Data/make-places.py` writes.
  /// - Throws: `DomainError` `places-unreadable`, with the line; or that of a file that is no table.
  package init(csv: [UInt8]) throws {
    var reader = try TableReader(MemorySource(csv), encoding: .utf8, delimiter: UInt8(ascii: ","))
    var places: [Place] = []
    var isHeader = true
    while let batch = try reader.next() {
      for record in 0..<batch.count {
        let fields = batch.texts(record)
        if isHeader {
          guard fields == Self.header else { throw Self.unreadable(batch.line(record)) }
          isHeader = false
        } else {
          guard let place = Place(fields) else { throw Self.unreadable(batch.line(record)) }
          places.append(place)
        }
      }
    }
    self.init(places)
  }

  private static let header = [
    "kind", "name", "name_en", "within", "latitude", "longitude", "radius_m", "importance", "lines", "aliases",
  ]

  private static func unreadable(_ line: Int) -> DomainError {
    DomainError(
      .unavailable, "places-unreadable",
      "Line \(line) of the gazetteer cannot be read; install fourcuts again, or run Data/make-places.py.")
  }

  /// The station or region around a coordinate: the smallest, of equal ones the nearest; nil where none is known.
  /// Complexity: O(places).
  package func area(at coordinate: Coordinate) -> Place? {
    var best: (place: Place, metres: Double)?
    for place in places where place.kind.isRegion || place.kind == .station {
      // The geodesic is worth its time only near by: a degree of latitude has at least 110 km.
      let span = abs(place.coordinate.latitude - coordinate.latitude) * 110_000
      guard span <= place.radius else { continue }
      let metres = Geodesic.distance(place.coordinate, coordinate)
      guard metres <= place.radius else { continue }
      if let best, (best.place.radius, best.metres) <= (place.radius, metres) { continue }
      best = (place, metres)
    }
    return best?.place
  }

  /// A place that a word names.
  struct Found: Sendable {
    let place: Place
    let match: NameMatch
  }

  /// The places that a word may name, in no order. Complexity: O(total length of the names).
  func find(_ word: SearchPhrase.Word) -> [Found] {
    names.matches(word).map { Found(place: places[$0.owner], match: $0.match) }
  }
}

extension Place {
  /// A place of the file's columns; nil where one is invalid.
  fileprivate init?(_ fields: [String]) {
    guard fields.count == 10, let kind = PlaceKind(rawValue: fields[0]), !fields[1].isEmpty,
      let latitude = Double(fields[4]), let longitude = Double(fields[5]),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude),
      let radius = Double(fields[6]), radius > 0, radius <= 1_000_000,
      let importance = Int(fields[7]), (1...9).contains(importance)
    else { return nil }
    self.kind = kind
    name = kind == .station && !fields[1].hasSuffix("역") ? fields[1] + "역" : fields[1]
    englishName = fields[2]
    area = fields[3]
    self.coordinate = coordinate
    self.radius = radius
    self.importance = importance
    lines = Self.list(fields[8])
    aliases = Self.list(fields[9])
  }

  private static func list(_ field: String) -> [String] { field.split(separator: ";").map(String.init) }
}

extension NameTable {
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
  /// The name without its ending, as most people type it (강남역, 강남구 → 강남; 건국대학교 → 건국대). Nil where nothing recognisable
  /// stays: 중구 is not found by 중.
  fileprivate var stem: String? {
    let endings: [String] =
      switch kind {
      case .province: []
      case .city: ["시"]
      case .county: ["군"]
      case .district: ["구"]
      case .neighborhood: ["동", "읍", "면"]
      case .station: ["역"]
      case .university: ["학교"]
      case .place: []
      }
    guard let ending = endings.first(where: name.hasSuffix) else { return nil }
    let stem = String(name.dropLast(ending.count))
    return stem.count > 1 ? stem : nil
  }

  fileprivate var englishStem: String? {
    guard kind.isRegion, stem != nil, let hyphen = englishName.lastIndex(of: "-") else { return nil }
    return String(englishName[..<hyphen])
  }
}
