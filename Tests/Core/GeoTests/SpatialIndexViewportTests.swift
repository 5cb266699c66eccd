import Basics
import Support
import Testing
import Workload

@testable import Geo

@Suite("A spatial index finds what a viewport holds")
struct SpatialIndexViewportTests {
  /// Viewports at edge cases (poles, antimeridian, whole world, empty), and random ones.
  private static func viewports(_ points: [IndexedPoint], _ random: inout SeededNumbers) -> [Viewport] {
    var edges: [(Double, Double, Double, Double)] = [
      (-180, -90, 180, 90), (180, -90, -180, 90), (170, -90, -170, 90), (-180, 89.9, 180, 90), (0, -90, 0, 90),
      (-180, 0, 180, 0), (30, 89, 100, 90), (-10, -90, 200 - 30, -89.5), (44, 30, 46, 40), (126, 33, 130, 39),
      (135, -10, -135, 10), (10, 10, 5, 20), (-180, -90, -180, 90), (180, -90, 180, 90), (-100, 60, 150, 61),
    ]
    for _ in 0..<12 {
      let one = random.coordinate()
      let other = random.coordinate()
      edges.append(
        (one.longitude, min(one.latitude, other.latitude), other.longitude, max(one.latitude, other.latitude)))
      guard let point = points.randomElement(using: &random) else { continue }
      let coordinate = Coordinate(point.coordinate)
      let size = random.unit() * random.unit()
      let southWest = coordinate.moved(-size, -size)
      let northEast = coordinate.moved(size, size)
      edges.append((southWest.longitude, southWest.latitude, northEast.longitude, northEast.latitude))
      edges.append((coordinate.longitude, coordinate.latitude, coordinate.longitude, coordinate.latitude))
      edges.append((coordinate.longitude, coordinate.latitude, 180, 90))
    }
    return edges.map { Viewport(west: $0.0, south: $0.1, east: $0.2, north: $0.3)! }
  }

  @Test("A viewport holds exactly its points, by ascending identifier", arguments: PointSet.allCases)
  func exactly(_ set: PointSet) {
    let points = set.points(600)
    let index = SpatialIndex(points)
    let force = BruteForce(points: points)
    var random = SeededNumbers(seed: 7)
    for viewport in Self.viewports(points, &random) {
      let expected = force.ids(inside: viewport)
      #expect(index.inside(viewport).map { index.id(of: $0) } == expected, "\(viewport)")
      #expect(index.count(inside: viewport) == expected.count)
      let visited = index.withOrdinals(inside: viewport) { found in
        found.indices.map { index.id(of: found[$0]) }
      }
      #expect(visited.sorted() == expected)
      #expect(index.inside(viewport, limit: 5).map { index.id(of: $0) } == Array(expected.prefix(5)))
    }
  }

  @Test("A point on the edge of a viewport is inside, and one unit farther it is not")
  func edges() {
    let coordinate = StoredCoordinate(latitudeE7: 374_979_123, longitudeE7: 1_270_276_457)!
    let index = SpatialIndex([IndexedPoint(id: 1, coordinate: coordinate)])
    let (lat, lon) = (Coordinate(coordinate).latitude, Coordinate(coordinate).longitude)
    #expect(index.inside(Viewport(west: lon, south: lat, east: lon, north: lat)!) == [0])
    #expect(index.inside(Viewport(west: lon.nextUp, south: lat, east: lon + 1, north: lat)!).isEmpty)
    #expect(index.inside(Viewport(west: lon, south: lat.nextUp, east: lon, north: lat + 1)!).isEmpty)
    #expect(index.inside(Viewport(west: lon - 1, south: lat, east: lon.nextDown, north: lat)!).isEmpty)
    #expect(index.inside(Viewport(west: lon, south: lat - 1, east: lon, north: lat.nextDown)!).isEmpty)
  }

  @Test("A viewport is read page by page", arguments: [PointSet.clustered, .uniform, .equal, .antimeridian])
  func pages(_ set: PointSet) {
    let points = set.points(2000)
    let index = SpatialIndex(points)
    for viewport in [
      Viewport(west: -180, south: -90, east: 180, north: 90)!, Viewport(west: 126, south: 36, east: -179.9, north: 38)!,
    ] {
      var collected: [Int64] = []
      var after: Int64?
      while true {
        let page = index.inside(viewport, after: after, limit: 37).map { index.id(of: $0) }
        collected += page
        if page.count < 37 { break }
        after = page.last
      }
      #expect(collected == BruteForce(points: points).ids(inside: viewport))
    }
    #expect(index.inside(Viewport(west: -180, south: -90, east: 180, north: 90)!, after: .max, limit: 3).isEmpty)
  }

  @Test("A few of very many points are found wherever their identifiers lie")
  func fewOfMany() {
    var points = PointSet.uniform.points(11_000)
    let last = points.last!.id
    points += PointSet.clustered.points(1000).map { IndexedPoint(id: $0.id + last + 51, coordinate: $0.coordinate) }
    let index = SpatialIndex(points)
    let changed = index.updating([IndexedPoint(id: 500, coordinate: points[0].coordinate)], removing: [points[9].id])
    let force = BruteForce(points: points)
    for viewport in [
      Viewport(west: -180, south: -90, east: 180, north: 90)!, Viewport(west: 1, south: -90, east: 0, north: 89)!,
    ] {
      for after in [Int64.min, -30, 3000, last, last + 3000, .max] {
        let page = index.inside(viewport, after: after, limit: 6).map { index.id(of: $0) }
        #expect(page == force.ids(inside: viewport, after: after, limit: 6))
        let others = changed.inside(viewport, after: after, limit: 6).map { changed.id(of: $0) }
        #expect(others == others.sorted() && others.count == page.count && !others.contains(points[9].id))
      }
    }
    // The matching ids are high, so that a scan by ascending id finds nothing for long.
    let crowd = SpatialIndex(
      (Int32(0)..<90_000).map { id in
        let coordinate = StoredCoordinate(
          latitudeE7: id < 80_000 ? 100_000_000 + id : -100_000_000 - id, longitudeE7: id)!
        return IndexedPoint(id: Int64(id), coordinate: coordinate)
      })
    let south = Viewport(west: -1, south: -20, east: 1, north: 0)!
    #expect(crowd.inside(south, limit: 4) == [80_000, 80_001, 80_002, 80_003])
  }
}
