package import Basics

/// Where the catalogue is kept.
///
/// Every method is one transaction: it sees one state of the catalogue, and does all or nothing. Beside the refusals
/// named, each throws `DomainError` of kind `unavailable` where the surroundings fail (disk full, locked, read-only).
package protocol CatalogueStore: Sendable {
  /// The catalogue's version: 0 at first; grows by one with every import, rollback or edit that readers can see.
  func version() async throws -> Int64

  /// Hands over every booth (all statuses) by ascending id, in batches, and answers the version they belong to.
  /// What `body` throws ends it. Complexity: O(n) time, one batch in memory.
  func loadAll(_ body: @escaping @Sendable ([Booth]) throws -> Void) async throws -> Int64

  /// What changed after a version: the booths added or changed since, the ids gone since (those that came and went
  /// are among them), the version now. Both by ascending id.
  ///
  /// Nil where so much changed (more than twenty thousand booths) that loading all is cheaper, and where the version
  /// is none of this catalogue's, as after a restore from a backup.
  func changes(since version: Int64) async throws -> CatalogueChanges?

  /// One booth; nil where there is none.
  func booth(_ id: BoothID) async throws -> Booth?

  /// The booths after a given one, which need not exist, by ascending id, at most `limit`. None for a source that is
  /// not known.
  func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) async throws -> [Booth]

  /// Runs an import: opens its record, reconciles, and fills the record in with what `reconcile` returns. The version
  /// moves only where a booth was added or replaced. A dry run changes nothing, and no writer waits for it.
  /// - Throws: Whatever `reconcile` throws; everything is rolled back then, and no run is recorded.
  func runImport(
    _ request: ImportRequest, _ reconcile: @escaping @Sendable (any ImportTransaction) throws -> ReconciledImport
  ) async throws -> ImportOutcome

  /// Recorded runs, those rolled back included, newest first, at most `limit`.
  func importRuns(limit: Int) async throws -> [ImportRun]

  /// One run with the changes and duplicates of its outcome, as they were then; nil where there is none.
  func importRun(_ number: Int64) async throws -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])?

  /// Takes a run back: booths that it added go, with what was edited on them; those that it changed return to what
  /// they were, except that fields edited by hand by now stay as they are. Rows of a source that were only compared
  /// are not touched. A run that changed nothing is marked, and the version does not move.
  /// - Throws: `DomainError` `run-unknown` (notFound), `run-rolled-back` (conflict), `run-overtaken` (conflict) where a
  ///   later run that stands changed the same booths, naming it.
  func rollBack(_ number: Int64, at instant: Timestamp) async throws -> ImportRun

  /// Edits a booth by hand (see `Booth.edited`) and answers it as it is now.
  ///
  /// Whether the attributes are right is the caller's business; the store sets nothing by itself.
  /// Where neither an attribute nor a protection is new, nothing is written and the version does not move.
  /// - Throws: `DomainError` `booth-unknown` (notFound), `field-fixed` (invalid) for the identifier, and what `change`
  ///   throws.
  func edit(
    _ id: BoothID, at instant: Timestamp,
    _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  )
    async throws -> Booth
}

/// What a list of booths is narrowed to: all that is set must hold.
package struct BoothListFilter: Hashable, Sendable {
  /// Exactly this source.
  package var source: String?
  /// This chain, compared without regard to case, blanks and width.
  package var brand: String?
  package var status: BoothStatus?

  package init(source: String? = nil, brand: String? = nil, status: BoothStatus? = nil) {
    self.source = source
    self.brand = brand
    self.status = status
  }
}

/// What changed in a catalogue.
package struct CatalogueChanges: Sendable {
  package var version: Int64
  /// Booths as they are now, by ascending id.
  package var changed: [Booth]
  /// Numbers that no booth has now, ascending.
  package var removed: [BoothID]

  package init(version: Int64, changed: [Booth], removed: [BoothID]) {
    self.version = version
    self.changed = changed
    self.removed = removed
  }
}
