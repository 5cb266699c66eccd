import Basics
import Booths
import Foundation
import Geo
import Support
import Testing
import Workload

@Suite("Clusters and booths of a viewport")
struct ClusteringTests {
  @Test("Every booth of the viewport is in exactly one mark, for any filter", arguments: [1, 2, 3, 4] as [UInt64])
  func complete(seed: UInt64) throws {
    let whole = ClusteredCatalogue(seed: seed, count: 1500)
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<30 {
      let viewport = try whole.viewport(&numbers)
      let zoom = Int.random(in: 0...22, using: &numbers)
      var filter = BoothFilter()
      if Bool.random(using: &numbers) { filter.brands = ["A"] }
      if Bool.random(using: &numbers) { filter.statuses = Set(BoothStatus.allCases) }
      let inside = whole.booths.filter {
        viewport.contains(Coordinate($0.attributes.coordinate!)) && filter.statuses.contains($0.attributes.status)
          && (filter.brands.isEmpty || $0.attributes.brand == "A")
      }
      let found = whole.catalogue.clusters(inside: viewport, zoom: zoom, filter)
      #expect(found.count == inside.count)
      #expect(found.count == whole.catalogue.count(inside: viewport, filter))
      #expect(found.booths.count + found.clusters.reduce(0) { $0 + $1.count } == inside.count)
      #expect(found.booths.count + found.clusters.count <= 320)
      let alone = found.booths.map { whole.catalogue.record($0).id }
      #expect(Set(alone).count == alone.count && Set(alone).isSubset(of: inside.map(\.id)))
      #expect(found.clusters.map(\.count) == found.clusters.map(\.count).sorted(by: >))
    }
  }

  @Test("A cluster's middle is the mean of its booths, and its bounds are theirs", arguments: [5, 6] as [UInt64])
  func members(seed: UInt64) throws {
    let whole = ClusteredCatalogue(seed: seed, count: 800)
    let viewport = try #require(Viewport(west: 126.5, south: 37, east: 127.5, north: 38))
    let found = whole.catalogue.clusters(inside: viewport, zoom: 9)
    let alone = Set(found.booths.map { whole.catalogue.record($0).id })
    var rest = whole.booths.filter {
      viewport.contains(Coordinate($0.attributes.coordinate!)) && $0.attributes.status != .closed
        && !alone.contains($0.id)
    }.compactMap(\.attributes.coordinate)
    // Bounds can overlap; from the smallest on, what has as many booths within as it counts is whole.
    for cluster in found.clusters {
      let centre = Coordinate(cluster.centre)
      #expect(cluster.count > 1 && cluster.bounds.contains(centre))
      let within = rest.filter { cluster.bounds.contains(Coordinate($0)) }
      #expect(within.count >= cluster.count)
      guard within.count == cluster.count else { continue }
      let latitude = within.reduce(0.0) { $0 + Double($1.latitudeE7) } / Double(within.count)
      let longitude = within.reduce(0.0) { $0 + Double($1.longitudeE7) } / Double(within.count)
      #expect(abs(latitude - Double(cluster.centre.latitudeE7)) <= 1)
      #expect(abs(longitude - Double(cluster.centre.longitudeE7)) <= 1)
      #expect(Double(within.map(\.latitudeE7).min()!) / 1e7 == cluster.bounds.south)
      #expect(Double(within.map(\.longitudeE7).max()!) / 1e7 == cluster.bounds.east)
      rest.removeAll { within.contains($0) }
    }
  }

  @Test("Marks do not overlap, since none is nearer to another than half a square", arguments: [7, 8] as [UInt64])
  func apart(seed: UInt64) throws {
    let whole = ClusteredCatalogue(seed: seed, count: 2000)
    let viewport = try #require(Viewport(west: 126.7, south: 37.3, east: 127.3, north: 37.7))
    let zoom = 11
    let found = whole.catalogue.clusters(inside: viewport, zoom: zoom)
    let coordinates = found.clusters.map(\.centre) + found.booths.map { whole.catalogue.record($0).coordinate }
    let points = coordinates.map { pixels($0, zoom: zoom) }
    #expect(points.count > 20)
    for (index, one) in points.enumerated() {
      for other in points[(index + 1)...] {
        let gap = ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
        #expect(gap > 32)
      }
    }
  }

  @Test("Zooming in separates distant booths, and booths at one coordinate stay one mark")
  func zooming() throws {
    let booths = [coordinate(37.5, 127), coordinate(37.5, 127.001), coordinate(37.6, 127.2), coordinate(37.6, 127.2)]
      .enumerated().map {
        booth(Int64($0.offset) + 1, $0.element)
      }
    let catalogue = indexed(booths)
    let viewport = try #require(Viewport(west: 126.9, south: 37.4, east: 127.3, north: 37.7))
    let far = catalogue.clusters(inside: viewport, zoom: 5)
    #expect(far.booths.isEmpty && far.clusters.map(\.count) == [4])
    let middle = catalogue.clusters(inside: viewport, zoom: 10)
    #expect(middle.clusters.map(\.count) == [2, 2])
    let street = try #require(Viewport(west: 126.9995, south: 37.4995, east: 127.0015, north: 37.5005))
    #expect(catalogue.clusters(inside: street, zoom: 18).booths.count == 2)
    let corner = try #require(Viewport(west: 127.1999, south: 37.5999, east: 127.2001, north: 37.6001))
    let same = try #require(catalogue.clusters(inside: corner, zoom: 22).clusters.first)
    #expect(same.count == 2 && same.bounds.west == same.bounds.east && same.bounds.south == same.bounds.north)
  }

  @Test("Marks do not change while the map is moved by whole squares")
  func steady() throws {
    let whole = ClusteredCatalogue(seed: 9, count: 3000)
    // Whole squares of zoom 8, each 90 degrees / 256 wide.
    let step = 360.0 / 4 / 256
    func found(_ west: Int) throws -> [BoothCluster] {
      let viewport = try #require(
        Viewport(
          west: Double(west) * step - 180 + 1e-9, south: 36, east: Double(west + 12) * step - 180 - 1e-9, north: 39))
      return whole.catalogue.clusters(inside: viewport, zoom: 8).clusters
    }
    let first = Int(306.0 / step)
    // Away from the edges, where marks of squares outside may join.
    let inner = { (cluster: BoothCluster) in
      let column = (Double(cluster.centre.longitudeE7) / 1e7 + 180) / step
      return column > Double(first + 4) && column < Double(first + 9)
    }
    let before = try found(first).filter(inner)
    #expect(before.count > 3)
    #expect(Set(before) == Set(try found(first + 1).filter(inner)))
  }

  @Test("A viewport may cross the antimeridian, hold the poles, be the whole world or a single point")
  func edges() throws {
    let coordinates = [(10.0, 179.99), (10, -179.99), (10, 180), (90, 0), (-90, 0), (89, 100), (0, 0), (10, -180)]
    let catalogue = indexed(
      coordinates.enumerated().map { booth(Int64($0.offset) + 1, coordinate($0.element.0, $0.element.1)) })
    let crossing = try #require(Viewport(west: 179, south: 9, east: -179, north: 11))
    let found = catalogue.clusters(inside: crossing, zoom: 6)
    #expect(found.clusters.map(\.count) == [4])
    #expect(found.clusters[0].centre == coordinate(10, 180))
    #expect(found.clusters[0].bounds == Viewport(west: 179.99, south: 10, east: -179.99, north: 10))
    let narrow = try #require(Viewport(west: 179.985, south: 9.999, east: -179.985, north: 10.001))
    let apart = catalogue.clusters(inside: narrow, zoom: 16)
    #expect(apart.booths.count == 2 && apart.clusters.map(\.count) == [2])
    let whole = try #require(Viewport(west: -180, south: -90, east: 180, north: 90))
    for zoom in [0, 1, 5, 22] { #expect(catalogue.clusters(inside: whole, zoom: zoom).count == coordinates.count) }
    let around = try #require(Viewport(west: 1, south: -90, east: -1, north: 90))
    #expect(catalogue.clusters(inside: around, zoom: 3).count == coordinates.count - 3)
    let pole = try #require(Viewport(west: -180, south: 90, east: 180, north: 90))
    #expect(catalogue.clusters(inside: pole, zoom: 22).booths.count == 1)
    let point = try #require(Viewport(west: 0, south: 0, east: 0, north: 0))
    #expect(catalogue.clusters(inside: point, zoom: 22).booths.count == 1)
  }

  @Test("The map shows a changed catalogue")
  func changes() throws {
    let all = (1...40).map { booth(Int64($0), coordinate(37 + Double($0) / 100, 127)) }
    let viewport = try #require(Viewport(west: 126, south: 36, east: 128, north: 38))
    let catalogue = indexed(all).updating(
      CatalogueChanges(
        version: 1, changed: [booth(1, coordinate(10, 10)), booth(99, coordinate(37, 127.5))], removed: [BoothID(2)]))
    #expect(catalogue.clusters(inside: viewport, zoom: 10).count == 39)
  }
}

private func coordinate(_ latitude: Double, _ longitude: Double) -> StoredCoordinate {
  StoredCoordinate(Coordinate(latitude: latitude, longitude: longitude)!)
}

private func booth(_ id: Int64, _ coordinate: StoredCoordinate) -> Booth {
  Booth(
    id: BoothID(id), source: "s",
    attributes: BoothAttributes(externalID: "K-\(id)", name: "샘플 \(id)", coordinate: coordinate))
}

private func indexed(_ booths: [Booth]) -> Catalogue {
  var builder = Catalogue.Builder()
  for booth in booths { builder.append(booth) }
  return builder.finish(version: 0)
}

/// Pixels of Web Mercator with tiles of 256.
private func pixels(_ coordinate: StoredCoordinate, zoom: Int) -> (x: Double, y: Double) {
  let latitude = Double(coordinate.latitudeE7) / 1e7 * .pi / 180
  let whole = 256 * pow(2, Double(zoom))
  let y = 0.5 - asinh(tan(latitude)) / (2 * .pi)
  return ((Double(coordinate.longitudeE7) / 1e7 + 180) / 360 * whole, y * whole)
}

/// Booths clustered as in Korea, some of them closed.
private struct ClusteredCatalogue {
  let booths: [Booth]
  let catalogue: Catalogue

  init(seed: UInt64, count: Int) {
    var coordinates = ClusteredCoordinates(seed: seed)
    var numbers = SeededNumbers(seed: seed)
    booths = (1...Int64(count)).map { id in
      let next = coordinates.next()
      var made = booth(id, coordinate(next.latitude, next.longitude))
      made.attributes.brand = ["A", "B", nil].randomElement(using: &numbers)!
      made.attributes.status = [.operating, .unknown, .closed].randomElement(using: &numbers)!
      return made
    }
    catalogue = indexed(booths)
  }

  /// Any rectangle, half of them about cities and some across the antimeridian.
  func viewport(_ numbers: inout SeededNumbers) throws -> Viewport {
    func degrees(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &numbers) }
    if Bool.random(using: &numbers) {
      let (west, south) = (degrees(126...128), degrees(35...37.5))
      return try #require(
        Viewport(west: west, south: south, east: west + degrees(0...1), north: south + degrees(0...1)))
    }
    let (one, other) = (degrees(-90...90), degrees(-90...90))
    return try #require(
      Viewport(west: degrees(-180...180), south: min(one, other), east: degrees(-180...180), north: max(one, other)))
  }
}
