import Basics
import Booths
import Geo
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("The column of PostGIS", .enabled(if: TestDatabase.engine == .postgresql))
struct BoothGeographyTests {
  private let installation: Installation
  private let store: SQLCatalogueStore
  private let geography: BoothGeography
  private let reader: GeographyReader

  init() async throws {
    try PostgreSQLServer.checkPostGIS()
    installation = try await Installation(on: .postgresql)
    store = SQLCatalogueStore(prepared: installation.main)
    geography = BoothGeography(installation.main)
    reader = GeographyReader(database: installation.main)
  }

  private func importRows(_ rows: [BoothAttributes], isDryRun: Bool = false) async throws -> ImportOutcome {
    let request = ImportRequest(
      source: "seoul", file: "f", startedAt: CatalogueUnderTest.start, isDryRun: isDryRun)
    return try await store.importRows(request, ListedRows(rows), onRejected: { _ in }, progress: { _ in })
  }

  private let here = Coordinate(StoredCoordinate(latitudeE7: 374_979_000, longitudeE7: 1_270_276_000)!)

  @Test("The column has the coordinates of all open booths, also of added and moved ones")
  func distances() async throws {
    _ = try await importRows([.sample("1", "a"), .sample("2", "b", north: 300)])
    #expect(try await !reader.isOn())
    for _ in 1...2 { try await geography.turnOn() }
    #expect(try await reader.isOn())
    #expect(try await Set(reader.distances(from: here, within: 1000).keys) == [BoothID(1), BoothID(2)])
    _ = try await importRows([
      .sample("1", "a", north: 5000), .sample("2", "b", north: 300), .sample("3", "c", east: 200),
    ])
    let found = try await reader.distances(from: here, within: 1000)
    #expect(Set(found.keys) == [BoothID(2), BoothID(3)])
    #expect(abs(try #require(found[BoothID(2)]) - 300) < 1)
    _ = try await store.edit(BoothID(3), at: CatalogueUnderTest.start) { booth in
      booth.status = .closed
      return [.status]
    }
    #expect(try await Set(reader.distances(from: here, within: 1000).keys) == [BoothID(2)])
  }

  @Test("The column does not change a dry run, a rollback or a copy")
  func undisturbed() async throws {
    try await geography.turnOn()
    let rows = [BoothAttributes.sample("1", "a"), .sample("2", "b", north: 900)]
    #expect(try await importRows(rows, isDryRun: true).counts == counts(added: 2))
    #expect(try await reader.distances(from: here, within: 1000).isEmpty)
    let outcome = try await importRows(rows)
    #expect(try await importRows(rows, isDryRun: true).counts == counts(unchanged: 2))
    let found = try await reader.distances(from: here, within: 1000)
    #expect(found.count == 2)

    let (files, other) = (try await Installation(on: .sqlite), try await Installation(on: .postgresql))
    #expect(try await installation.copy(to: files).allSatisfy { $0.source == $0.target })
    try await BoothGeography(other.main).turnOn()
    #expect(try await files.copy(to: other).allSatisfy { $0.source == $0.target })
    #expect(try await GeographyReader(database: other.main).distances(from: here, within: 1000) == found)

    _ = try await store.rollBack(try #require(outcome.run), at: CatalogueUnderTest.start)
    #expect(try await reader.distances(from: here, within: 1000).isEmpty)
  }

  @Test("The column is removed when it is turned off, and can be turned on again")
  func off() async throws {
    for _ in 1...2 {
      try await geography.turnOn()
      try await geography.turnOff()
      #expect(try await !reader.isOn())
    }
    try await geography.turnOff()
    #expect(try await importRows([.sample("1", "a")], isDryRun: true).counts == counts(added: 1))
  }

  @Test(
    "The column finds the same booths as the index, with distances within a millimetre", arguments: 0..<2)
  func sameAnswers(seed: Int) async throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    try await geography.turnOn()
    _ = try await importRows(
      (0..<400).map { number in
        let (north, east) = (Double.random(in: 0...2e4, using: &numbers), Double.random(in: 0...2e4, using: &numbers))
        return .sample("\(number)", north: north, east: east)
      })
    let catalogue = try await Catalogue.load(from: store)
    for round in 0..<60 {
      let start = Self.point(near: round % 2 == 0 ? here : nil, &numbers)
      let nearest = catalogue.near(start, limit: 10)
      let last = try #require(nearest.last).metres
      try await compare(nearest, at: start, radius: last, in: catalogue)
      let radius = try #require(nearest.first).metres + .random(in: 1...1000, using: &numbers)
      try await compare(catalogue.near(start, limit: 400, within: radius), at: start, radius: radius, in: catalogue)
    }
  }

  /// Booths whose distances differ by at most this count as equally far; in metres.
  private static let tolerance = 0.001

  private func compare(
    _ answer: [Neighbor], at start: Coordinate, radius: Double, in catalogue: Catalogue
  ) async throws {
    let expected = try await reader.distances(from: start, within: radius + 10 * Self.tolerance)
    let found = Dictionary(uniqueKeysWithValues: answer.map { (catalogue.record($0.ordinal).id, $0.metres) })
    for (booth, metres) in expected where metres < radius - Self.tolerance { #expect(found[booth] != nil) }
    for (booth, metres) in found {
      #expect(abs((expected[booth] ?? .infinity) - metres) <= Self.tolerance)
    }
  }

  /// Within about 20 km north-east of a coordinate, or anywhere on Earth.
  private static func point(near coordinate: Coordinate?, _ numbers: inout SeededNumbers) -> Coordinate {
    let latitudes = coordinate.map { $0.latitude...$0.latitude + 0.18 } ?? -90...90
    let longitudes = coordinate.map { $0.longitude...$0.longitude + 0.22 } ?? -180...180
    return Coordinate(
      latitude: .random(in: latitudes, using: &numbers), longitude: .random(in: longitudes, using: &numbers))!
  }
}
