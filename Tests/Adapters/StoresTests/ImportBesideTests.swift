import Basics
import Booths
import Foundation
import Stores
import Support
import Testing
import Workload

@Suite("During an import")
struct ImportBesideTests {
  private let directory: ScratchDirectory
  private let store: SQLCatalogueStore
  /// As another process has it.
  private let other: SQLCatalogueStore

  init() async throws {
    directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("catalogue.sqlite").path
    store = try await SQLCatalogueStore(try await TestDatabase.open(path))
    other = try await SQLCatalogueStore(try await TestDatabase.open(path, busyMilliseconds: 20))
    _ = try await other.importRows(
      Self.request, ListedRows([.sample("1", "a")]), onRejected: { _ in }, progress: { _ in })
  }

  private static let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start)

  private func begin(_ rows: PausedRows, isDryRun: Bool) -> Task<ImportOutcome, any Error> {
    var request = Self.request
    request.isDryRun = isDryRun
    return Task { [store, request] in
      try await store.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
    }
  }

  @Test(
    "Booths can be changed and imported during a dry run, which reports its effect on the earlier state")
  func dryRun() async throws {
    let rows = PausedRows([.sample("2", "b"), .sample("1", "a"), .sample("3", "c")])
    let dry = begin(rows, isDryRun: true)
    await rows.reachPause()
    for store in [store, other] {
      _ = try await store.edit(BoothID(1), at: CatalogueUnderTest.start) { attributes in
        attributes.name += "x"
        return [.name]
      }
    }
    let attributes = [BoothAttributes.sample("9", "z")]
    _ = try await other.importRows(Self.request, ListedRows(attributes), onRejected: { _ in }, progress: { _ in })
    rows.resume()
    let outcome = try await dry.value
    #expect(outcome.counts == counts(added: 2, unchanged: 1))
    #expect(outcome.run == nil)
    #expect(outcome.preview.map(\.id.number) == [2, 3])
    let booths = try await store.booths(after: nil, limit: 9, matching: BoothListFilter())
    #expect(booths.map(\.attributes.name) == ["axx", "z"])
    #expect(try await store.importRuns(limit: 9).count == 2)
  }

  @Test("During an import readers see the earlier state, and other changes are refused with the reason")
  func realRun() async throws {
    let rows = PausedRows([.sample("2", "b"), .sample("3", "c")])
    let running = begin(rows, isDryRun: false)
    await rows.reachPause()
    #expect(
      try await store.booths(after: nil, limit: 9, matching: BoothListFilter()).map(\.attributes.externalID) == ["1"])
    for change in [
      { _ = try await other.edit(BoothID(1), at: CatalogueUnderTest.start) { _ in [.name] } },
      { _ = try await other.rollBack(1, at: CatalogueUnderTest.start) },
      {
        _ = try await other.importRows(
          Self.request, ListedRows([.sample("9")]), onRejected: { _ in }, progress: { _ in })
      },
    ] {
      let rejected = try await domainError(change)
      #expect((rejected.kind, rejected.code) == (.conflict, "import-running"))
    }
    rows.resume()
    #expect(try await running.value.counts == counts(added: 2))
    #expect(try await other.version() == 2)
  }

  @Test("A dry run on its own copy leaves nothing behind")
  func nothingLeft() async throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
    let rows = PausedRows([.sample("2", "b"), .sample("3", "c")])
    let dry = begin(rows, isDryRun: true)
    await rows.reachPause()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() == before)
    rows.resume()
    #expect(try await dry.value.counts == counts(added: 2))
  }
}
