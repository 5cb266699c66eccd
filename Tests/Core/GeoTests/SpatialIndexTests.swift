import Basics
import Segments
import Support
import Testing
import Workload

@testable import Geo

@Suite("A spatial index answers as the plain loop does")
struct SpatialIndexTests {
  @Test("The tables of an index are sound", arguments: PointSet.allCases)
  func tablesAreSound(_ set: PointSet) {
    for count in [0, 1, 2, 17, 900, 4000] {
      let index = SpatialIndex(set.points(count))
      #expect(index.brokenInvariant() == nil)
      #expect(index.count == count && index.ordinalLimit == count && index.layerCount == 0)
    }
  }

  @Test("The tables of an index that was built on all cores are sound")
  func largeTablesAreSound() {
    let points =
      PointSet.clustered.points(25_000)
      + PointSet.uniform.points(5000).map {
        IndexedPoint(id: $0.id + 1_000_000, coordinate: $0.coordinate)
      }
    let index = SpatialIndex(points)
    #expect(index.brokenInvariant() == nil)
    #expect(index.byteCount < 42 * points.count)
  }

  @Test("The nearest few points equal the plain loop", arguments: PointSet.allCases)
  func nearest(_ set: PointSet) {
    let points = set.points(600)
    let index = SpatialIndex(points)
    var random = SeededNumbers(seed: 2)
    for coordinate in random.origins(points, 3) {
      for limit in [1, 10, 40] {
        BruteForce(points: points).check(
          index.nearest(to: coordinate, limit: limit), of: index, from: coordinate, limit: limit)
      }
    }
  }

  @Test("A limit above the number of points returns all of them", arguments: PointSet.allCases)
  func moreThanThereAre(_ set: PointSet) {
    let points = set.points(150)
    let index = SpatialIndex(points)
    var random = SeededNumbers(seed: 3)
    for coordinate in random.origins(points, 1) {
      let answers = index.nearest(to: coordinate, limit: 1000)
      #expect(answers.count == 150)
      BruteForce(points: points).check(answers, of: index, from: coordinate, limit: 1000)
    }
  }

  @Test("The points within a radius equal the plain loop", arguments: PointSet.allCases)
  func withinRadius(_ set: PointSet) {
    let points = set.points(500)
    let index = SpatialIndex(points)
    var random = SeededNumbers(seed: 4)
    for coordinate in random.origins(points, 2) {
      for radius in [0, 0.03, 900, 20_000, 99_999, 100_001, 700_000, 19_000_000, .infinity] {
        let answers = index.within(radius, of: coordinate)
        BruteForce(points: points).check(answers, of: index, from: coordinate, limit: .max, within: radius)
        let few = index.nearest(to: coordinate, limit: 7, within: radius)
        #expect(few == Array(answers.prefix(7)))
      }
    }
  }

  @Test("The nearest points that pass a filter equal the plain loop", arguments: PointSet.allCases)
  func filtered(_ set: PointSet) {
    let points = set.points(500)
    let index = SpatialIndex(points)
    var random = SeededNumbers(seed: 5)
    for coordinate in random.origins(points, 2) {
      for share: Int64 in [2, 50, 10_000] {
        let isWanted = { (id: Int64) in id % share == 0 }
        let answers = index.nearest(to: coordinate, limit: 12) { isWanted(index.id(of: $0)) }
        BruteForce(points: points).check(answers, of: index, from: coordinate, limit: 12) { isWanted($0.id) }
        let wanted = (0..<UInt32(points.count)).filter { isWanted(index.id(of: $0)) }
        #expect(index.nearest(to: coordinate, limit: 12, among: wanted) == answers)
        let blocks = index.blocks(of: PackedArray(wanted))
        var asked = 0
        let selected = index.nearest(to: coordinate, limit: 12, in: blocks) { ordinal in
          asked += 1
          return isWanted(index.id(of: ordinal))
        }
        #expect(selected == answers && asked <= 64 * wanted.count)
        let near = index.nearest(to: coordinate, limit: 12, within: 5000, among: wanted)
        #expect(near == answers.filter { $0.metres <= 5000 })
      }
    }
  }

  @Test("Points can be read one after another, in order of distance", arguments: PointSet.allCases)
  func nearestFirst(_ set: PointSet) {
    let points = set.points(300)
    let index = SpatialIndex(points)
    var random = SeededNumbers(seed: 6)
    for coordinate in random.origins(points, 2) {
      let all = Array(index.nearestFirst(from: coordinate))
      BruteForce(points: points).check(all, of: index, from: coordinate, limit: .max)
      #expect(all.count == 300)
    }
  }

  @Test("An empty index, a limit of 0 and a negative radius give nothing")
  func noResults() {
    let coordinate = Coordinate(latitude: 37, longitude: 127)!
    let whole = Viewport(west: -180, south: -90, east: 180, north: 90)!
    let empty = SpatialIndex([])
    #expect(empty.nearest(to: coordinate, limit: 10).isEmpty && empty.within(.infinity, of: coordinate).isEmpty)
    #expect(empty.nearest(to: coordinate, limit: 10) { _ in true }.isEmpty)
    #expect(empty.nearest(to: coordinate, limit: 10, among: [3]).isEmpty)
    #expect(empty.inside(whole).isEmpty && empty.count(inside: whole) == 0)
    #expect(Array(empty.nearestFirst(from: coordinate)).isEmpty)
    let index = SpatialIndex(PointSet.clustered.points(100))
    #expect(index.nearest(to: coordinate, limit: 0).isEmpty && index.nearest(to: coordinate, limit: -3).isEmpty)
    #expect(index.within(-1, of: coordinate).isEmpty && index.within(.nan, of: coordinate).isEmpty)
    #expect(index.inside(whole, limit: 0).isEmpty && index.nearest(to: coordinate, limit: 5, among: []).isEmpty)
  }

  @Test("Identifiers may span more than 32 bits")
  func wideIdentifiers() {
    let coordinates = PointSet.uniform.points(200)
    let points = coordinates.enumerated().map { rank, point in
      IndexedPoint(id: .min &+ Int64(rank) &* (Int64.max / 150), coordinate: point.coordinate)
    }
    let index = SpatialIndex(points)
    let coordinate = Coordinate(latitude: 10, longitude: 10)!
    BruteForce(points: points).check(index.nearest(to: coordinate, limit: 30), of: index, from: coordinate, limit: 30)
    #expect(points.indices.allSatisfy { index.ordinal(of: points[$0].id) == UInt32($0) })
    #expect(index.ordinal(of: points[3].id + 1) == nil)
  }

  @Test("Many points at one coordinate cost no more than the answers")
  func oneSpot() {
    let coordinate = StoredCoordinate(latitudeE7: 374_979_000, longitudeE7: 1_270_276_000)!
    let count: Int64 = 30_000
    let index = SpatialIndex((0..<count).map { IndexedPoint(id: $0, coordinate: coordinate) })
    #expect(index.brokenInvariant() == nil)
    for origin in [
      Coordinate(coordinate), Coordinate(latitude: 37.5, longitude: 127)!, Coordinate(coordinate).antipode,
    ] {
      #expect(index.nearest(to: origin, limit: 10).map(\.ordinal) == Array(0..<10))
      var asked = 0
      let some = index.nearest(to: origin, limit: 10) { ordinal in
        asked += 1
        return ordinal % 3 == 1
      }
      #expect(some.map(\.ordinal) == (0..<10).map { 3 * $0 + 1 })
      #expect(asked < 200)
      #expect(index.nearestFirst(from: origin).prefix(20).map(\.ordinal) == Array(0..<20))
    }
  }

  @Test("A query beside a dense cluster equals the plain loop")
  func offTheEdge() {
    var random = SeededNumbers(seed: 21)
    let points = (0..<9000).map { id in
      IndexedPoint(id: Int64(id), coordinate: stored(37.5 + random.normal() * 0.1, 127 + random.normal() * 0.1))
    }
    let index = SpatialIndex(points)
    for (latitude, longitude) in [(37.4, 126.1), (38.2, 126.5), (36.9, 127.6), (37.5, 128)] {
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)!
      BruteForce(points: points).check(index.nearest(to: coordinate, limit: 10), of: index, from: coordinate, limit: 10)
    }
  }

  @Test("A query from afar, the antipode or a pole equals the plain loop", arguments: [1, 2])
  func farAway(_ seed: UInt64) {
    var random = SeededNumbers(seed: 22)
    var points = PointSet.clustered.points(6000, seed: seed)
    let last = points.last!.id
    points += PointSet.antimeridian.points(1000, seed: seed).map {
      IndexedPoint(id: $0.id + last + 100, coordinate: $0.coordinate)
    }
    let next = points.last!.id
    points += (1...3000).map { IndexedPoint(id: next + $0, coordinate: points[Int($0) % 3].coordinate) }
    let index = SpatialIndex(points)
    #expect(index.brokenInvariant() == nil)
    let force = BruteForce(points: points)
    for coordinate in random.origins(points, 2) {
      force.check(index.nearest(to: coordinate, limit: 10), of: index, from: coordinate, limit: 10)
      let wanted = { (id: Int64) in id % 40 == 3 }
      let some = index.nearest(to: coordinate, limit: 10) { wanted(index.id(of: $0)) }
      force.check(some, of: index, from: coordinate, limit: 10) { wanted($0.id) }
      let first = Array(index.nearestFirst(from: coordinate).prefix(300))
      force.check(first, of: index, from: coordinate, limit: 300)
    }
  }

  @Test("A query measures few exact distances, however far it is")
  func fewGeodesics() {
    let index = SpatialIndex(PointSet.clustered.points(20_000))
    var random = SeededNumbers(seed: 23)
    for _ in 0..<40 {
      let far = random.coordinate()
      let antipodal = Coordinate(latitude: -36.5 + random.normal(), longitude: -52.5 + random.normal())!
      for coordinate in [far, antipodal] {
        var browser = DistanceBrowser(index.grid, nil, from: coordinate, accepts: nil)
        for _ in 0..<10 { _ = browser.next() }
        #expect(browser.measured < 60)
      }
    }
  }
}
