package import Basics

/// Stores the catalogue.
///
/// Every method is one atomic transaction over one state of the catalogue. Besides the errors named below, each throws
/// `DomainError` of kind `unavailable` when the environment fails (disk full, locked, read-only).
package protocol CatalogueStore: Sendable {
  /// The catalogue's version: 0 at first; grows by one with every import, rollback or edit that readers can see.
  func version() async throws -> Int64

  /// Passes every booth (all statuses) to `add` in batches, by ascending id, with the state that it changes. An engine
  /// that has to read again begins again with `start`. An error of `add` ends the load. Complexity: O(n) time, one batch
  /// in memory.
  /// - Returns: The state after the last batch, and the version that the booths belong to, with its mark.
  func loadAll<State: Sendable>(
    into start: State, _ add: @escaping @Sendable (inout State, [Booth]) throws -> Void
  ) async throws -> (state: State, version: Int64, mark: String)

  /// The changes since a version: booths added or changed, ids removed (including booths both added and removed since),
  /// and the current version. Both lists by ascending id.
  ///
  /// Nil if so much changed (more than twenty thousand booths) that loading all is cheaper, or if the version never had
  /// this mark here, as after a restore from a backup.
  func changes(since version: Int64, mark: String) async throws -> CatalogueChanges?

  func sources() async throws -> [BoothSource]

  func booth(_ id: BoothID) async throws -> Booth?

  /// At most `limit` booths with ids above `id`, which need not exist, by ascending id. Empty for an unknown source.
  func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) async throws -> [Booth]

  /// Runs an import: creates its record, reconciles, and completes the record with the result of `reconcile`. The
  /// version grows only if a booth was added or replaced, or the terms of the source changed. A dry run changes nothing and blocks no writer.
  /// - Throws: Errors of `reconcile`; then everything is rolled back and no run is recorded.
  func runImport(
    _ request: ImportRequest, _ reconcile: @escaping @Sendable (any ImportTransaction) throws -> ReconciledImport
  ) async throws -> ImportOutcome

  /// At most `limit` recorded runs, newest first, including those rolled back.
  func importRuns(limit: Int) async throws -> [ImportRun]

  /// A run with the changes and duplicates recorded at the time; nil when absent.
  func importRun(_ number: Int64) async throws -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])?

  /// Undoes an import run. Booths that it added are removed; booths that it changed are restored, except for fields
  /// edited by hand since. Rows of a source that were only compared are not touched. A run that changed nothing is
  /// marked as rolled back, and the version does not change.
  /// - Parameter discardsEdits: Whether booths that it added are removed even if they were edited by hand since.
  /// - Throws: `DomainError` `run-unknown` (notFound), `run-rolled-back` (conflict), `run-overtaken` (conflict) if a
  ///   later run that is not rolled back changed the same booths (the error names that run), `booths-edited` (conflict).
  func rollBack(_ number: Int64, at instant: Timestamp, discardsEdits: Bool) async throws -> ImportRun

  /// Edits a booth by hand (see `Booth.edited`) and returns the edited booth.
  ///
  /// The caller validates the attributes; the store sets no field by itself. If neither an attribute nor a protected
  /// field changes, nothing is written and the version stays.
  /// - Throws: `DomainError` `booth-unknown` (notFound), `field-fixed` (invalid) for the identifier, and errors of
  ///   `change`.
  func edit(
    _ id: BoothID, at instant: Timestamp,
    _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  )
    async throws -> Booth
}

/// Filters a list of booths. All conditions that are set must hold.
package struct BoothListFilter: Hashable, Sendable {
  /// The exact name of the source.
  package var source: String?
  /// Any of these chains, compared without regard to case, spaces and character width; empty: any chain.
  package var brands: [String]
  package var statuses: Set<BoothStatus>

  package init(
    source: String? = nil, brands: [String] = [], statuses: Set<BoothStatus> = Set(BoothStatus.allCases)
  ) {
    self.source = source
    self.brands = brands
    self.statuses = statuses
  }
}

package struct CatalogueChanges: Sendable {
  package var version: Int64
  /// Differs between two catalogues of the same version that went different ways, as after a restore from a backup.
  package var mark: String
  /// The booths as they are now, by ascending id.
  package var changed: [Booth]
  /// Ids of booths that no longer exist, ascending.
  package var removed: [BoothID]

  package init(version: Int64, mark: String = "", changed: [Booth], removed: [BoothID]) {
    self.version = version
    self.mark = mark
    self.changed = changed
    self.removed = removed
  }
}

extension CatalogueStore {
  /// Undoes an import run that added no booth which was edited since; see `rollBack(_:at:discardsEdits:)`.
  package func rollBack(_ number: Int64, at instant: Timestamp) async throws -> ImportRun {
    try await rollBack(number, at: instant, discardsEdits: false)
  }
}
