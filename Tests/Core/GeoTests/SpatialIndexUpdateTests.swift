import Basics
import Segments
import Support
import Testing
import Workload

@testable import Geo

@Suite("A spatial index takes changes without a rebuild")
struct SpatialIndexUpdateTests {
  /// Applies random updates. Returns the index and the points that it must contain.
  private static func updated(_ set: PointSet, _ rounds: Int) -> (index: SpatialIndex, points: [IndexedPoint]) {
    let base = set.points(400)
    var truth = Dictionary(uniqueKeysWithValues: base.map { ($0.id, $0) })
    var index = SpatialIndex(base)
    var random = SeededNumbers(seed: 8)
    let spare = set.points(600, seed: 9)
    for _ in 0..<rounds {
      let removed = (0..<7).map { _ in Int64(random.next() % 1500) - 50 }
      var changed: [IndexedPoint] = []
      for _ in 0..<20 {
        let coordinate = spare.randomElement(using: &random)!.coordinate
        changed.append(IndexedPoint(id: Int64(random.next() % 1800) - 100, coordinate: coordinate))
      }
      for id in removed { truth[id] = nil }
      for point in changed { truth[point.id] = point }
      index = index.updating(changed, removing: removed)
    }
    return (index, Array(truth.values))
  }

  @Test("A changed index answers as one that was built anew", arguments: PointSet.allCases, [1, 8])
  func answersAsIfBuilt(_ set: PointSet, _ rounds: Int) {
    let (index, points) = Self.updated(set, rounds)
    let force = BruteForce(points: points)
    #expect(index.count == points.count && index.layerCount >= 20 * rounds)
    var random = SeededNumbers(seed: 10)
    for coordinate in random.origins(points, 2) {
      force.check(index.nearest(to: coordinate, limit: 15), of: index, from: coordinate, limit: 15)
      let near = index.within(30_000, of: coordinate)
      force.check(near, of: index, from: coordinate, limit: .max, within: 30_000)
      let odd = index.nearest(to: coordinate, limit: 15) { index.id(of: $0) % 2 != 0 }
      force.check(odd, of: index, from: coordinate, limit: 15) { $0.id % 2 != 0 }
      let among = (0..<UInt32(index.ordinalLimit)).filter { index.id(of: $0) % 2 != 0 }
      #expect(index.nearest(to: coordinate, limit: 15, among: among) == odd)
      let blocks = index.blocks(of: PackedArray(among))
      #expect(index.nearest(to: coordinate, limit: 15, in: blocks) { index.id(of: $0) % 2 != 0 } == odd)
      force.check(Array(index.nearestFirst(from: coordinate).prefix(40)), of: index, from: coordinate, limit: 40)
    }
  }

  @Test("Changed points are found in viewports", arguments: PointSet.allCases)
  func viewports(_ set: PointSet) {
    let (index, points) = Self.updated(set, 4)
    let force = BruteForce(points: points)
    for (west, south, east, north) in [(-180.0, -90.0, 180.0, 90.0), (127, 0, -53, 89.8), (100, 20, 128, 37.4)] {
      let viewport = Viewport(west: west, south: south, east: east, north: north)!
      let found = index.inside(viewport).map { index.id(of: $0) }
      #expect(found == force.ids(inside: viewport))
      let page = index.inside(viewport, after: 100, limit: 30).map { index.id(of: $0) }
      #expect(page == force.ids(inside: viewport, after: 100, limit: 30))
    }
  }

  @Test("Changed points get new ordinals in order, and the old ordinals return nothing")
  func ordinals() {
    let coordinates = PointSet.uniform.points(5).map(\.coordinate)
    let base = SpatialIndex((0..<4).map { IndexedPoint(id: Int64($0) * 10, coordinate: coordinates[$0]) })
    let changed = [IndexedPoint(id: 30, coordinate: coordinates[4]), IndexedPoint(id: 5, coordinate: coordinates[0])]
    let index = base.updating(changed, removing: [10, 999])
    #expect(index.count == 4 && index.ordinalLimit == 6 && index.layerCount == 3)
    #expect(index.ordinal(of: 30) == 4 && index.ordinal(of: 5) == 5 && index.ordinal(of: 0) == 0)
    #expect(index.ordinal(of: 10) == nil && index.ordinal(of: 999) == nil)
    #expect(
      index.id(of: 4) == 30 && index.coordinate(of: 4) == coordinates[4] && index.coordinate(of: 3) == coordinates[3])
    let again = index.updating([IndexedPoint(id: 5, coordinate: coordinates[1])], removing: [30])
    #expect(again.count == 3 && again.ordinal(of: 5) == 6 && again.ordinal(of: 30) == nil)
    #expect(index.ordinal(of: 30) == 4 && base.count == 4)
    #expect(Set(again.nearestFirst(from: Coordinate(coordinates[0])).map(\.ordinal)) == [0, 2, 6])
  }

  @Test("An index stays right long after a rebuild would pay")
  func largeLayer() {
    let points = PointSet.clustered.points(3000)
    let index = SpatialIndex(Array(points.prefix(500))).updating(Array(points.dropFirst(500)), removing: [])
    #expect(index.layerCount > SpatialIndex.maxLayerCount)
    let coordinate = Coordinate(points[77].coordinate)
    BruteForce(points: points).check(index.nearest(to: coordinate, limit: 50), of: index, from: coordinate, limit: 50)
  }
}
