import Basics
import Geo

/// The distance between a sample's metre columns and its degree columns, for one reading of the metres.
struct ResidualFit {
  /// The system in which the metres were read.
  var system: ReferenceSystem
  /// Whether the metre columns were exchanged.
  var isSwapped: Bool
  /// The median distance in metres; infinite if no row gives one.
  var median: Double

  /// The maximum number of rows compared: enough for a median.
  static let maxSample = 400

  /// Compares rows that have both. Complexity: O(rows log rows).
  init(
    metres: CoordinatePair, degrees: CoordinatePair, rows: [Int], isDegreesSwapped: Bool,
    in reader: inout SystemReader, isSwapped: Bool
  ) {
    let expected = degrees.numbers(rows, isSwapped: isDegreesSwapped)
    let placed = reader.coordinates(metres, rows, isSwapped: isSwapped)
    var distances: [Double] = []
    for position in rows.indices {
      let first = Coordinate(latitude: expected.north[position], longitude: expected.east[position])
      let second = Coordinate(latitude: placed.latitude[position], longitude: placed.longitude[position])
      guard let first, let second else { continue }
      distances.append(Geodesic.distance(first, second))
    }
    distances.sort()
    system = reader.system
    self.isSwapped = isSwapped
    median = distances.isEmpty ? .infinity : distances[distances.count / 2]
  }

  /// The reading that the degree columns confirm: its median distance is at most 50 m, and that of every other system
  /// is at least 50 m and twice as far. Nil when absent: some publishers measured the two columns separately, hundreds
  /// of metres apart, and then they decide nothing.
  static func best(_ fits: [ResidualFit]) -> ResidualFit? {
    guard let best = fits.min(by: { $0.median < $1.median }), best.median <= 50 else { return nil }
    let isAlone = fits.allSatisfy { $0.system == best.system || $0.median >= max(50, 2 * best.median) }
    return isAlone ? best : nil
  }
}
