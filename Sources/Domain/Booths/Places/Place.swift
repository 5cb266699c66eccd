package import Basics
import Geo

/// The kinds of places in a gazetteer, as its files write them.
package enum PlaceKind: String, Hashable, Sendable, CaseIterable {
  case province, city, county, district, neighborhood, station, university, place, road

  /// Whether people live in it: its name usually goes with an ending such as 시, 구 or 동.
  package var isRegion: Bool {
    switch self {
    case .province, .city, .county, .district, .neighborhood: true
    case .station, .university, .place, .road: false
    }
  }
}

/// A named place: a region, a station, a university, a sight, a road.
package struct Place: Hashable, Sendable {
  package let kind: PlaceKind
  /// In Korean, as signs write it: `강남역`.
  package let name: String
  package let englishName: String
  /// The short name of the province, and of the city for a district of one: `경기 수원`. For a legal neighbourhood and a road
  /// also the district or county: `경기 성남 분당구`. Empty for provinces.
  package let area: String
  package let coordinate: Coordinate
  /// In metres: nearly all of the place lies within.
  package let radius: Double
  /// 1 to 9: which of several equal matches comes first.
  package let importance: Int
  package let lines: [String]
  /// Further names in any script.
  package let aliases: [String]
  /// The box around a province, city, county or district.
  let box: Viewport?
  /// The border of a legal neighbourhood.
  let boundary: Boundary?

  /// The box around the borders of a region; nil where they are not known.
  package var borderBox: Viewport? { box ?? boundary?.bounds }
  /// The box around it: by its borders where they are known, else around the circle of its radius.
  package var bounds: Viewport { borderBox ?? circleBounds }

  /// Whether a coordinate lies within: by its border if it is known, otherwise by its radius.
  func contains(_ coordinate: Coordinate) -> Bool {
    boundary?.contains(coordinate) ?? (Geodesic.distance(self.coordinate, coordinate) <= radius)
  }

  private var circleBounds: Viewport {
    let south = coordinate.latitude - radius / Self.metresPerDegree
    let north = coordinate.latitude + radius / Self.metresPerDegree
    // The parallel is shorter than the equator. Far north the box has no corners: any width covers the circle.
    let shrink = max(0.01, (1 - (coordinate.latitude / 90) * (coordinate.latitude / 90)))
    let east = radius / (Self.metresPerDegree * shrink)
    let box = Viewport(
      west: max(-180, coordinate.longitude - east), south: max(-90, south),
      east: min(180, coordinate.longitude + east), north: min(90, north))
    // Every edge is in range.
    return box!
  }

  private static let metresPerDegree = 111_320.0
}
