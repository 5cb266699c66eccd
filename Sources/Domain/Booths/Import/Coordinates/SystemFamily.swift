import Geo

/// Projected systems of Korea that their numbers alone cannot distinguish: the same belt and false origin on different
/// datums, some 300 m apart. Families lie at least 100 km apart.
struct SystemFamily: Sendable {
  /// The names of the systems, the most common first.
  var members: [String]
  /// The eastings and northings of Korea's land and islands.
  var east: ClosedRange<Double>
  var north: ClosedRange<Double>

  /// Systems that are not limited to Korea.
  static let worldwide: Set<String> = ["EPSG:3857", "EPSG:32651", "EPSG:32652"]

  /// All families considered in automatic decisions.
  static let all: [SystemFamily] = [
    // Central belt (127° E), false northing 500 km.
    SystemFamily(members: ["EPSG:5174", "EPSG:5181", "EPSG:2097"], east: -100e3...700e3, north: -150e3...700e3),
    // Central belt, false northing 600 km.
    SystemFamily(members: ["EPSG:5186"], east: -100e3...700e3, north: -50e3...800e3),
    // One belt for the whole country (127.5° E). Public data does not use its predecessor EPSG:5178.
    SystemFamily(members: ["EPSG:5179"], east: 600e3...1500e3, north: 1300e3...2300e3),
    // 128° E, false origin 400 km, 600 km.
    SystemFamily(members: ["KATEC"], east: 50e3...900e3, north: -50e3...800e3),
    // Eastern belt (129° E) and western belt (125° E), false northing 600 km.
    SystemFamily(members: ["EPSG:5187"], east: -300e3...600e3, north: -50e3...800e3),
    SystemFamily(members: ["EPSG:5185"], east: 50e3...900e3, north: -50e3...800e3),
    // Eastern belt, false northing 500 km.
    SystemFamily(members: ["EPSG:5176", "EPSG:5183", "EPSG:2096"], east: -300e3...600e3, north: -150e3...700e3),
    // Kakao's system: the numbers of the central belt, times 2.5.
    SystemFamily(members: ["WCONGNAMUL"], east: -250e3...1750e3, north: -375e3...1750e3),
    // Worldwide systems: UTM zone 52 north (129° E), and Web Mercator.
    SystemFamily(members: ["EPSG:32652"], east: 100e3...900e3, north: 3600e3...4350e3),
    SystemFamily(members: ["EPSG:3857"], east: 13_750e3...14_750e3, north: 3800e3...4750e3),
  ].map(\.known).filter { !$0.members.isEmpty }

  /// The family without members unknown to `ReferenceSystem`.
  private var known: SystemFamily {
    var family = self
    family.members = members.filter { (try? ReferenceSystem.named($0)) != nil }
    return family
  }

  /// The family without members that a hint excludes; nil when none remains. An empty hint excludes nothing.
  func narrowed(to hint: [String]) -> SystemFamily? {
    guard !hint.isEmpty else { return self }
    var family = self
    family.members = members.filter(hint.contains)
    return family.members.isEmpty ? nil : family
  }

  /// Whether most of the numbers lie in the family's ranges.
  func admits(_ pair: CoordinatePair, _ rows: [Int], isSwapped: Bool) -> Bool {
    let (eastings, northings) = pair.numbers(rows, isSwapped: isSwapped)
    let admitted = zip(eastings, northings).filter { east.contains($0) && north.contains($1) }
    return admitted.count * 2 > rows.count
  }
}
