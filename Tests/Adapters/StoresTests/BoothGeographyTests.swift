import Basics
import Booths
import SQL
import Stores
import Support
import Testing

@Suite("The column of PostGIS", .enabled(if: TestDatabase.engine == .postgresql))
struct BoothGeographyTests {
  private let installation: Installation
  private let store: SQLCatalogueStore
  private let geography: BoothGeography

  init() async throws {
    try PostgreSQLServer.checkPostGIS()
    installation = try await Installation(on: .postgresql)
    store = SQLCatalogueStore(prepared: installation.main)
    geography = BoothGeography(installation.main)
  }

  private func importRows(_ rows: [BoothAttributes], isDryRun: Bool = false) async throws -> ImportOutcome {
    let request = ImportRequest(
      source: "seoul", file: "f", startedAt: CatalogueUnderTest.start, isDryRun: isDryRun)
    return try await store.importRows(request, ListedRows(rows), onRejected: { _ in }, progress: { _ in })
  }

  private let here = Coordinate(StoredCoordinate(latitudeE7: 374_979_000, longitudeE7: 1_270_276_000)!)

  @Test("has the coordinates of all booths, also of those that came later or moved; not of closed ones")
  func distances() async throws {
    _ = try await importRows([.sample("1", "a"), .sample("2", "b", north: 300)])
    #expect(try await !geography.isOn())
    for _ in 1...2 { try await geography.turnOn() }
    #expect(try await geography.isOn())
    #expect(try await Set(geography.distances(from: here, within: 1000).keys) == [BoothID(1), BoothID(2)])
    _ = try await importRows([
      .sample("1", "a", north: 5000), .sample("2", "b", north: 300), .sample("3", "c", east: 200),
    ])
    let found = try await geography.distances(from: here, within: 1000)
    #expect(Set(found.keys) == [BoothID(2), BoothID(3)])
    #expect(abs(try #require(found[BoothID(2)]) - 300) < 1)
    _ = try await store.edit(BoothID(3), at: CatalogueUnderTest.start) { booth in
      booth.status = .closed
      return [.status]
    }
    #expect(try await Set(geography.distances(from: here, within: 1000).keys) == [BoothID(2)])
  }

  @Test("does not change a dry run, a rollback or a copy")
  func undisturbed() async throws {
    try await geography.turnOn()
    let rows = [BoothAttributes.sample("1", "a"), .sample("2", "b", north: 900)]
    #expect(try await importRows(rows, isDryRun: true).counts == counts(added: 2))
    #expect(try await geography.distances(from: here, within: 1000).isEmpty)
    let outcome = try await importRows(rows)
    #expect(try await importRows(rows, isDryRun: true).counts == counts(unchanged: 2))
    let found = try await geography.distances(from: here, within: 1000)
    #expect(found.count == 2)

    let (files, other) = (try await Installation(on: .sqlite), try await Installation(on: .postgresql))
    #expect(try await installation.copy(to: files).allSatisfy { $0.source == $0.target })
    try await BoothGeography(other.main).turnOn()
    #expect(try await files.copy(to: other).allSatisfy { $0.source == $0.target })
    #expect(try await BoothGeography(other.main).distances(from: here, within: 1000) == found)

    _ = try await store.rollBack(try #require(outcome.run), at: CatalogueUnderTest.start)
    #expect(try await geography.distances(from: here, within: 1000).isEmpty)
  }

  @Test("is gone when it is turned off, and can be turned on again")
  func off() async throws {
    for _ in 1...2 {
      try await geography.turnOn()
      try await geography.turnOff()
      #expect(try await !geography.isOn())
    }
    try await geography.turnOff()
    #expect(try await importRows([.sample("1", "a")], isDryRun: true).counts == counts(added: 1))
  }
}
