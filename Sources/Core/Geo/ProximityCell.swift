package import Basics
import Glibc

/// A hash grid of cells of about 200 m for finding close points: two points within `reach` are in the same cell, or
/// in neighbouring cells near their border.
///
/// Latitude bands are divided along the meridians into as many cells as fit into their shorter edge, so that cells
/// keep their width near the poles; the antimeridian is a normal cell border. Smaller cells would need more look-ups,
/// each a cache miss; larger ones more comparisons.
package enum ProximityCell {
  /// The distance in metres within which points are found reliably.
  package static let reach = 30.0

  /// The height of a band in units of 1e-7 degrees.
  private static let bandHeight: Int64 = 18_000
  private static let lastBand = 1_800_000_000 / bandHeight
  /// 30.4 m in units of 1e-7 degrees of latitude, where they are shortest (110,574 m per degree).
  private static let reachInBand: Int64 = 2750
  private static let turn: UInt64 = 3_600_000_000
  /// The WGS84 equator is 40,075,017 m long; a cell takes at least 200 m of it, scaled by the latitude.
  private static let cellsAtEquator = 40_075_017.0 / 200
  /// 30.5 m as a fraction of a cell's width of 200 m, scaled to `turn`.
  private static let reachInCell = turn * 305 / 2000

  package static func containing(_ coordinate: StoredCoordinate) -> UInt64 {
    let band = band(of: coordinate).number
    return key(band, position(coordinate, in: count(in: band)).cell)
  }

  /// The cell of a point, and those around it that can contain a point within `reach`.
  package static func around(_ coordinate: StoredCoordinate) -> ProximityCells {
    let (band, rest) = band(of: coordinate)
    var cells = ProximityCells()
    cells.add(coordinate, in: band)
    if rest < reachInBand && band > 0 { cells.add(coordinate, in: band - 1) }
    if rest >= bandHeight - reachInBand && band < lastBand { cells.add(coordinate, in: band + 1) }
    return cells
  }

  private static func band(of coordinate: StoredCoordinate) -> (number: Int64, rest: Int64) {
    let (number, rest) = (Int64(coordinate.latitudeE7) + 900_000_000).quotientAndRemainder(dividingBy: bandHeight)
    return (number, rest)
  }

  /// The cell of a point in a band, and the one east or west of it within `reach`, if any.
  fileprivate static func cells(_ coordinate: StoredCoordinate, in band: Int64) -> (own: UInt64, beside: UInt64?) {
    let count = count(in: band)
    let (cell, rest) = position(coordinate, in: count)
    let own = key(band, cell)
    if count == 1 { return (own, nil) }
    if rest < reachInCell { return (own, key(band, (cell + count - 1) % count)) }
    return (own, rest >= turn - reachInCell ? key(band, (cell + 1) % count) : nil)
  }

  /// The number of cells of a band. Within 11 km of a pole, where meridians converge, a band is one cell.
  private static func count(in band: Int64) -> UInt64 {
    let south = Double(band * bandHeight - 900_000_000) / 1e7
    let poleward = max(abs(south), abs(south + Double(bandHeight) / 1e7))
    guard poleward < 89.9 else { return 1 }
    return UInt64(cellsAtEquator * cos(poleward * .pi / 180))
  }

  /// The cell of a point in a band of `count` cells, and its offset east in it: 0..<`turn`.
  private static func position(_ coordinate: StoredCoordinate, in count: UInt64) -> (cell: UInt64, rest: UInt64) {
    let easting = UInt64(Int64(coordinate.longitudeE7) + 1_800_000_000) % turn
    let (cell, rest) = (easting * count).quotientAndRemainder(dividingBy: turn)
    return (cell, rest)
  }

  private static func key(_ band: Int64, _ cell: UInt64) -> UInt64 { UInt64(band) << 32 | cell }
}

/// The cell of a point and its neighbours within reach: at most four, and mostly one or two. The first is its own.
package struct ProximityCells: Sendable {
  private var cells = InlineArray<4, UInt64>(repeating: 0)
  package private(set) var count = 0

  package init() {}

  package subscript(_ index: Int) -> UInt64 { cells[index] }

  fileprivate mutating func add(_ coordinate: StoredCoordinate, in band: Int64) {
    let (own, beside) = ProximityCell.cells(coordinate, in: band)
    add(own)
    if let beside { add(beside) }
  }

  private mutating func add(_ cell: UInt64) {
    cells[count] = cell
    count += 1
  }
}
