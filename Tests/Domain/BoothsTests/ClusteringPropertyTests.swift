import Basics
import Geo
import Support
import Testing
import Workload

@testable import Booths

@Suite("Map clusters, against a plain loop")
struct ClusteringPropertyTests {
  @Test(
    "Clusters equal the plain loop for any viewport, zoom and filter, also after changes",
    arguments: [1, 2, 3] as [UInt64])
  func plainLoop(seed: UInt64) throws {
    var sample = Sample(seed: seed)
    var builder = Catalogue.Builder()
    for id in 1...1500 as ClosedRange<Int64> { builder.append(sample.booth(id)) }
    var catalogue = builder.finish(version: 0)
    for version in 1...10 as ClosedRange<Int64> {
      for _ in 0..<12 { try check(catalogue, &sample) }
      // The last rounds exceed what a layer takes, so that a segment is built anew.
      let ids = Array(1...1700 as ClosedRange<Int64>).shuffled(using: &sample.numbers)
      let touched = Int.random(in: 1...(version > 7 ? 900 : 80), using: &sample.numbers)
      catalogue = catalogue.updating(
        CatalogueChanges(
          version: version, changed: ids.prefix(touched).map { sample.booth($0) },
          removed: ids.suffix(7).map { BoothID($0) }))
    }
  }

  @Test("A prepared map gives the same clusters")
  func prepared() throws {
    var sample = Sample(seed: 6)
    var builder = Catalogue.Builder()
    for id in 1...600 as ClosedRange<Int64> { builder.append(sample.booth(id)) }
    let catalogue = builder.finish(version: 0)
    #expect(catalogue.mapByteCount == 0)
    catalogue.prepareMaps()
    #expect(catalogue.mapByteCount > 0)
    for _ in 0..<20 { try check(catalogue, &sample) }
  }

  private func check(_ catalogue: Catalogue, _ sample: inout Sample) throws {
    let (viewport, zoom, filter) = (try sample.viewport(), sample.number(0...22), sample.filter())
    var cells = MapCells(MapGrid(viewport, zoom: zoom))
    for ordinal in catalogue.all(limit: .max, filter) { cells.add(ordinal, catalogue.record(ordinal).coordinate) }
    let expected = Clustering(cells).finish()
    let found = catalogue.clusters(inside: viewport, zoom: zoom, filter)
    #expect(found.count == expected.count, "\(viewport) \(zoom) \(filter)")
    #expect(found.clusters == expected.clusters, "\(viewport) \(zoom) \(filter)")
    #expect(
      found.booths.map { catalogue.record($0).id } == expected.booths.map { catalogue.record($0).id },
      "\(viewport) \(zoom) \(filter)")
  }
}

/// Seeded booths around Korean cities, the antimeridian and the lines of cells, with all that filters look at.
private struct Sample {
  var numbers: SeededNumbers
  private var coordinates: ClusteredCoordinates

  init(seed: UInt64) {
    numbers = SeededNumbers(seed: seed)
    coordinates = ClusteredCoordinates(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  private mutating func degrees(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &numbers) }

  private mutating func coordinate() -> Coordinate {
    switch number(0...9) {
    case 0: return Coordinate(latitude: degrees(-90...90), longitude: Bool.random(using: &numbers) ? 180 : -180)!
    case 1:
      let away = degrees(0...0.5)
      return Coordinate(latitude: 10, longitude: Bool.random(using: &numbers) ? 180 - away : away - 180)!
    case 2: return Coordinate(latitude: 0, longitude: Double(number(-512...512)) * 0.3515625)!
    case 3: return Coordinate(latitude: 37.5665, longitude: 126.978)!
    default:
      let next = coordinates.next()
      return Coordinate(latitude: next.latitude, longitude: next.longitude)!
    }
  }

  mutating func booth(_ id: Int64) -> Booth {
    var attributes = BoothAttributes(
      externalID: "K-\(id)", name: "샘플 \(id)", coordinate: StoredCoordinate(coordinate()))
    attributes.brand = [nil, "A", "A", "B", "C"][number(0...4)]
    attributes.tags = ["props", "robot"].filter { _ in number(0...1) == 0 }
    attributes.capacity = [nil, 2, 4, 8][number(0...3)]
    attributes.openingHours = [nil, "24/7", "Mo-Fr 10:00-22:00", "Mo-Su 09:00-21:00; PH off"][number(0...3)]
    attributes.status = [.operating, .operating, .unknown, .closed][number(0...3)]
    return Booth(id: BoothID(id), source: "sample", attributes: attributes)
  }

  mutating func filter() -> BoothFilter {
    var filter = BoothFilter()
    if number(0...2) == 0 { filter.brands = [["A"], ["B", "C"], ["none"]][number(0...2)] }
    if number(0...2) == 0 { filter.tags = ["robot"] }
    if number(0...2) == 0 { filter.people = number(1...9) }
    if number(0...2) == 0 { filter.openAt = Timestamp(seconds: 1_790_000_000 + Int64(number(0...604_800))) }
    if number(0...2) == 0 { filter.statuses = [Set(BoothStatus.allCases), [.closed], [.operating]][number(0...2)] }
    return filter
  }

  /// Between two booths, about one, between lines of cells, or anywhere.
  mutating func viewport() throws -> Viewport {
    var (one, other) = (coordinate(), coordinate())
    switch number(0...3) {
    case 0:
      let reach = degrees(0...0.2)
      let east = one.longitude + reach
      other = Coordinate(latitude: min(90, one.latitude + reach), longitude: east > 180 ? east - 360 : east)!
    case 1:
      one = Coordinate(latitude: degrees(-90...90), longitude: degrees(-180...180))!
      other = Coordinate(latitude: degrees(-90...90), longitude: degrees(-180...180))!
    case 2: one = Coordinate(latitude: 0, longitude: Double(number(-64...64)) * 2.8125)!
    default: break
    }
    return try #require(
      Viewport(
        west: one.longitude, south: min(one.latitude, other.latitude), east: other.longitude,
        north: max(one.latitude, other.latitude)))
  }
}
