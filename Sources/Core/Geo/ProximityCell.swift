package import Basics
import Glibc

/// Cells of about 200 m for finding points near each other by a hash: two within `reach` are in the same cell, or in
/// neighbouring ones and near the border.
///
/// Bands of latitude are cut along the meridians into as many cells as their shorter edge has room for, so that the
/// cells stay as wide near the poles; the antimeridian is a cell border like any other. Smaller cells would have more
/// neighbours to look at, each a cache miss; larger ones more points to compare.
package enum ProximityCell {
  /// How near two points can be relied on to be found, in metres.
  package static let reach = 30.0

  /// The height of a band in ten-millionths of a degree.
  private static let bandHeight: Int64 = 18_000
  private static let lastBand = 1_800_000_000 / bandHeight
  /// 30.4 m in ten-millionths of a degree of latitude, where they are shortest (110,574 m a degree).
  private static let reachInBand: Int64 = 2750
  private static let turn: UInt64 = 3_600_000_000
  /// The equator of WGS84 is 40,075,017 m long; a cell is at least 200 m of it, shortened by the latitude.
  private static let cellsAtEquator = 40_075_017.0 / 200
  /// 30.5 m as a part of a cell's width, in ten-millionths of a degree of a whole turn.
  private static let reachInCell = turn * 305 / 2000

  /// The cell of a coordinate.
  package static func containing(_ coordinate: StoredCoordinate) -> UInt64 {
    let band = (Int64(coordinate.latitudeE7) + 900_000_000) / bandHeight
    return key(band, position(coordinate, in: count(in: band)).cell)
  }

  /// The other cells, at most three, in which a point within `reach` can be; most often none.
  package static func neighbours(of coordinate: StoredCoordinate) -> [UInt64] {
    let (band, rest) = (Int64(coordinate.latitudeE7) + 900_000_000).quotientAndRemainder(dividingBy: bandHeight)
    var cells = besides(coordinate, in: band)
    if rest < reachInBand && band > 0 { cells += reached(coordinate, in: band - 1) }
    if rest >= bandHeight - reachInBand && band < lastBand { cells += reached(coordinate, in: band + 1) }
    return cells
  }

  /// The cells of a band that a point of another band reaches.
  private static func reached(_ coordinate: StoredCoordinate, in band: Int64) -> [UInt64] {
    [key(band, position(coordinate, in: count(in: band)).cell)] + besides(coordinate, in: band)
  }

  /// The cells that a point reaches east or west of the one on its own meridian.
  private static func besides(_ coordinate: StoredCoordinate, in band: Int64) -> [UInt64] {
    let count = count(in: band)
    guard count > 1 else { return [] }
    let (cell, rest) = position(coordinate, in: count)
    if rest < reachInCell { return [key(band, (cell + count - 1) % count)] }
    return rest >= turn - reachInCell ? [key(band, (cell + 1) % count)] : []
  }

  /// How many cells a band has. Within 11 km of a pole, where meridians meet, a band is one cell.
  private static func count(in band: Int64) -> UInt64 {
    let south = Double(band * bandHeight - 900_000_000) / 1e7
    let poleward = max(abs(south), abs(south + Double(bandHeight) / 1e7))
    guard poleward < 89.9 else { return 1 }
    return UInt64(cellsAtEquator * cos(poleward * .pi / 180))
  }

  /// The cell of a point in a band of so many, and how far east in it: from 0 to before `turn`.
  private static func position(_ coordinate: StoredCoordinate, in count: UInt64) -> (cell: UInt64, rest: UInt64) {
    let easting = UInt64(Int64(coordinate.longitudeE7) + 1_800_000_000) % turn
    let (cell, rest) = (easting * count).quotientAndRemainder(dividingBy: turn)
    return (cell, rest)
  }

  private static func key(_ band: Int64, _ cell: UInt64) -> UInt64 { UInt64(band) << 32 | cell }
}
