import Basics
import Foundation

/// The normals of the ellipsoid at all booths of a file, for one pass over all of them.
///
/// The angle between two normals bounds the geodesic from below: a normal turns by at most 1/ρ per metre, where
/// ρ = b²/a is the least radius of curvature.
struct Normals: Sendable {
  private static let leastRadius = Geodesic.polarRadius * Geodesic.polarRadius / Geodesic.equatorialRadius
  /// What single precision can be wrong by, of a chord: 1.2e-7 for each of three coordinates of two points.
  private static let margin: Float = 5e-7

  private let x: [Float]
  private let y: [Float]
  private let z: [Float]

  /// Complexity: O(n).
  init(of file: OfflineFile) {
    var (x, y, z) = ([Float](), [Float](), [Float]())
    x.reserveCapacity(file.count)
    y.reserveCapacity(file.count)
    z.reserveCapacity(file.count)
    for index in 0..<file.count {
      let normal = Self.normal(Coordinate(file.coordinate(index)))
      x.append(normal.x)
      y.append(normal.y)
      z.append(normal.z)
    }
    (self.x, self.y, self.z) = (x, y, z)
  }

  private static func normal(_ coordinate: Coordinate) -> (x: Float, y: Float, z: Float) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    return (
      Float(cos(latitude) * cos(longitude)), Float(cos(latitude) * sin(longitude)), Float(sin(latitude))
    )
  }

  /// The indices of at most `count` booths that pass, of the least angles; in no order.
  func nearest(to coordinate: Coordinate, _ count: Int, where passes: (Int) -> Bool) -> [Int] {
    var found = BoundedHeap(count)
    scan(coordinate) { index, square in
      if square < found.limit && passes(index) { found.insert(index, square) }
    }
    return found.indices
  }

  /// The indices of all booths that pass and may be within a distance.
  func within(_ metres: Double, of coordinate: Coordinate, where passes: (Int) -> Bool) -> [Int] {
    let angle = min(.pi, metres / Self.leastRadius)
    let chord = Float(2 * sin(angle / 2)) + Self.margin
    let limit = angle == .pi ? .infinity : chord * chord
    var found: [Int] = []
    scan(coordinate) { index, square in
      if square <= limit && passes(index) { found.append(index) }
    }
    return found
  }

  /// Passes on the square of the chord between the normals.
  @inline(__always)
  private func scan(_ coordinate: Coordinate, _ body: (Int, Float) -> Void) {
    let centre = Self.normal(coordinate)
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        z.withUnsafeBufferPointer { z in
          for index in 0..<x.count {
            let (east, north, up) = (x[index] - centre.x, y[index] - centre.y, z[index] - centre.z)
            body(index, east * east + north * north + up * up)
          }
        }
      }
    }
  }
}

/// The smallest of many values with their indices: a heap with the greatest on top.
private struct BoundedHeap {
  private var entries: [(square: Float, index: Int)] = []
  private let capacity: Int
  /// Only what is smaller is kept.
  private(set) var limit = Float.infinity

  init(_ capacity: Int) {
    self.capacity = capacity
    if capacity <= 0 { limit = -1 }
  }

  var indices: [Int] { entries.map(\.index) }

  mutating func insert(_ index: Int, _ square: Float) {
    if entries.count < capacity {
      entries.append((square, index))
      if entries.count == capacity {
        entries.sort { $0.square > $1.square }
        limit = entries[0].square
      }
      return
    }
    // Sinks from the top.
    var hole = 0
    while 2 * hole + 1 < capacity {
      var child = 2 * hole + 1
      if child + 1 < capacity && entries[child + 1].square > entries[child].square { child += 1 }
      guard entries[child].square > square else { break }
      entries[hole] = entries[child]
      hole = child
    }
    entries[hole] = (square, index)
    limit = entries[0].square
  }
}
