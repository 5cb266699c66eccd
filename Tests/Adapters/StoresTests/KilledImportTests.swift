import Booths
import Foundation
import Stores
import Support
import Testing
import Workload

/// Rows whose source ends the process at a given batch, as kill -9 does.
private struct KillingRows: ValidatedRows {
  var batch = 0
  let last: Int

  mutating func next() -> ValidatedBatch? {
    batch += 1
    if batch > last { kill(getpid(), SIGKILL) }
    let numbers = batch * 100..<batch * 100 + 100
    return ValidatedBatch(rows: numbers.map { ValidatedRow(line: $0, attributes: .sample("new-\($0)", "new \($0)")) })
  }
}

@Suite("An import that is killed")
struct KilledImportTests {
  private static func store(_ path: String) async throws -> SQLCatalogueStore {
    try await SQLCatalogueStore(try await TestDatabase.open(path))
  }

  @Test("An import that is killed at any time leaves the catalogue as it was", arguments: [0, 1, 2, 7, 40])
  func killed(_ batches: Int) async throws {
    let directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("catalogue.sqlite").path
    let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start)
    let rows = ListedRows([.sample("1", "a"), .sample("2", "b")])
    let before = try await Self.store(path)
    _ = try await before.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, batches = batches as Int] in
      let store = try await Self.store(path)
      let request = ImportRequest(source: "seoul", file: "g", startedAt: CatalogueUnderTest.start)
      _ = try await store.importRows(request, KillingRows(last: batches), onRejected: { _ in }, progress: { _ in })
    }
    let after = try await Self.store(path)
    #expect(
      try await after.booths(after: nil, limit: 9, matching: BoothListFilter()).map(\.attributes.externalID) == [
        "1", "2",
      ])
    #expect(try await after.importRuns(limit: 9).map(\.number) == [1])
    let again = try await after.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
    #expect(again.counts == counts(unchanged: 2))
  }

  @Test("A killed import into an empty catalogue leaves it empty and intact")
  func killedFirstLoad() async throws {
    let directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("catalogue.sqlite").path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try await Self.store(path)
      let request = ImportRequest(source: "seoul", file: "g", startedAt: CatalogueUnderTest.start)
      _ = try await store.importRows(request, KillingRows(last: 30), onRejected: { _ in }, progress: { _ in })
    }
    let after = try await Self.store(path)
    #expect(try await after.version() == 0)
    let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start)
    for expected in [counts(added: 2), counts(unchanged: 2)] {
      let rows = ListedRows([.sample("1", "a"), .sample("2", "b")])
      let outcome = try await after.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
      #expect(outcome.counts == expected)
    }
  }
}
