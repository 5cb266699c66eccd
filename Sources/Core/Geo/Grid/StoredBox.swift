import Basics

/// A closed box in units of 1e-7 degrees, which does not cross the antimeridian.
struct StoredBox {
  var west: Int32
  var south: Int32
  var east: Int32
  var north: Int32

  @inline(__always)
  func contains(_ coordinate: StoredCoordinate) -> Bool {
    coordinate.latitudeE7 >= south && coordinate.latitudeE7 <= north && coordinate.longitudeE7 >= west
      && coordinate.longitudeE7 <= east
  }
}

/// The boxes that contain exactly the stored coordinates that a viewport contains.
struct StoredBoxes {
  /// May be empty, with an edge beyond the opposite one.
  private(set) var first: StoredBox
  /// The part east of the antimeridian, if the viewport crosses it.
  private(set) var second: StoredBox?

  init(_ viewport: Viewport) {
    first = StoredBox(
      west: Self.lowest(atLeast: viewport.west), south: Self.lowest(atLeast: viewport.south),
      east: Self.highest(atMost: viewport.east), north: Self.highest(atMost: viewport.north))
    if viewport.west > viewport.east {
      second = first
      second?.west = -1_800_000_000
      first.east = 1_800_000_000
    }
  }

  func contain(_ coordinate: StoredCoordinate) -> Bool {
    first.contains(coordinate) || second?.contains(coordinate) ?? false
  }

  /// The smallest integer whose degrees, as `Coordinate` computes them, are not below `degrees`.
  private static func lowest(atLeast degrees: Double) -> Int32 {
    var number = Int((degrees * 1e7).rounded(.up))
    while Double(number - 1) / 1e7 >= degrees { number -= 1 }
    while Double(number) / 1e7 < degrees { number += 1 }
    return Int32(number)
  }

  private static func highest(atMost degrees: Double) -> Int32 {
    -lowest(atLeast: -degrees)
  }
}
