import Basics
import Foundation
import Segments
import Support
import Testing
import Workload

@testable import Geo

@Suite("An index and its map in a file")
struct SegmentIndexTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func written(_ add: (inout SegmentDraft) -> Void) throws -> SegmentPart {
    var draft = SegmentDraft()
    add(&draft)
    let path = directory.url.appendingPathComponent("a.segment").path
    try draft.write(SegmentOrigin(producer: "tests", version: 1, mark: ""), to: path)
    return try SegmentFile(path, producer: "tests").contents
  }

  @Test("An index and a map in a file answer as those in memory", arguments: PointSet.allCases)
  func equal(_ set: PointSet) throws {
    for count in [0, 1, 17, 3000] {
      let points = set.points(count)
      let index = SpatialIndex(points)
      let tree = MapTree(index, kinds: points.indices.map { UInt32($0 % 3) })
      let file = try written { draft in
        index.add(to: &draft)
        draft.add(part: "map") { tree.add(to: &$0) }
      }
      let mapped = try SpatialIndex(file)
      let mappedTree = try MapTree(file.part("map"), count: count, kindCount: max(1, tree.kindCount))
      #expect(mapped.brokenInvariant() == nil && mapped.count == count && mapped.byteCount == index.byteCount)
      var random = SeededNumbers(seed: 71)
      for _ in 0..<20 {
        let near = points.isEmpty ? random.coordinate() : Coordinate(points.randomElement(using: &random)!.coordinate)
        let from = Bool.random(using: &random) ? near.moved(0.01, -0.02) : random.coordinate()
        #expect(mapped.nearest(to: from, limit: 12) == index.nearest(to: from, limit: 12))
        #expect(mapped.within(3000, of: from) == index.within(3000, of: from))
        let other = from.moved(0.5, 0.5)
        let viewport = Viewport(
          west: from.longitude, south: min(from.latitude, other.latitude), east: other.longitude,
          north: max(from.latitude, other.latitude))!
        #expect(mapped.inside(viewport) == index.inside(viewport))
        var (cells, mappedCells) = (MapCells(MapGrid(viewport, zoom: 9)), MapCells(MapGrid(viewport, zoom: 9)))
        PrunedMapTree(tree, without: [], of: index).add(to: &cells) { $0 != 1 }
        PrunedMapTree(mappedTree, without: [], of: mapped).add(to: &mappedCells) { $0 != 1 }
        #expect(cells.marks.map(\.count) == mappedCells.marks.map(\.count))
        #expect(cells.marks.map(\.latitudes) == mappedCells.marks.map(\.latitudes))
      }
      for point in points.prefix(50) {
        let ordinal = try #require(mapped.ordinal(of: point.id))
        #expect(mapped.id(of: ordinal) == point.id && mapped.coordinate(of: ordinal) == point.coordinate)
      }
    }
  }

  @Test("An index and a map in a file take changes as those in memory")
  func changes() throws {
    let points = PointSet.clustered.points(500)
    let index = SpatialIndex(points)
    let mapped = try SpatialIndex(try written { index.add(to: &$0) })
    let moved = points.prefix(20).map { IndexedPoint(id: $0.id, coordinate: points.last!.coordinate) }
    let gone = points.suffix(30).map(\.id)
    let (one, other) = (index.updating(moved, removing: gone), mapped.updating(moved, removing: gone))
    let from = Coordinate(points.last!.coordinate)
    #expect(one.nearest(to: from, limit: 100) == other.nearest(to: from, limit: 100) && one.count == other.count)
  }

  @Test("The file has the layout of the format's number")
  func layout() {
    #expect(MemoryLayout<GridNode>.size == 64 && MemoryLayout<GridCell>.size == 8)
    #expect(MemoryLayout<MapTreePoint>.size == 16 && MemoryLayout<MapTreeNode>.size == 48)
    #expect(MemoryLayout<GridNode>.offset(of: \.firstCell) == 48 && MemoryLayout<GridNode>.offset(of: \.face) == 56)
    #expect(MemoryLayout<MapTreeNode>.offset(of: \.start) == 40)
  }
}
