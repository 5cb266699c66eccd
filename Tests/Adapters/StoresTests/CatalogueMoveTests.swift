import Basics
import Booths
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

@Suite(
  "A catalogue that shared its database with everything else", .enabled(if: TestDatabase.engine == .sqlite))
struct CatalogueMoveTests {
  private let directory: ScratchDirectory
  private var serviceDatabase: String { directory.url.appendingPathComponent("fourcuts.sqlite").path }
  private var booths: String { directory.url.appendingPathComponent("booths.sqlite").path }

  init() throws {
    directory = try ScratchDirectory()
  }

  /// A database of the schema before, with a catalogue and a post that names a booth.
  /// - Returns: The booths in it.
  private func makeFormer(steps: Int) async throws -> [Booth] {
    let source = try await CatalogueUnderTest()
    let one = BoothAttributes.sample("1", "a")
    try await source.run([one, .sample("2", "a"), .sample("3", "c")], source: "서울")
    try await source.edit("1", [.phone]) { $0.phone = "by hand" }
    try await source.run([one.with { $0.cuts = 4 }, .sample("4", "d")], source: "서울")
    try await makeFormerDatabase(at: serviceDatabase, of: source, steps: steps)
    return try await source.all()
  }

  private func open() async throws -> (serviceDatabase: SQLiteDatabase, store: SQLCatalogueStore) {
    let database = try await SQLiteDatabase(path: serviceDatabase)
    let catalogue = try await SQLiteDatabase(path: booths)
    let store = try await SQLCatalogueStore(catalogue)
    try await database.prepareStores { [path = serviceDatabase] in
      try await catalogue.write(attaching: path, as: "community", $0)
    }
    return (database, store)
  }

  private func tables(_ database: SQLiteDatabase) async throws -> Set<String> {
    try await database.read { connection in
      var names: Set<String> = []
      try connection.each("SELECT name FROM sqlite_schema WHERE type = 'table'", []) { names.insert($0.text(0)) }
      return names
    }
  }

  private func check(_ expected: [Booth]) async throws {
    let (database, store) = try await open()
    #expect(try await store.booths(after: nil, limit: 99, matching: BoothListFilter()) == expected)
    #expect(try await store.version() == 3)
    #expect(try await store.importRuns(limit: 9).map(\.number) == [2, 1])
    let run = try #require(try await store.importRun(2))
    #expect(run.changes.map(\.kind) == [.changed, .added])
    #expect(run.changes[0].fields == [FieldChange(field: .cuts, before: "", after: "4")])
    #expect(try await store.importRun(1)?.duplicates.map(\.externalID) == ["2"])
    let left = try await tables(database)
    #expect(left.isDisjoint(with: ["booth", "source", "catalogue", "import_run", "booth_before"]))
    #expect(left.contains("account"))
    #expect(try await database.schemaVersion() == Schema.migrations(of: .main, for: .sqlite).last?.number)
  }

  @Test("gets its own database with all of its content, from any earlier schema", arguments: [1, 6, 10])
  func moved(_ steps: Int) async throws {
    let expected = try await makeFormer(steps: steps)
    try await check(expected)
    try await check(expected)
    let (_, store) = try await open()
    let run = try await store.rollBack(2, at: CatalogueUnderTest.start)
    #expect(run.rolledBackAt != nil)
    let rows = ListedRows([.sample("1", "a"), .sample("5", "e")])
    let request = ImportRequest(source: "서울", file: "f", startedAt: CatalogueUnderTest.start)
    let outcome = try await store.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
    #expect(outcome.counts == counts(added: 1, unchanged: 1))
  }

  @Test("is moved again if the process ended with the copy alone")
  func interrupted() async throws {
    let expected = try await makeFormer(steps: 10)
    let copy = directory.url.appendingPathComponent("kept.sqlite").path
    try FileManager.default.copyItem(atPath: serviceDatabase, toPath: copy)
    let (database, store) = try await open()
    #expect(try await store.version() == 3)
    await database.close()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: serviceDatabase + suffix) }
    try FileManager.default.moveItem(atPath: copy, toPath: serviceDatabase)
    try await check(expected)
  }

  @Test("is moved once by several processes that open it at the same time")
  func together() async throws {
    let expected = try await makeFormer(steps: 10)
    async let one: Void = check(expected)
    async let other: Void = check(expected)
    _ = try await (one, other)
  }

  @Test("is not dropped when it was not moved")
  func copy() async throws {
    _ = try await makeFormer(steps: 10)
    let database = try await SQLiteDatabase(path: serviceDatabase)
    await #expect(throws: DatabaseError.self) { try await database.prepareStores() }
    #expect(try await tables(database).contains("booth"))
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM booth") } == 3)
  }

  @Test("is made beside a new database")
  func new() async throws {
    let (database, store) = try await open()
    #expect(try await store.version() == 0)
    #expect(try await !tables(database).contains("booth"))
  }
}

/// Makes a database that holds everything, as it was before the catalogue had one of its own, from a catalogue.
func makeFormerDatabase(at path: String, of source: CatalogueUnderTest, steps: Int = 10) async throws {
  let former = try await SQLiteDatabase(path: path)
  try await former.migrate(Schema.migrations(of: .main, for: .sqlite).filter { $0.number <= steps })
  try await former.write(attaching: source.path, as: "source_file") { connection in
    try connection.run("DELETE FROM main.catalogue")
    for table in [
      "catalogue", "source", "booth", "catalogue_step", "import_run", "booth_before", "import_change",
      "import_change_field", "import_duplicate",
    ] {
      // The former tables have fewer columns.
      var columns: [String] = []
      try connection.each("SELECT name FROM pragma_table_info($1, 'main')", [.text(table)]) {
        columns.append($0.text(0))
      }
      let list = columns.joined(separator: ", ")
      try connection.run("INSERT INTO main.\(table) (\(list)) SELECT \(list) FROM source_file.\(table)")
    }
  }
  await former.close()
}
