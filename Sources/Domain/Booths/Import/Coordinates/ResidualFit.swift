import Basics
import Geo

/// How far the metre columns of a sample lie from its degree columns, if they are read in one way.
struct ResidualFit {
  /// The system that the metres were read in.
  var system: ReferenceSystem
  /// Whether the metre columns were exchanged.
  var isSwapped: Bool
  /// The median distance in metres; infinite where no row gives one.
  var median: Double

  /// Rows that are compared: a median needs no more.
  static let maxSample = 400

  /// Compares rows that hold both. Complexity: O(rows log rows).
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

  /// The way of reading that the degree columns confirm: the median of its distances is at most 50 m, and every other
  /// system's is at least 50 m and twice as far. Nil where there is none: some publishers measured the two columns
  /// separately, hundreds of metres apart, and then they tell nothing.
  static func best(_ fits: [ResidualFit]) -> ResidualFit? {
    guard let best = fits.min(by: { $0.median < $1.median }), best.median <= 50 else { return nil }
    let isAlone = fits.allSatisfy { $0.system == best.system || $0.median >= max(50, 2 * best.median) }
    return isAlone ? best : nil
  }
}
