import Basics
import Geo

/// How many rows of a sample lie where their addresses say, if their numbers are read in one way.
struct ProvinceFit: Equatable {
  /// The system that the numbers were read in.
  var system: ReferenceSystem
  /// Whether the columns were exchanged.
  var isSwapped: Bool
  /// Rows inside the province of their address; without addresses, rows on Korea's land.
  var inside: Int
  /// Rows looked at.
  var total: Int

  /// The part of the rows inside, 0 where there are none.
  var share: Double { total == 0 ? 0 : Double(inside) / Double(total) }

  /// Rows that a fit looks at: more would not decide otherwise, and each costs a projection.
  static let largestSample = 2_000

  /// Reads the numbers of some rows in one way and counts the rows that fit. A row without a known province is looked
  /// at only where no row has one. Complexity: O(rows), and 5 ms to prepare the projection.
  init(
    _ pair: CoordinatePair, rows: [Int], provinces: [Province?], in system: ReferenceSystem, isSwapped: Bool
  ) throws(Refusal) {
    let addressed = rows.filter { provinces[$0] != nil }
    let looked = ProvinceFit.thinned(addressed.isEmpty ? rows : addressed)
    let places = try Placed(pair, rows: looked, in: system, isSwapped: isSwapped)
    self.system = system
    self.isSwapped = isSwapped
    total = looked.count
    inside = 0
    for (position, row) in looked.enumerated() {
      let latitude = places.latitude[position]
      let longitude = places.longitude[position]
      let fits =
        provinces[row].map { ProvinceRegions.contains($0, latitude: latitude, longitude: longitude) }
        ?? ProvinceRegions.isLand(latitude: latitude, longitude: longitude)
      if fits { inside += 1 }
    }
  }

  /// At most `largestSample` rows, evenly spread.
  static func thinned(_ rows: [Int], to limit: Int = largestSample) -> [Int] {
    guard rows.count > limit else { return rows }
    return (0..<limit).map { rows[$0 * rows.count / limit] }
  }
}

/// The WGS84 places of some rows of a sample, read in one way. NaN where there is none.
struct Placed {
  var latitude: [Double]
  var longitude: [Double]

  init(_ pair: CoordinatePair, rows: [Int], in system: ReferenceSystem, isSwapped: Bool) throws(Refusal) {
    var (east, north) = pair.numbers(rows, isSwapped: isSwapped)
    if system != .wgs84 {
      var transformation = try Transformation(from: system)
      transformation.apply(east: &east, north: &north)
    }
    latitude = north
    longitude = east
  }
}
