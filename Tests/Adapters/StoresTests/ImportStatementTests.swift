import Basics
import Booths
import Foundation
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("The statements of an import", .enabled(if: TestDatabase.engine == .postgresql))
struct ImportStatementTests {
  private let directory: ScratchDirectory
  private let database: CountedDatabase
  private let store: SQLCatalogueStore

  init() async throws {
    directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("catalogue.sqlite").path
    database = CountedDatabase(try await TestDatabase.open(path))
    store = try await SQLCatalogueStore(database)
  }

  /// The number of statements of an import of rows in batches of a thousand, as a file has them.
  private func statements(_ rows: [BoothAttributes], isDryRun: Bool = false) async throws -> Int {
    database.reset()
    let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start, isDryRun: isDryRun)
    _ = try await store.importRows(
      request, ListedRows(rows, batch: 1000), onRejected: { _ in }, progress: { _ in })
    return database.count
  }

  private let rows = (0..<5000).map { BoothAttributes.sample("\($0)", "booth \($0)", north: Double($0)) }

  @Test("A thousand new, unchanged, changed or duplicate rows take few statements")
  func few() async throws {
    #expect(try await statements(rows) <= 40)
    #expect(try await statements(rows) <= 30)
    #expect(try await statements(rows, isDryRun: true) <= 80)
    #expect(try await statements(rows.map { row in row.with { $0.cuts = 4 } }) <= 160)
    // Each describes a booth of its source that the file does not name.
    let renamed = rows.map { row in row.with { $0.externalID += "x" } }
    #expect(try await statements(renamed) <= 250)
  }

  @Test("A rollback takes six statements, an edit four, and the changes since a version few")
  func others() async throws {
    _ = try await statements(rows)
    let version = try await store.version()
    let mark = try await store.loadAll(into: ()) { _, _ in }.mark
    _ = try await statements(rows.map { row in row.with { $0.cuts = 4 } })
    let instant = CatalogueUnderTest.start
    // Seven, and one for each 512 booths.
    let changes = try await database.expect(17) { try await store.changes(since: version, mark: mark) }
    #expect(changes?.changed.count == 5000)
    let booth = try #require(changes?.changed.first)
    let edited = try await database.expect(4) {
      try await store.edit(booth.id, at: instant) { attributes in
        attributes.name = "by hand"
        return [.name]
      }
    }
    #expect(edited.attributes.name == "by hand")
    let undone = try await database.expect(6) { try await store.rollBack(2, at: instant) }
    #expect(undone.rolledBackAt == instant)
  }
}
