import Basics
import Segments

/// A square of the Web Mercator projection.
private struct MapSquare {
  /// The number of halvings of the world in each direction.
  var level = 0
  /// Counted from the west.
  var column = 0
  /// Counted from the north.
  var row = 0

  /// The eastern edge of the western half.
  var middleLongitude: Int32 {
    let halves = Int64(1) << (level + 1)
    return Int32((3_600_000_000 * Int64(2 * column + 1) + halves - 1) / halves - 1_800_000_000)
  }

  /// The southern edge of the northern half.
  var middleLatitude: Int32 { MapGrid.latitude(Double(2 * row + 1) / Double(1 << (level + 1))) }

  /// One of its four quarters: north before south, then west before east.
  func quarter(_ number: Int) -> MapSquare {
    MapSquare(level: level + 1, column: 2 * column + number & 1, row: 2 * row + number / 2)
  }
}

/// Builds a map tree: partitions the points of a square into its quarters, in place, and recurses.
struct MapTreeBuilder {
  static let leafLimit = 32
  /// The level of the smallest squares: the cells of the largest zoom.
  static let maxDepth = 24

  let points: UnsafeMutablePointer<MapTreePoint>
  private(set) var nodes: [MapTreeNode] = [MapTreeNode(start: 0)]
  private let count: Int

  init(_ grid: Grid, _ kinds: [UInt32]) {
    count = grid.count
    points = LargeMemory.allocate(MapTreePoint.self, count: count)
    let blocks = grid.tables.blocks
    // In the grid's order, in which neighbours are adjacent already.
    for position in 0..<count {
      let (ordinal, coordinate) = (blocks.ordinal(at: position), blocks.coordinate(at: position))
      points[position] = MapTreePoint(
        latitude: coordinate.latitudeE7, longitude: coordinate.longitudeE7, ordinal: ordinal, kind: kinds[Int(ordinal)])
    }
    withExtendedLifetime(grid) {}
  }

  mutating func build() {
    settle(0, 0..<count, MapSquare())
  }

  private mutating func settle(_ node: Int, _ range: Range<Int>, _ square: MapSquare) {
    guard let quarters = divide(range, square) else {
      for position in range { nodes[node].sum.add(points[position]) }
      return
    }
    let first = nodes.count
    nodes[node].firstChild = UInt32(first)
    for quarter in quarters { nodes.append(MapTreeNode(start: UInt32(quarter.range.lowerBound))) }
    for (index, quarter) in quarters.enumerated() {
      settle(first + index, quarter.range, quarter.square)
      nodes[node].sum.add(nodes[first + index].sum)
    }
  }

  /// The smaller squares with points, two at least; nil for a leaf.
  private func divide(_ range: Range<Int>, _ square: MapSquare) -> [(square: MapSquare, range: Range<Int>)]? {
    guard range.count > Self.leafLimit, square.level < Self.maxDepth else { return nil }
    let (latitude, longitude) = (square.middleLatitude, square.middleLongitude)
    let south = partition(range) { $0.latitude >= latitude }
    let northEast = partition(range.lowerBound..<south) { $0.longitude < longitude }
    let southEast = partition(south..<range.upperBound) { $0.longitude < longitude }
    let edges = [range.lowerBound, northEast, south, southEast, range.upperBound]
    let quarters = (0..<4).map { (square: square.quarter($0), range: edges[$0]..<edges[$0 + 1]) }
      .filter { !$0.range.isEmpty }
    return quarters.count > 1 ? quarters : divide(range, quarters[0].square)
  }

  /// Moves the matching points to the front; returns the position of the first of the others. Branchless:
  /// mispredicted branches would cost more than the work.
  @inline(__always)
  private func partition(_ range: Range<Int>, _ isFront: (MapTreePoint) -> Bool) -> Int {
    var end = range.lowerBound
    for position in range {
      let point = points[position]
      points[position] = points[end]
      points[end] = point
      end &+= isFront(point) ? 1 : 0
    }
    return end
  }
}
