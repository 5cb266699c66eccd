import Basics
import Booths
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

@Suite("The migration of stored texts to composed form", .enabled(if: TestDatabase.engine == .sqlite))
struct ComposedTextTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  private static let pieces = "서울".decomposedStringWithCanonicalMapping

  /// A former database with the contents of a catalogue.
  private func former(of source: CatalogueUnderTest) async throws -> SQLiteDatabase {
    let path = directory.url.appendingPathComponent("fourcuts.sqlite").path
    try await makeFormerDatabase(at: path, of: source)
    return try await SQLiteDatabase(path: path)
  }

  /// The catalogue of its own that a former database's becomes.
  private func moved(_ former: SQLiteDatabase) async throws -> CatalogueUnderTest {
    let catalogue = try await SQLiteDatabase(path: directory.url.appendingPathComponent("booths.sqlite").path)
    let store = try await SQLCatalogueStore(catalogue)
    let path = directory.url.appendingPathComponent("fourcuts.sqlite").path
    try await former.prepareStores { try await catalogue.write(attaching: path, as: "community", $0) }
    return CatalogueUnderTest(store, directory)
  }

  private func attributes(_ key: String, _ name: String, north: Double = 0) -> BoothAttributes {
    BoothAttributes.sample(key, name, north: north).with {
      $0.brand = "인생네컷"
      $0.roadAddress = "서울특별시 강남구"
      $0.tags = ["흑백"]
    }
  }

  private func decomposed(_ attributes: BoothAttributes) -> BoothAttributes {
    attributes.with {
      $0.externalID = $0.externalID.decomposedStringWithCanonicalMapping
      $0.name = $0.name.decomposedStringWithCanonicalMapping
      $0.brand = $0.brand?.decomposedStringWithCanonicalMapping
      $0.roadAddress = $0.roadAddress?.decomposedStringWithCanonicalMapping
      $0.tags = $0.tags.map(\.decomposedStringWithCanonicalMapping)
    }
  }

  private func spelling(_ attributes: BoothAttributes) -> [[UInt8]] {
    BoothField.allCases.map { Array(attributes.text($0).utf8) }
  }

  @Test("Booths keep their numbers, read as composed, and importing the composed file changes nothing")
  func composes() async throws {
    let right = [attributes("가-1", "강남점"), attributes("가-2", "홍대점", north: 500), attributes("b", "café", north: 900)]
    let priced = right.map { one in one.with { $0.price = 5000 } }
    let source = try await CatalogueUnderTest()
    try await source.run(right.map(decomposed), source: Self.pieces)
    try await source.run(priced.map(decomposed), source: Self.pieces)
    let catalogue = try await moved(try await former(of: source))
    #expect(try await catalogue.all().map(\.id.number) == [1, 2, 3])
    #expect(try await catalogue.all().map { spelling($0.attributes) } == priced.map(spelling))
    // Versions of that time have no marks.
    let booths = try await SQLiteDatabase(path: directory.url.appendingPathComponent("booths.sqlite").path)
    try await booths.write { try $0.run("UPDATE catalogue_step SET mark = '' WHERE version = 2 AND mark IS NULL") }
    #expect(try await catalogue.changes(since: 2)?.changed.map(\.id.number) == [1, 2, 3])
    #expect(try await catalogue.run(priced, source: "서울").counts == counts(unchanged: 3))
    _ = try await catalogue.store.rollBack(3, at: CatalogueUnderTest.start)
    _ = try await catalogue.store.rollBack(2, at: CatalogueUnderTest.start)
    #expect(try await catalogue.all().map { spelling($0.attributes) } == right.map(spelling))
  }

  @Test("Of two booths with one identifier the older stays, with the other's posts and todos; its import records it")
  func merges() async throws {
    let (one, two) = (attributes("가-1", "강남점"), attributes("가-2", "홍대점", north: 500))
    let three = attributes("가-3", "신촌점", north: 900)
    // Rows that are closed are kept without comparing places, as booths of two forms were.
    let shut = { (attributes: BoothAttributes) in decomposed(attributes.with { $0.status = .closed }) }
    let source = try await CatalogueUnderTest()
    try await source.run([one], source: "서울")
    try await source.run([shut(one), decomposed(two)], source: "서울")
    try await source.run([shut(two), decomposed(three)], source: Self.pieces)
    #expect(try await source.all().count == 5)
    let former = try await former(of: source)
    try await former.write { connection in
      try connection.run(
        """
        INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
        VALUES ('a', 'a@example.com', 'h', 'n', 'n', '', 0)
        """)
      try connection.run(
        "INSERT INTO todo_group (id, account_id, name, color, is_open, is_default) VALUES ('g', 'a', 'n', 'c', 1, 1)")
      try connection.run(
        """
        INSERT INTO todo (id, account_id, group_id, day, contents, is_done, booth_id) VALUES ('t', 'a', 'g', 1, 'c', 0, 2)
        """)
    }
    let catalogue = try await moved(former)
    let booths = try await catalogue.all()
    #expect(booths.map(\.id.number) == [1, 3, 5])
    #expect(booths.map { spelling($0.attributes) } == [one, two, three].map(spelling))
    #expect(Set(booths.map(\.source)) == ["서울"])
    #expect(try await former.read { try $0.integer("SELECT booth_id FROM todo") } == 1)
    let runs = try await catalogue.store.importRuns(limit: 9)
    #expect(Set(runs.map(\.source)) == ["서울"])
    #expect(runs.map(\.counts.duplicate) == [1, 1, 0])
    #expect(runs.map(\.counts.read) == [2, 2, 1])
    #expect(try await catalogue.store.importRun(2)?.duplicates.map(\.original.number) == [1])
    #expect(try await catalogue.store.importRun(3)?.duplicates.map(\.original.number) == [3])
    #expect(try await catalogue.run([one, two, three], source: "서울").counts == counts(unchanged: 3))
  }

  @Test("A catalogue that is composed already is unchanged")
  func acceptsEmpty() async throws {
    let source = try await CatalogueUnderTest()
    try await source.run([attributes("가-1", "강남점")], source: "서울")
    #expect(try await moved(try await former(of: source)).store.version() == 1)
  }
}
