import Basics
import Segments
import Support
import Testing
import Workload

@testable import Geo

@Suite("The tree behind maps")
struct MapTreeTests {
  @Test("Cells equal the plain loop for every set of points, viewport, zoom and filter", arguments: PointSet.allCases)
  func plainLoop(set: PointSet) throws {
    let points = set.points(1200)
    let index = SpatialIndex(points)
    let kinds = points.map { UInt32(UInt64(bitPattern: $0.id) % 5) }
    let tree = MapTree(index, kinds: kinds)
    var random = SeededNumbers(seed: 31)
    for round in 0..<60 {
      let grid = MapGrid(try Self.viewport(points, &random), zoom: Int.random(in: 0...22, using: &random))
      let gone = Set((0..<round % 4 * 10).map { _ in UInt32.random(in: 0..<1200, using: &random) })
      let wanted: Set<UInt32>? = round % 2 == 0 ? nil : [0, UInt32.random(in: 0..<5, using: &random)]
      var expected = MapCells(grid)
      for (ordinal, point) in points.enumerated()
      where !gone.contains(UInt32(ordinal)) && wanted?.contains(kinds[ordinal]) ?? true {
        expected.add(UInt32(ordinal), point.coordinate)
      }
      var found = MapCells(grid)
      PrunedMapTree(tree, without: gone, of: index)
        .add(to: &found, ofKind: wanted.map { wanted in { wanted.contains($0) } })
      #expect(found.marks.map(Contents.init) == expected.marks.map(Contents.init))
    }
  }

  @Test("A filter is asked about each kind once for any number of points")
  func asking() throws {
    let points = PointSet.clustered.points(3000)
    let index = SpatialIndex(points)
    let tree = MapTree(index, kinds: points.indices.map { UInt32($0 % 7) })
    let fixture = try #require(Viewport(west: -180, south: -90, east: 180, north: 90))
    var cells = MapCells(MapGrid(fixture, zoom: 4))
    var asked: [UInt32] = []
    PrunedMapTree(tree, without: [], of: index).add(to: &cells) { kind in
      asked.append(kind)
      return kind == 3
    }
    #expect(asked.sorted() == [0, 1, 2, 3, 4, 5, 6])
    #expect(cells.marks.reduce(0) { $0 + $1.count } == points.indices.count { $0 % 7 == 3 })
  }

  @Test("Each square holds few points, and the sums of its points", arguments: PointSet.allCases)
  func invariants(set: PointSet) {
    let points = set.points(2000)
    let tree = MapTree(SpatialIndex(points), kinds: points.map { _ in 0 })
    #expect(Set((0..<2000).map { tree.points[$0].ordinal }).count == 2000)
    var covered = 0
    for index in 0..<tree.nodeCount {
      let node = tree.nodes[index]
      var sum = PointSum()
      for position in node.range { sum.add(tree.points[position]) }
      #expect(Self.numbers(sum) == Self.numbers(node.sum))
      if node.firstChild != 0 { continue }
      covered += node.range.count
      let box = node.sum.box
      // Latitudes beyond the projection are all in one row.
      let isPolar = max(Int(box.north), -Int(box.south)) > 850_000_000
      let isSmallest = Int(box.north) - Int(box.south) < 250 && Int(box.east) - Int(box.west) < 250
      #expect(node.range.count <= MapTreeBuilder.leafLimit || isSmallest || isPolar)
    }
    #expect(covered == 2000)
    #expect(tree.byteCount < 30 * 2000)
  }

  @Test("A tree without points is empty")
  func empty() throws {
    let index = SpatialIndex([])
    let fixture = try #require(Viewport(west: -180, south: -90, east: 180, north: 90))
    var cells = MapCells(MapGrid(fixture, zoom: 0))
    PrunedMapTree(MapTree(index, kinds: []), without: [], of: index).add(to: &cells)
    #expect(cells.marks.allSatisfy { $0.count == 0 })
  }

  /// A random viewport: between two points of the set, around one of them, along cell borders, or anywhere.
  private static func viewport(_ points: [IndexedPoint], _ random: inout SeededNumbers) throws -> Viewport {
    func point() -> StoredCoordinate { points[Int(random.next() % UInt64(points.count))].coordinate }
    func line() -> Double { Double(Int(random.next() % 129)) * 2.8125 - 180 }
    let corners =
      switch random.next() % 4 {
      case 0: (point(), point())
      case 1: (stored(random.coordinate()), stored(random.coordinate()))
      case 2: (stored(line() / 2, line()), stored(line() / 2, line()))
      default: Self.about(point(), &random)
      }
    let (one, other) = (Coordinate(corners.0), Coordinate(corners.1))
    return try #require(
      Viewport(
        west: one.longitude, south: min(one.latitude, other.latitude), east: other.longitude,
        north: max(one.latitude, other.latitude)))
  }

  /// Two corners of a small box, which crosses the antimeridian if it is near.
  private static func about(
    _ coordinate: StoredCoordinate, _ random: inout SeededNumbers
  ) -> (StoredCoordinate, StoredCoordinate) {
    let coordinate = Coordinate(coordinate)
    let reach = 0.0001 * Double(1 << (random.next() % 14))
    return (
      stored(coordinate.latitude - reach, coordinate.longitude - reach),
      stored(coordinate.latitude + reach, coordinate.longitude + reach)
    )
  }

  private static func numbers(_ sum: PointSum) -> [Int64] {
    let box = sum.box
    return [Int64(sum.count), sum.latitudes, sum.longitudes]
      + [box.south, box.north, box.west, box.east].map { Int64($0) }
  }

  /// A marker for comparison: without the ids of its points unless there is only one.
  private struct Contents: Equatable {
    let numbers: [Int64]
    let ordinal: UInt32?

    init(_ mark: MapMark) {
      numbers = [
        Int64(mark.count), mark.latitudes, mark.longitudes, mark.south, mark.north, mark.west, mark.east,
      ]
      ordinal = mark.count == 1 ? mark.ordinal : nil
    }
  }
}
