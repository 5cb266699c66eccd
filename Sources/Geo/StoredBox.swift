/// A rectangle in ten-millionths of a degree that does not cross the antimeridian. Edges belong to it.
struct StoredBox {
  var west: Int32
  var south: Int32
  var east: Int32
  var north: Int32

  /// The boxes that hold exactly the stored places that a viewport contains: none, one, or two where it crosses
  /// the antimeridian.
  static func boxes(_ viewport: Viewport) -> [StoredBox] {
    let south = lowest(atLeast: viewport.south)
    let north = highest(atMost: viewport.north)
    let west = lowest(atLeast: viewport.west)
    let east = highest(atMost: viewport.east)
    let all =
      viewport.west <= viewport.east
      ? [StoredBox(west: west, south: south, east: east, north: north)]
      : [
        StoredBox(west: west, south: south, east: 1_800_000_000, north: north),
        StoredBox(west: -1_800_000_000, south: south, east: east, north: north),
      ]
    return all.filter { $0.south <= $0.north && $0.west <= $0.east }
  }

  /// The smallest whole number whose degrees, as `Coordinate` makes them, are not below `degrees`.
  private static func lowest(atLeast degrees: Double) -> Int32 {
    var number = Int((degrees * 1e7).rounded(.up))
    while Double(number - 1) / 1e7 >= degrees { number -= 1 }
    while Double(number) / 1e7 < degrees { number += 1 }
    return Int32(number)
  }

  private static func highest(atMost degrees: Double) -> Int32 {
    -lowest(atLeast: -degrees)
  }

  @inline(__always)
  func contains(_ place: StoredCoordinate) -> Bool {
    place.latitudeE7 >= south && place.latitudeE7 <= north && place.longitudeE7 >= west && place.longitudeE7 <= east
  }
}

extension [StoredBox] {
  /// Whether a place is in one of the boxes.
  func contains(_ place: StoredCoordinate) -> Bool { contains { $0.contains(place) } }
}
