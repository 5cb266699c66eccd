package import Basics

/// A cluster: the sums of the points of one map mark. Longitudes continue east beyond 180 if the viewport crosses the
/// antimeridian.
package struct MapMark: Sendable {
  package private(set) var count = 0
  /// The ordinal of one of the points; of the only one if there is one.
  package private(set) var ordinal: UInt32 = 0
  /// The sum of the latitudes, in units of 1e-7 degrees.
  package private(set) var latitudes: Int64 = 0
  package private(set) var longitudes: Int64 = 0
  package private(set) var south = Int64.max
  package private(set) var north = Int64.min
  package private(set) var west = Int64.max
  package private(set) var east = Int64.min

  /// The mark with its ordinal mapped by `name`.
  fileprivate func renamed(_ name: (UInt32) -> UInt32) -> MapMark {
    var mark = self
    mark.ordinal = name(ordinal)
    return mark
  }

  package mutating func add(_ other: MapMark) {
    if count == 0 { ordinal = other.ordinal }
    count += other.count
    latitudes += other.latitudes
    longitudes += other.longitudes
    (south, north) = (min(south, other.south), max(north, other.north))
    (west, east) = (min(west, other.west), max(east, other.east))
  }

  /// Adds summed points after moving them east by `shift`.
  @inline(__always)
  mutating func add(_ sum: PointSum, shift: Int64) {
    if sum.count == 0 { return }
    ordinal = sum.ordinal
    count &+= Int(sum.count)
    latitudes &+= sum.latitudes
    longitudes &+= sum.longitudes &+ Int64(sum.count) &* shift
    (south, north) = (min(south, Int64(sum.box.south)), max(north, Int64(sum.box.north)))
    (west, east) = (min(west, Int64(sum.box.west) &+ shift), max(east, Int64(sum.box.east) &+ shift))
  }
}

package struct MapCells: Sendable {
  package let grid: MapGrid
  /// The marks, row by row from the north; many may be empty.
  package internal(set) var marks: [MapMark]

  package init(_ grid: MapGrid) {
    self.grid = grid
    marks = [MapMark](repeating: MapMark(), count: grid.columns * grid.rows)
  }

  /// Adds a point if it lies in the viewport. Complexity: O(log rows).
  package mutating func add(_ ordinal: UInt32, _ coordinate: StoredCoordinate) {
    guard grid.viewport.contains(Coordinate(coordinate)) else { return }
    let longitude = grid.unwrapped(coordinate.longitudeE7)
    var sum = PointSum()
    sum.add(
      MapTreePoint(latitude: coordinate.latitudeE7, longitude: coordinate.longitudeE7, ordinal: ordinal, kind: 0))
    marks[grid.cell(latitude: coordinate.latitudeE7, unwrapped: longitude)]
      .add(sum, shift: longitude - Int64(coordinate.longitudeE7))
  }

  /// Adds the marks of other cells of the same grid, with their ordinals mapped by `name`.
  package mutating func add(_ other: MapCells, naming name: (UInt32) -> UInt32) {
    for (index, mark) in other.marks.enumerated() where mark.count > 0 { marks[index].add(mark.renamed(name)) }
  }
}
