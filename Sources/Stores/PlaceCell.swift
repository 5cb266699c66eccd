import Geo
import Glibc

/// Cells of at least 61 m in which places of one name are looked for: two places within 30 m of each other are in the
/// same cell or in neighbouring ones.
///
/// Bands of latitude are cut along the meridians into as many cells as their shorter edge has room for, so that the
/// cells stay as wide near the poles; the antimeridian is a cell border like any other.
enum PlaceCell {
  /// The height of a band in ten-millionths of a degree: 60.8 m where a degree of latitude is shortest (110,574 m).
  private static let bandHeight: Int64 = 5500
  private static let lastBand = 1_800_000_000 / bandHeight
  private static let turn: UInt64 = 3_600_000_000
  /// The equator of WGS84 is 40,075,017 m long; a cell is at least 61 m of it, shortened by the latitude.
  private static let cellsAtEquator = 40_075_017.0 / 61

  /// The cell of a place.
  static func containing(_ place: StoredCoordinate) -> UInt64 {
    let band = (Int64(place.latitudeE7) + 900_000_000) / bandHeight
    return key(band, position(place, in: count(in: band)).cell)
  }

  /// Calls the body with each of the at most four cells in which a place within 30 m can be.
  static func eachAround(_ place: StoredCoordinate, _ body: (UInt64) throws -> Void) rethrows {
    let northing = Int64(place.latitudeE7) + 900_000_000
    let band = northing / bandHeight
    let neighbour = northing % bandHeight * 2 < bandHeight ? band - 1 : band + 1
    try eachInBand(band, place, body)
    if neighbour >= 0 && neighbour <= lastBand { try eachInBand(neighbour, place, body) }
  }

  private static func eachInBand(
    _ band: Int64, _ place: StoredCoordinate, _ body: (UInt64) throws -> Void
  ) rethrows {
    let count = count(in: band)
    let (cell, isWest) = position(place, in: count)
    try body(key(band, cell))
    let neighbour = isWest ? (cell + count - 1) % count : (cell + 1) % count
    if neighbour != cell { try body(key(band, neighbour)) }
  }

  /// How many cells a band has. Within 11 km of a pole, where meridians meet, a band is one cell.
  private static func count(in band: Int64) -> UInt64 {
    let south = Double(band * bandHeight - 900_000_000) / 1e7
    let poleward = max(abs(south), abs(south + Double(bandHeight) / 1e7))
    guard poleward < 89.9 else { return 1 }
    return UInt64(cellsAtEquator * cos(poleward * .pi / 180))
  }

  /// The cell of a place in a band of so many, and whether the place lies in its western half.
  private static func position(_ place: StoredCoordinate, in count: UInt64) -> (cell: UInt64, isWest: Bool) {
    let easting = UInt64(Int64(place.longitudeE7) + 1_800_000_000) % turn
    let (cell, rest) = (easting * count).quotientAndRemainder(dividingBy: turn)
    return (cell, rest * 2 < turn)
  }

  private static func key(_ band: Int64, _ cell: UInt64) -> UInt64 { UInt64(band) << 32 | cell }
}
