import Geo

/// Two columns that together give a coordinate, as sampled from the file.
struct CoordinatePair {
  /// The column of easting or longitude, by its header.
  var eastColumn: Int
  /// The column of northing or latitude, by its header.
  var northColumn: Int
  /// One number per row; NaN when the cell holds none.
  var east: [Double] = []
  var north: [Double] = []
  /// What the numbers were divided by.
  private(set) var divisor = 1.0
  /// The order of the two numbers in a cell with both, unless the cell says otherwise.
  var isEastFirst = false
  /// How a comma before three digits is read.
  var comma = NumberText.Comma.undecided

  /// Whether one column holds both numbers.
  var isOneColumn: Bool { eastColumn == northColumn }

  init(eastColumn: Int, northColumn: Int) {
    self.eastColumn = eastColumn
    self.northColumn = northColumn
  }

  /// The unit of the numbers, by the majority of rows that hold two.
  enum Unit: Hashable {
    /// No row holds two numbers.
    case unspecified
    /// Degrees. Swapped if each column holds the other's values.
    case degrees(isSwapped: Bool)
    case metres
  }

  /// The unit of the numbers. Degrees are recognised by magnitude, and swapped columns by "latitudes" beyond the poles,
  /// which every longitude of Korea is. Complexity: O(rows).
  var unit: Unit {
    let rows = numericRows
    guard !rows.isEmpty else { return .unspecified }
    let degrees = rows.filter { abs(east[$0]) <= 180 && abs(north[$0]) <= 180 }
    guard degrees.count * 2 >= rows.count else { return .metres }
    let exchanged = degrees.filter { abs(north[$0]) > 90 && abs(east[$0]) <= 90 }
    return .degrees(isSwapped: exchanged.count * 2 > degrees.count)
  }

  /// The rows that hold two numbers which are not both zero.
  var numericRows: [Int] {
    east.indices.filter { row in
      !east[row].isNaN && !north[row].isNaN && !(east[row] == 0 && north[row] == 0)
    }
  }

  /// The numbers of some rows, with the columns exchanged if `isSwapped`.
  func numbers(_ rows: [Int], isSwapped: Bool) -> (east: [Double], north: [Double]) {
    let first = rows.map { east[$0] }
    let second = rows.map { north[$0] }
    return isSwapped ? (second, first) : (first, second)
  }

  func columns(_ system: ReferenceSystem, isSwapped: Bool) -> CoordinateColumns {
    CoordinateColumns(
      east: isSwapped ? northColumn : eastColumn, north: isSwapped ? eastColumn : northColumn, system: system,
      isSwapped: isSwapped, divisor: divisor, isEastFirst: isEastFirst)
  }

  /// No projected system has greater numbers in metres; Web Mercator has the greatest.
  private static let maxMetres = 2.1e7

  /// Whether most rows hold whole numbers that are too large for metres: degrees times a power of ten.
  var isScaled: Bool {
    let rows = numericRows
    let scaled = rows.filter { row in
      max(abs(east[row]), abs(north[row])) > Self.maxMetres && east[row] == east[row].rounded()
        && north[row] == north[row].rounded()
    }
    return !rows.isEmpty && scaled.count * 2 > rows.count
  }

  /// The pair in degrees, of which it holds 10,000,000 or 1,000,000 times the number; nil if it could be either.
  var unscaled: CoordinatePair? {
    let candidates = [1e7, 1e6].map { divided(by: $0) }
    let rows = numericRows
    let fits = candidates.map { pair in
      rows.count { row in
        let (east, north) = (pair.east[row], pair.north[row])
        return (abs(east) <= 180 && abs(north) <= 90) || (abs(north) <= 180 && abs(east) <= 90)
      } * 10 >= rows.count * 9
    }
    // Of two that are on Earth, the one in Korea.
    let inKorea = candidates.map { pair in
      rows.count { row in
        ProvinceRegions.korea.contains(latitude: pair.north[row], longitude: pair.east[row], margin: 0)
          || ProvinceRegions.korea.contains(latitude: pair.east[row], longitude: pair.north[row], margin: 0)
      } * 2 > rows.count
    }
    if let position = inKorea.firstIndex(of: true) { return candidates[position] }
    return fits.filter { $0 }.count == 1 ? fits.firstIndex(of: true).map { candidates[$0] } : nil
  }

  func divided(by divisor: Double) -> CoordinatePair {
    var pair = self
    pair.divisor = divisor
    pair.east = east.map { $0 / divisor }
    pair.north = north.map { $0 / divisor }
    return pair
  }
}
