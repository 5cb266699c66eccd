import Basics
import Booths
import Foundation
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("The index of identifiers")
struct IdentifierKeyTests {
  private let directory: ScratchDirectory
  private let database: any Database
  private let store: SQLCatalogueStore

  init() async throws {
    directory = try ScratchDirectory()
    database = try await TestDatabase.open(directory.url.appendingPathComponent("catalogue.sqlite").path)
    store = try await SQLCatalogueStore(database)
  }

  private func importRows(_ rows: any ValidatedRows, isDryRun: Bool = false) async throws {
    let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start, isDryRun: isDryRun)
    _ = try await store.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
  }

  private func isThere() async throws -> Bool {
    let query =
      switch TestDatabase.engine {
      case .sqlite: "SELECT 1 FROM sqlite_schema WHERE name = 'booth_identifier'"
      case .postgresql: "SELECT 1 FROM pg_indexes WHERE indexname = 'booth_identifier'"
      }
    return try await database.read { try $0.integer(query) } != nil
  }

  private struct NoMoreRows: Error {}

  private struct FailingRows: ValidatedRows {
    func next() throws -> ValidatedBatch? { throw NoMoreRows() }
  }

  @Test("The index exists after the first import, also after a failed or a dry one")
  func afterImports() async throws {
    await #expect(throws: NoMoreRows.self) { try await importRows(FailingRows()) }
    try await importRows(ListedRows([.sample("1", "a")]), isDryRun: true)
    for _ in 1...2 {
      try await importRows(ListedRows([.sample("1", "a"), .sample("2", "b")]))
      #expect(try await isThere())
    }
    _ = try await store.rollBack(1, at: CatalogueUnderTest.start)
    try await importRows(ListedRows([.sample("1", "a")]))
    #expect(try await isThere())
  }

  @Test("The index is built for rows that came without an import")
  func missing() async throws {
    try await importRows(ListedRows([.sample("1", "a")]))
    try await database.writeExclusively("catalogue") { try $0.run("DROP INDEX booth_identifier") }
    try await importRows(ListedRows([.sample("1", "a"), .sample("2", "b")]))
    #expect(try await isThere())
    #expect(try await store.importRuns(limit: 1).map(\.counts) == [counts(added: 1, unchanged: 1)])
  }

  @Test("Building the index does not block readers during the first import")
  func readers() async throws {
    let path = directory.url.appendingPathComponent("catalogue.sqlite").path
    let other = try await SQLCatalogueStore(try await TestDatabase.open(path, busyMilliseconds: 20))
    let rows = PausedRows([.sample("1", "a"), .sample("2", "b")])
    async let running: Void = importRows(rows)
    await rows.reachPause()
    #expect(try await other.booths(after: nil, limit: 9, matching: BoothListFilter()).isEmpty)
    rows.resume()
    try await running
    #expect(try await other.booths(after: nil, limit: 9, matching: BoothListFilter()).count == 2)
  }
}
