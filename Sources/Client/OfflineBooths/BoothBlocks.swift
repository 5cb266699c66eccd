import Basics
import Foundation

/// The booths of a file in blocks of neighbours, for searches that look at few of them.
///
/// The file is sorted along a curve, so that booths after one another are near to each other. Complexity: O(n) to make,
/// 40 bytes for each 128 booths.
struct BoothBlocks: Sendable {
  private static let size = 128

  fileprivate struct Block {
    let booths: Range<Int>
    let centre: Coordinate
    let normal: Normal
    /// No booth is farther from the centre, in metres.
    let radius: Double
  }

  private let blocks: [Block]

  init(of file: OfflineFile) {
    blocks = stride(from: 0, to: file.count, by: Self.size).map { start in
      let booths = start..<min(start + Self.size, file.count)
      var (south, north, west, east) = (Int32.max, Int32.min, Int32.max, Int32.min)
      for index in booths {
        let coordinate = file.coordinate(index)
        (south, north) = (min(south, coordinate.latitudeE7), max(north, coordinate.latitudeE7))
        (west, east) = (min(west, coordinate.longitudeE7), max(east, coordinate.longitudeE7))
      }
      return Block(booths, (Double(south) / 1e7, Double(north) / 1e7), (Double(west) / 1e7, Double(east) / 1e7))
    }
  }

  /// Calls `body` with blocks, nearest first, until none is left that may hold a booth within the distance that it
  /// returns last.
  ///
  /// Complexity: O(n / 128), and a geodesic for each block that is nearly as near as the last one.
  func nearest(to coordinate: Coordinate, _ body: (Range<Int>) -> Double) {
    let normal = Normal(coordinate)
    var queue = BlockQueue(blocks.map { max(0, normal.leastMetres(to: $0.normal) - $0.radius) })
    var reach = Double.infinity
    while let (number, bound, isExact) = queue.pop(), bound <= reach {
      let block = blocks[number]
      if isExact {
        reach = body(block.booths)
      } else {
        let metres = Geodesic.metres(
          coordinate.latitude, coordinate.longitude, block.centre.latitude, block.centre.longitude)
        queue.push(number, max(bound, metres - block.radius))
      }
    }
  }
}

extension BoothBlocks.Block {
  fileprivate init(
    _ booths: Range<Int>, _ latitudes: (south: Double, north: Double), _ longitudes: (west: Double, east: Double)
  ) {
    self.booths = booths
    centre = Coordinate(
      StoredCoordinate(
        clamping: Int32((latitudes.south + latitudes.north) / 2 * 1e7),
        Int32((longitudes.west + longitudes.east) / 2 * 1e7)))
    normal = Normal(centre)
    // From the centre along its parallel where that is longest, and then along a meridian; and a metre for rounding.
    let isAcross = latitudes.south < 0 && latitudes.north > 0
    let least = isAcross ? 0 : min(abs(latitudes.south), abs(latitudes.north))
    let angle = ((latitudes.north - latitudes.south) + (longitudes.east - longitudes.west) * cos(least * .pi / 180)) / 2
    radius = Normal.mostMetres(angle * .pi / 180) + 1
  }
}

/// The normal of the ellipsoid at a position: a unit vector.
struct Normal {
  private let x: Double
  private let y: Double
  private let z: Double

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    x = cos(latitude) * cos(longitude)
    y = cos(latitude) * sin(longitude)
    z = sin(latitude)
  }

  /// No geodesic between two positions is shorter: along it the normal turns by at most 1/ρ per metre, where ρ = b²/a is
  /// the least radius of curvature.
  func leastMetres(to other: Normal) -> Double {
    let (east, north, up) = (x - other.x, y - other.y, z - other.z)
    let chord = (east * east + north * north + up * up).squareRoot()
    return Geodesic.polarRadius * Geodesic.polarRadius / Geodesic.equatorialRadius * 2 * asin(min(1, chord / 2)) - 1e-6
  }

  /// A geodesic between normals at this angle is no longer: the way along which the normal turns evenly is not, and
  /// a²/b is the greatest radius of curvature.
  static func mostMetres(_ angle: Double) -> Double {
    Geodesic.equatorialRadius * Geodesic.equatorialRadius / Geodesic.polarRadius * angle
  }
}

/// Blocks by lower bounds of their distance: a heap with the least on top.
private struct BlockQueue {
  private var entries: [(bound: Double, number: Int, isExact: Bool)]

  /// Complexity: O(blocks).
  init(_ bounds: [Double]) {
    entries = bounds.enumerated().map { (bound: $1, number: $0, isExact: false) }
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  mutating func pop() -> (number: Int, bound: Double, isExact: Bool)? {
    guard let top = entries.first, let last = entries.popLast() else { return nil }
    if !entries.isEmpty {
      entries[0] = last
      sink(0)
    }
    return (top.number, top.bound, top.isExact)
  }

  mutating func push(_ number: Int, _ bound: Double) {
    entries.append((bound, number, true))
    var index = entries.count - 1
    while index > 0, entries[(index - 1) / 2].bound > entries[index].bound {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while 2 * index + 1 < entries.count {
      var child = 2 * index + 1
      if child + 1 < entries.count && entries[child + 1].bound < entries[child].bound { child += 1 }
      if entries[index].bound <= entries[child].bound { return }
      entries.swapAt(index, child)
      index = child
    }
  }
}
