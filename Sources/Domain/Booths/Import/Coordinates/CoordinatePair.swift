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
      isSwapped: isSwapped)
  }
}
