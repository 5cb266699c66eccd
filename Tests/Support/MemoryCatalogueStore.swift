package import Basics
package import Booths
import Geo

/// An in-memory catalogue store, the reference for the database stores.
package actor MemoryCatalogueStore: CatalogueStore {
  /// A booth with the fingerprint of the last imported row.
  fileprivate struct StoredBooth {
    var booth: Booth
    var fingerprint: Int64
  }

  fileprivate struct Record {
    var run: ImportRun
    var changes: [BoothChange] = []
    var duplicates: [Int64: DuplicateRow] = [:]
    var added: Set<BoothID> = []
    var before: [BoothID: StoredBooth] = [:]

    var touched: Set<BoothID> { added.union(before.keys) }
    /// In line order.
    var firstDuplicates: [DuplicateRow] {
      let rows = duplicates.sorted { ($0.value.line, $0.key) < ($1.value.line, $1.key) }.map(\.value)
      return Array(rows.prefix(ImportOutcome.maxPreview))
    }
  }

  fileprivate struct State {
    var booths: [BoothID: StoredBooth] = [:]
    var nextBooth: Int64 = 1
    /// The booths changed by each version, oldest first.
    var steps: [Set<BoothID>] = []
    var records: [Record] = []
    var terms: [String: SourceTerms] = [:]

    mutating func step(_ touched: Set<BoothID>) {
      if !touched.isEmpty { steps.append(touched) }
    }
  }

  private var state = State()

  package init() {}

  package var nextBooth: Int64 { state.nextBooth }

  private var sorted: [Booth] { state.booths.values.map(\.booth).sorted { $0.id < $1.id } }

  // MARK: Reading

  package func version() -> Int64 { Int64(state.steps.count) }

  package func loadAll<Loaded: Sendable>(
    into start: Loaded, _ add: @escaping @Sendable (inout Loaded, [Booth]) throws -> Void
  ) throws -> (state: Loaded, version: Int64, mark: String) {
    var loaded = start
    if !state.booths.isEmpty { try add(&loaded, sorted) }
    return (loaded, version(), "")
  }

  package func changes(since version: Int64, mark: String) -> CatalogueChanges? {
    guard version >= 0, version <= self.version() else { return nil }
    let touched = state.steps[Int(version)...].reduce(into: Set<BoothID>()) { $0.formUnion($1) }
    guard touched.count <= 20_000 else { return nil }
    return CatalogueChanges(
      version: self.version(), changed: sorted.filter { touched.contains($0.id) },
      removed: touched.filter { state.booths[$0] == nil }.sorted())
  }

  package func sources() -> [BoothSource] {
    Set(state.booths.values.map(\.booth.source)).sorted().map {
      BoothSource(name: $0, terms: state.terms[$0] ?? SourceTerms())
    }
  }

  package func booth(_ id: BoothID) -> Booth? { state.booths[id]?.booth }

  package func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) -> [Booth] {
    let brands = filter.brands.map(plainlyFolded)
    let found = sorted.filter { booth in
      booth.id > (id ?? BoothID(0)) && (filter.source == nil || filter.source == booth.source)
        && (brands.isEmpty || booth.attributes.brand.map { brands.contains(plainlyFolded($0)) } == true)
        && filter.statuses.contains(booth.attributes.status)
    }
    return Array(found.prefix(max(0, limit)))
  }

  package func importRuns(limit: Int) -> [ImportRun] {
    Array(state.records.map(\.run).reversed().prefix(max(0, limit)))
  }

  package func importRun(_ number: Int64) -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])? {
    state.records.first { $0.run.number == number }.map { ($0.run, $0.changes, $0.firstDuplicates) }
  }

  // MARK: Writing

  /// Works on a copy, which then replaces the state.
  package func runImport(
    _ request: ImportRequest, _ reconcile: @escaping @Sendable (any ImportTransaction) throws -> ReconciledImport
  ) throws -> ImportOutcome {
    let transaction = MemoryImportTransaction(request, state)
    let result = try reconcile(transaction)
    var after = transaction.state
    var record = transaction.record
    (record.run.counts, record.changes) = (result.counts, result.preview)
    after.records.append(record)
    let former = after.terms[request.source] ?? SourceTerms()
    let terms = SourceTerms(
      licence: request.terms.licence ?? former.licence, attribution: request.terms.attribution ?? former.attribution)
    after.terms[request.source] = terms
    if terms != former, record.touched.isEmpty { after.steps.append([]) }
    after.step(record.touched)
    if !request.isDryRun { state = after }
    return ImportOutcome(
      run: request.isDryRun ? nil : record.run.number, counts: result.counts, preview: result.preview,
      duplicates: record.firstDuplicates)
  }

  /// Restores the booths that the run replaced.
  package func rollBack(_ number: Int64, at instant: Timestamp, discardsEdits: Bool) throws -> ImportRun {
    guard let index = state.records.firstIndex(where: { $0.run.number == number }) else {
      throw DomainError(.notFound, "run-unknown", "There is no import \(number).")
    }
    let record = state.records[index]
    guard record.run.rolledBackAt == nil else {
      throw DomainError(.conflict, "run-rolled-back", "Import \(number) was rolled back before.")
    }
    for later in state.records[(index + 1)...].reversed() where later.run.rolledBackAt == nil {
      guard record.touched.isDisjoint(with: later.before.keys) else {
        throw DomainError(.conflict, "run-overtaken", "Import \(later.run.number) must be rolled back first.")
      }
    }
    guard discardsEdits || record.added.allSatisfy({ state.booths[$0]?.booth.editedFields.isEmpty ?? true }) else {
      throw DomainError(.conflict, "booths-edited", "Booths of import \(number) were edited by hand.")
    }
    for booth in record.added { state.booths[booth] = nil }
    for (id, before) in record.before {
      guard let now = state.booths[id]?.booth else { continue }
      var restored = before
      restored.booth.attributes = before.booth.attributes.overlaid(by: now.attributes, in: now.editedFields)
      restored.booth.editedFields.formUnion(now.editedFields)
      state.booths[id] = restored
    }
    state.records[index].run.rolledBackAt = instant
    state.step(record.touched)
    return state.records[index].run
  }

  package func edit(
    _ id: BoothID, at instant: Timestamp,
    _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  ) throws -> Booth {
    guard let before = state.booths[id]?.booth else {
      throw DomainError(.notFound, "booth-unknown", "There is no booth \(id).")
    }
    let after = try before.edited(change)
    if after != before {
      state.booths[id]?.booth = after
      state.step([id])
    }
    return after
  }
}

/// A copy of the catalogue that an import works on.
private final class MemoryImportTransaction: ImportTransaction {
  private(set) var state: MemoryCatalogueStore.State
  private(set) var record: MemoryCatalogueStore.Record
  let firstBooth: BoothID
  private let source: String
  private let known: [String: KnownBooth]
  private var deferred: [DeferredRow] = []

  init(_ request: ImportRequest, _ state: MemoryCatalogueStore.State) {
    self.state = state
    source = request.source
    firstBooth = BoothID(state.nextBooth)
    record = MemoryCatalogueStore.Record(
      run: ImportRun(
        number: Int64(state.records.count) + 1, source: request.source, file: request.file,
        startedAt: request.startedAt, finishedAt: request.startedAt, counts: ImportCounts()))
    let own = state.booths.values.filter { $0.booth.source == request.source }
    known = Dictionary(
      uniqueKeysWithValues: own.map { stored in
        let isEdited = !stored.booth.editedFields.isEmpty
        let known = (id: stored.booth.id, fingerprint: stored.fingerprint, isEdited: isEdited)
        return (stored.booth.attributes.externalID, known)
      })
  }

  var readsAhead: Bool { false }

  func readAhead(called externalIDs: [String]) {}

  func readAhead(_ ids: [BoothID]) {}

  func endGroup() {}

  func booth(called externalID: String) -> KnownBooth? { known[externalID] }

  func booth(_ id: BoothID) -> Booth? { state.booths[id]?.booth }

  func eachOpenBooth(_ body: (BoothID, Span<UInt8>, StoredCoordinate) throws -> Void) throws {
    for booth in state.booths.values.map(\.booth) where booth.attributes.status != .closed {
      guard let coordinate = booth.attributes.coordinate else { continue }
      try body(booth.id, Array(booth.attributes.name.utf8).span, coordinate)
    }
  }

  func duplicate(_ number: Int64) -> DuplicateRow? { record.duplicates[number] }

  func eachDeferredGroup(_ body: ([DeferredRow]) throws -> Void) throws {
    if !deferred.isEmpty { try body(deferred) }
  }

  func apply(_ change: ImportChange) {
    switch change {
    case .add(let id, let row):
      let booth = Booth(id: id, source: source, attributes: row.attributes)
      state.booths[id] = MemoryCatalogueStore.StoredBooth(booth: booth, fingerprint: row.fingerprint)
      state.nextBooth = id.number + 1
      record.added.insert(id)
    case .replace(let booth, let fingerprint):
      record.before[booth.id] = state.booths[booth.id]
      state.booths[booth.id] = MemoryCatalogueStore.StoredBooth(booth: booth, fingerprint: fingerprint)
    case .recordDuplicate(let number, let duplicate): record.duplicates[number] = duplicate
    case .correctDuplicate(let number, let duplicate): record.duplicates[number] = duplicate
    case .deferRow(let number, let row): deferred.append((number, row))
    }
  }
}
