public import Basics
public import Booths
import Foundation
import Geo

/// The catalogue in memory, by plain loops over everything: what the stores in databases are compared with.
public actor MemoryCatalogueStore: CatalogueStore {
  private struct Record {
    var run: ImportRun
    var changes: [BoothChange] = []
    var duplicates: [DuplicateRow] = []
    var added: [Int64] = []
    var before: [Int64: Booth] = [:]
  }

  private struct State {
    private(set) var booths: [Int64: Booth] = [:]
    private var identifiers: [[String]: Int64] = [:]
    private var names: [String: Set<Int64>] = [:]
    var next: Int64 = 1
    /// The booths that each version touched, the first version first.
    var steps: [Set<Int64>] = []
    var records: [Record] = []

    mutating func put(_ booth: Booth) {
      remove(booth.id.number)
      booths[booth.id.number] = booth
      identifiers[[booth.source, booth.attributes.externalID]] = booth.id.number
      names[folded(booth.attributes.name), default: []].insert(booth.id.number)
    }

    mutating func remove(_ number: Int64) {
      guard let booth = booths.removeValue(forKey: number) else { return }
      identifiers[[booth.source, booth.attributes.externalID]] = nil
      names[folded(booth.attributes.name)]?.remove(number)
    }

    func booth(_ source: String, _ externalID: String) -> Booth? {
      identifiers[[source, externalID]].flatMap { booths[$0] }
    }

    func named(_ name: String) -> [Booth] { names[folded(name), default: []].sorted().compactMap { booths[$0] } }
  }

  private var state = State()

  /// An empty catalogue.
  public init() {}

  private var sorted: [Booth] { state.booths.values.sorted { $0.id < $1.id } }

  // MARK: Reading

  /// How many steps there were.
  public func version() -> Int64 { Int64(state.steps.count) }

  /// All at once.
  public func loadAll(_ take: @escaping @Sendable ([Booth]) throws -> Void) throws -> Int64 {
    if !state.booths.isEmpty { try take(sorted) }
    return version()
  }

  /// By the sets of booths that each version touched.
  public func changes(since version: Int64) -> CatalogueChanges? {
    guard version >= 0, version <= self.version() else { return nil }
    let touched = state.steps[Int(version)...].reduce(into: Set<Int64>()) { $0.formUnion($1) }
    guard touched.count <= 20_000 else { return nil }
    return CatalogueChanges(
      version: self.version(), changed: sorted.filter { touched.contains($0.id.number) },
      removed: touched.filter { state.booths[$0] == nil }.sorted().map { BoothID($0) })
  }

  /// By number.
  public func booth(_ id: BoothID) -> Booth? { state.booths[id.number] }

  /// By looking at every booth.
  public func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) -> [Booth] {
    let found = sorted.filter { booth in
      booth.id > (id ?? BoothID(0)) && (filter.source == nil || filter.source == booth.source)
        && (filter.brand == nil || filter.brand.map(folded) == booth.attributes.brand.map(folded))
        && (filter.status == nil || filter.status == booth.attributes.status)
    }
    return Array(found.prefix(max(0, limit)))
  }

  /// Newest first.
  public func importRuns(limit: Int) -> [ImportRun] {
    Array(state.records.map(\.run).reversed().prefix(max(0, limit)))
  }

  /// As recorded.
  public func importRun(_ number: Int64) -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])? {
    guard let record = state.records.first(where: { $0.run.number == number }) else { return nil }
    return (record.run, record.changes, record.duplicates)
  }

  // MARK: Importing

  /// Row by row, each compared with every booth.
  public func importRows(
    _ request: ImportRequest, _ rows: any ValidatedRows, onRejected: @escaping @Sendable ([RejectedRow]) throws -> Void,
    progress: @escaping @Sendable (ImportCounts) -> Void
  ) throws -> ImportOutcome {
    let before = state
    do {
      let outcome = try importing(request, rows, onRejected, progress)
      if request.isDryRun { state = before }
      return outcome
    } catch {
      state = before
      throw error
    }
  }

  private func importing(
    _ request: ImportRequest, _ source: any ValidatedRows, _ onRejected: ([RejectedRow]) throws -> Void,
    _ progress: (ImportCounts) -> Void
  ) throws -> ImportOutcome {
    var rows = source
    var work = Work(request: request, record: Record(run: newRun(request)))
    while let batch = try rows.next() {
      for row in batch.rows { take(row, &work) }
      if !batch.rejected.isEmpty { try onRejected(batch.rejected) }
      work.record.run.counts.rejected += batch.rejected.count
      progress(work.record.run.counts)
    }
    for row in work.waiting { settle(row, &work) }
    return finish(work)
  }

  private func newRun(_ request: ImportRequest) -> ImportRun {
    ImportRun(
      number: Int64(state.records.count) + 1, source: request.source, file: request.file, startedAt: request.startedAt,
      finishedAt: request.startedAt, counts: ImportCounts())
  }

  /// An import under way.
  private struct Work {
    var request: ImportRequest
    var record: Record
    /// The booth that each identifier of the file became or described.
    var named: [String: Int64] = [:]
    var waiting: [ValidatedRow] = []
  }

  private func take(_ row: ValidatedRow, _ work: inout Work) {
    if let booth = work.named[row.attributes.externalID] {
      offer(row, booth, 0, &work)
    } else if let booth = known(row, work.request.source) {
      change(row, booth, &work)
    } else if row.attributes.status == .closed || row.attributes.coordinate == nil {
      add(row, &work)
    } else if let (booth, metres) = nearest(row.attributes, where: { self.isSettled($0, work) }) {
      offer(row, booth, metres, &work)
    } else if let (booth, metres) = nearest(row.attributes, where: { _ in true }) {
      offer(row, booth, metres, &work)
      work.waiting.append(row)
    } else {
      add(row, &work)
    }
  }

  private func known(_ row: ValidatedRow, _ source: String) -> Booth? {
    state.booth(source, row.attributes.externalID)
  }

  private func isSettled(_ booth: Booth, _ work: Work) -> Bool {
    booth.source != work.request.source || work.named[booth.attributes.externalID] != nil
  }

  private func nearest(_ attributes: BoothAttributes, where isWanted: (Booth) -> Bool) -> (Int64, Double)? {
    guard let place = attributes.coordinate else { return nil }
    return state.named(attributes.name).filter { $0.attributes.status != .closed && isWanted($0) }
      .compactMap { booth in
        booth.attributes.coordinate.map { (booth.id.number, Geodesic.distance(Coordinate($0), Coordinate(place))) }
      }
      .filter { $0.1 <= 30 }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func add(_ row: ValidatedRow, _ work: inout Work) {
    let number = state.next
    state.next += 1
    state.put(Booth(id: BoothID(number), source: work.request.source, attributes: row.attributes))
    work.named[row.attributes.externalID] = number
    work.record.added.append(number)
    note(row, number, row.attributes.status == .closed ? .closed : .added, [], &work)
  }

  private func change(_ row: ValidatedRow, _ before: Booth, _ work: inout Work) {
    let number = before.id.number
    work.named[row.attributes.externalID] = number
    var after = before
    if work.request.overwritesEdits { after.editedFields = [] }
    after.attributes = merged(row.attributes, before.attributes, keeping: after.editedFields)
    if after.attributes.coordinate == nil { after.attributes.coordinate = before.attributes.coordinate }
    guard after != before else { return work.record.run.counts.unchanged += 1 }
    work.record.before[number] = before
    state.put(after)
    let closes = after.attributes.status == .closed && before.attributes.status != .closed
    note(row, number, closes ? .closed : .changed, difference(before.attributes, after.attributes), &work)
  }

  private func offer(_ row: ValidatedRow, _ booth: Int64, _ metres: Double, _ work: inout Work) {
    if work.named[row.attributes.externalID] == nil { work.named[row.attributes.externalID] = booth }
    work.record.run.counts.duplicate += 1
    work.record.duplicates.append(
      DuplicateRow(
        line: row.line, externalID: row.attributes.externalID, name: row.attributes.name, original: BoothID(booth),
        metres: metres))
  }

  private func settle(_ row: ValidatedRow, _ work: inout Work) {
    let position = work.record.duplicates.firstIndex { $0.line == row.line }!
    if let (booth, metres) = nearest(row.attributes, where: { _ in true }) {
      work.record.duplicates[position].original = BoothID(booth)
      work.record.duplicates[position].metres = metres
    } else {
      work.record.duplicates.remove(at: position)
      work.record.run.counts.duplicate -= 1
      add(row, &work)
    }
  }

  private func note(
    _ row: ValidatedRow, _ number: Int64, _ kind: BoothChange.Kind, _ fields: [FieldChange], _ work: inout Work
  ) {
    switch kind {
    case .added: work.record.run.counts.added += 1
    case .changed: work.record.run.counts.changed += 1
    case .closed: work.record.run.counts.closed += 1
    }
    work.record.changes.append(
      BoothChange(kind: kind, line: row.line, id: BoothID(number), name: row.attributes.name, fields: fields))
  }

  private func finish(_ work: Work) -> ImportOutcome {
    var record = work.record
    record.changes = Array(record.changes.sorted { $0.line < $1.line }.prefix(ImportOutcome.maxPreview))
    record.duplicates = Array(record.duplicates.prefix(ImportOutcome.maxPreview))
    state.records.append(record)
    step(Set(record.added).union(record.before.keys))
    return ImportOutcome(
      run: work.request.isDryRun ? nil : record.run.number, counts: record.run.counts, preview: record.changes,
      duplicates: record.duplicates)
  }

  private func step(_ touched: Set<Int64>) {
    if !touched.isEmpty { state.steps.append(touched) }
  }

  // MARK: Rolling back and editing

  /// Puts back the booths that the run replaced.
  public func rollBack(_ number: Int64, at moment: Timestamp) throws -> ImportRun {
    guard let index = state.records.firstIndex(where: { $0.run.number == number }) else {
      throw Refusal(.missing, "run-unknown", "There is no import \(number).")
    }
    guard state.records[index].run.rolledBackAt == nil else {
      throw Refusal(.conflict, "run-rolled-back", "Import \(number) was rolled back before.")
    }
    let record = state.records[index]
    let touched = Set(record.added).union(record.before.keys)
    for later in state.records[(index + 1)...].reversed() where later.run.rolledBackAt == nil {
      guard touched.isDisjoint(with: later.before.keys) else {
        throw Refusal(.conflict, "run-overtaken", "Import \(later.run.number) must be rolled back first.")
      }
    }
    for booth in record.added { state.remove(booth) }
    for (booth, before) in record.before { restore(booth, before) }
    state.records[index].run.rolledBackAt = moment
    step(touched)
    return state.records[index].run
  }

  private func restore(_ number: Int64, _ before: Booth) {
    guard let now = state.booths[number] else { return }
    var booth = before
    booth.attributes = merged(before.attributes, now.attributes, keeping: now.editedFields)
    booth.editedFields.formUnion(now.editedFields)
    state.put(booth)
  }

  /// Applies the change to the booth.
  public func edit(
    _ id: BoothID, at moment: Timestamp, _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  ) throws -> Booth {
    guard let before = state.booths[id.number] else {
      throw Refusal(.missing, "booth-unknown", "There is no booth \(id).")
    }
    var after = before
    var edited = try change(&after.attributes)
    edited.formUnion(difference(before.attributes, after.attributes).map(\.field))
    guard !edited.contains(.externalID) else {
      throw Refusal(.invalid, "field-fixed", "external_id cannot be edited.", field: "external_id")
    }
    let place: Set<BoothField> = [.latitude, .longitude]
    if !edited.isDisjoint(with: place) { edited.formUnion(place) }
    after.editedFields.formUnion(edited)
    if after != before {
      state.put(after)
      step([id.number])
    }
    return after
  }

  // MARK: Fields

  private func difference(_ before: BoothAttributes, _ after: BoothAttributes) -> [FieldChange] {
    BoothField.allCases.filter { before.text($0) != after.text($0) }
      .map { FieldChange(field: $0, before: before.text($0), after: after.text($0)) }
  }

  private func merged(_ word: BoothAttributes, _ edited: BoothAttributes, keeping fields: Set<BoothField>)
    -> BoothAttributes
  {
    func choose<Value>(_ path: KeyPath<BoothAttributes, Value>, _ field: BoothField) -> Value {
      fields.contains(field) ? edited[keyPath: path] : word[keyPath: path]
    }
    var attributes = word
    attributes.name = choose(\.name, .name)
    attributes.brand = choose(\.brand, .brand)
    attributes.roadAddress = choose(\.roadAddress, .roadAddress)
    attributes.lotAddress = choose(\.lotAddress, .lotAddress)
    attributes.coordinate = choose(\.coordinate, .latitude)
    attributes.phone = choose(\.phone, .phone)
    attributes.openingHours = choose(\.openingHours, .openingHours)
    attributes.tags = choose(\.tags, .tags)
    attributes.cuts = choose(\.cuts, .cuts)
    attributes.shots = choose(\.shots, .shots)
    attributes.price = choose(\.price, .price)
    attributes.evenPrintsOnly = choose(\.evenPrintsOnly, .evenPrintsOnly)
    attributes.capacity = choose(\.capacity, .capacity)
    attributes.status = choose(\.status, .status)
    attributes.lastVerified = choose(\.lastVerified, .lastVerified)
    return attributes
  }
}

private func folded(_ text: String) -> String {
  text.folding(options: [.caseInsensitive, .widthInsensitive], locale: nil).filter { !$0.isWhitespace }
}
