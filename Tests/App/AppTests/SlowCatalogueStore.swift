import Basics
import Booths
import Synchronization

/// A store of which each load of everything takes so long that something else happens meanwhile.
final class SlowCatalogueStore: CatalogueStore {
  private let base: any CatalogueStore
  /// What happens after the next loads, before their result is returned.
  let afterLoads = Mutex<[@Sendable () async throws -> Void]>([])

  init(_ base: any CatalogueStore) { self.base = base }

  func version() async throws -> Int64 { try await base.version() }

  func loadAll<State: Sendable>(
    into start: State, _ add: @escaping @Sendable (inout State, [Booth]) throws -> Void
  ) async throws -> (state: State, version: Int64, mark: String) {
    let loaded = try await base.loadAll(into: start, add)
    let next = afterLoads.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    try await next?()
    return loaded
  }

  func changes(since version: Int64, mark: String) async throws -> CatalogueChanges? {
    try await base.changes(since: version, mark: mark)
  }

  func sources() async throws -> [BoothSource] { try await base.sources() }

  func booth(_ id: BoothID) async throws -> Booth? { try await base.booth(id) }

  func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) async throws -> [Booth] {
    try await base.booths(after: id, limit: limit, matching: filter)
  }

  func runImport(
    _ request: ImportRequest, _ reconcile: @escaping @Sendable (any ImportTransaction) throws -> ReconciledImport
  ) async throws -> ImportOutcome {
    try await base.runImport(request, reconcile)
  }

  func importRuns(limit: Int) async throws -> [ImportRun] { try await base.importRuns(limit: limit) }

  func importRun(
    _ number: Int64
  ) async throws -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])? {
    try await base.importRun(number)
  }

  func rollBack(_ number: Int64, at instant: Timestamp, discardsEdits: Bool) async throws -> ImportRun {
    try await base.rollBack(number, at: instant, discardsEdits: discardsEdits)
  }

  func edit(
    _ id: BoothID, at instant: Timestamp,
    _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  ) async throws -> Booth {
    try await base.edit(id, at: instant, change)
  }
}
