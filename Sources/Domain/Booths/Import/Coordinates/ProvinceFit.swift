import Basics
import Geo

/// How many sampled rows lie in the provinces of their addresses, for one reading of their numbers.
struct ProvinceFit: Equatable {
  /// The system that the numbers were read in.
  var system: ReferenceSystem
  /// Whether the columns were exchanged.
  var isSwapped: Bool
  /// Rows inside the province of their address; without addresses, rows on Korean land.
  var inside: Int
  var total: Int

  /// The fraction of rows inside; 0 without rows.
  var share: Double { total == 0 ? 0 : Double(inside) / Double(total) }

  /// The maximum number of rows examined: more would not change the decision, and each costs a projection.
  static let maxSample = 2_000

  /// Counts the rows that fit one reading of their numbers. Rows without a known province are examined only if no row
  /// has one. Complexity: O(rows).
  init(
    _ pair: CoordinatePair, rows: [Int], provinces: [Province?], in reader: inout SystemReader, isSwapped: Bool
  ) {
    let addressed = rows.filter { provinces[$0] != nil }
    let examined = ProvinceFit.sampled(addressed.isEmpty ? rows : addressed)
    let read = reader.coordinates(pair, examined, isSwapped: isSwapped)
    self.system = reader.system
    self.isSwapped = isSwapped
    total = examined.count
    inside = 0
    for (position, row) in examined.enumerated() {
      let latitude = read.latitude[position]
      let longitude = read.longitude[position]
      let fits =
        provinces[row].map { ProvinceRegions.contains($0, latitude: latitude, longitude: longitude) }
        ?? ProvinceRegions.isLand(latitude: latitude, longitude: longitude)
      if fits { inside += 1 }
    }
  }

  /// At most `limit` rows, evenly spread.
  static func sampled(_ rows: [Int], to limit: Int = maxSample) -> [Int] {
    guard rows.count > limit else { return rows }
    return (0..<limit).map { rows[$0 * rows.count / limit] }
  }
}

/// Reads pairs of numbers in one reference system.
struct SystemReader: ~Copyable {
  let system: ReferenceSystem
  private var transformation: Transformation?

  /// Prepares the transformation (5 ms), reused for all readings.
  init(_ system: ReferenceSystem) throws(DomainError) {
    transformation = try SystemReader.transformation(from: system)
    self.system = system
  }

  private static func transformation(from system: ReferenceSystem) throws(DomainError) -> Transformation? {
    guard system != .wgs84 else { return nil }
    return try Transformation(from: system)
  }

  /// The WGS84 coordinates of some rows in degrees; NaN when absent. Complexity: O(rows).
  mutating func coordinates(
    _ pair: CoordinatePair, _ rows: [Int], isSwapped: Bool
  ) -> (longitude: [Double], latitude: [Double]) {
    var (east, north) = pair.numbers(rows, isSwapped: isSwapped)
    if transformation != nil { transformation!.apply(east: &east, north: &north) }
    return (east, north)
  }
}
