import Geo

/// Two columns that give a place between them, as a sample of the file holds them.
struct CoordinatePair {
  /// The column of easting or longitude, by its header.
  var eastColumn: Int
  /// The column of northing or latitude, by its header.
  var northColumn: Int
  /// One number a row; NaN where the cell gives none.
  var east: [Double] = []
  var north: [Double] = []

  /// What the numbers are, by the majority of the rows that hold two.
  enum Unit: Hashable {
    /// No row holds two numbers.
    case nothing
    /// Degrees; swapped where the columns hold each other's.
    case degrees(isSwapped: Bool)
    case metres
  }

  /// What the numbers are. Degrees are recognised by size; that latitude and longitude are exchanged by "latitudes"
  /// beyond the poles, which every longitude of Korea is. Complexity: O(rows).
  var unit: Unit {
    let rows = placedRows
    guard !rows.isEmpty else { return .nothing }
    let degrees = rows.filter { abs(east[$0]) <= 180 && abs(north[$0]) <= 180 }
    guard degrees.count * 2 >= rows.count else { return .metres }
    let exchanged = degrees.filter { abs(north[$0]) > 90 && abs(east[$0]) <= 90 }
    return .degrees(isSwapped: exchanged.count * 2 > degrees.count)
  }

  /// The rows that hold two numbers which are not both zero.
  var placedRows: [Int] {
    east.indices.filter { row in
      !east[row].isNaN && !north[row].isNaN && !(east[row] == 0 && north[row] == 0)
    }
  }

  /// The numbers of some rows, exchanged where asked.
  func numbers(_ rows: [Int], isSwapped: Bool) -> (east: [Double], north: [Double]) {
    let first = rows.map { east[$0] }
    let second = rows.map { north[$0] }
    return isSwapped ? (second, first) : (first, second)
  }

  /// The pair as columns of a plan.
  func columns(_ system: ReferenceSystem, isSwapped: Bool) -> CoordinateColumns {
    CoordinateColumns(
      east: isSwapped ? northColumn : eastColumn, north: isSwapped ? eastColumn : northColumn, system: system,
      isSwapped: isSwapped)
  }
}
