import Basics
import Booths
import SQL
import TextForms

/// One import inside its write transaction: decides for each row what becomes of it.
///
/// Rows are validated in the order of the file, with one exception. A new row may describe the place of a booth of the same
/// source that the file has not named yet: whether that booth stays there shows only later. Such a row waits until all
/// others were seen, so that the same file validated again over the result changes nothing.
final class CatalogueImport {
  private let connection: any Connection
  private let request: ImportRequest
  private let record: ImportRecord
  private let writer: ImportWriter
  private let identifiers: IdentifierFinder
  private let duplicates: DuplicateFinder
  /// Whether there was no booth at all: then the index of identifiers is built after the load, which is faster.
  private let isFirstLoad: Bool
  private var nextBooth: Int64
  private var changed = 0
  private var offered: Int64 = 0
  private var waiting = 0
  private var counts = ImportCounts()
  private var preview: [BoothChange] = []
  /// Of no meaning: see `FingerprintTable.prefetch`.
  private var prefetched: UInt64 = 0

  init(_ connection: any Connection, _ request: ImportRequest) throws {
    self.connection = connection
    self.request = request
    isFirstLoad = try connection.integer("SELECT 1 FROM booth LIMIT 1") == nil
    record = try ImportRecord(connection, request)
    nextBooth = record.firstBooth
    writer = try ImportWriter(connection, run: record.run, source: record.source)
    identifiers = try IdentifierFinder(connection, record, writer)
    duplicates = try DuplicateFinder(connection, writer, isCatalogueEmpty: isFirstLoad)
  }

  /// Takes in all rows and records the run.
  func take(
    _ rows: any ValidatedRows, onRejected: ([RejectedRow]) throws -> Void, progress: (ImportCounts) -> Void
  ) throws -> ImportOutcome {
    if isFirstLoad { try connection.run(CatalogueSchema.dropBoothIdentifiers) }
    let prefetched = Prefetcher<CandidateBatch>("validated rows") { emit in
      var rows = rows
      while let batch = try rows.next() {
        guard emit(CandidateBatch(batch)) else { return }
      }
    }
    defer { prefetched.cancel() }
    while let batch = try prefetched.next() {
      try take(batch)
      if !batch.rejected.isEmpty { try onRejected(batch.rejected) }
      counts.rejected += batch.rejected.count
      progress(counts)
      prefetched.recycle(batch)
    }
    try settleWaiting()
    try writer.flush()
    if isFirstLoad { try connection.run(CatalogueSchema.createBoothIdentifiers) }
    return try finish()
  }

  private func finish() throws -> ImportOutcome {
    try record.finish(counts, preview, endBooth: nextBooth, touchedBooths: changed > 0)
    return ImportOutcome(
      run: request.isDryRun ? nil : record.run, counts: counts, preview: preview,
      duplicates: try ImportRecord.duplicates(of: record.run, on: connection))
  }

  // MARK: One row

  private func take(_ batch: CandidateBatch) throws {
    var rest = batch.candidates[...]
    while !rest.isEmpty {
      // As many as the nearest cache holds the hints of.
      let next = rest.prefix(32)
      rest = rest.dropFirst(next.count)
      prefetched = identifiers.prefetch(next) &+ duplicates.prefetch(next)
      for candidate in next { try take(candidate) }
    }
  }

  private func take(_ candidate: Candidate) throws {
    switch try identifiers.standing(of: candidate) {
    case .new: try takeNew(candidate)
    case .known(let known): try takeKnown(candidate, known)
    case .repeated(let booth): try offer(candidate, booth: booth, metres: 0)
    }
  }

  private func takeNew(_ candidate: Candidate) throws {
    guard candidate.row.attributes.status != .closed, candidate.row.attributes.coordinate != nil else {
      return try add(candidate)
    }
    let found = try duplicates.matches(candidate, isSettled: isSettled)
    if let original = found.settled {
      try offer(candidate, booth: original.booth, metres: original.metres)
    } else if let original = found.unsettled {
      try offer(candidate, booth: original.booth, metres: original.metres)
      try writer.wait(offered, candidate.row)
      waiting += 1
    } else {
      try add(candidate)
    }
  }

  /// Whether no later row of this file can change a booth.
  private func isSettled(_ match: DuplicateFinder.Match) -> Bool {
    match.source != record.source || identifiers.isNamed(match.booth)
  }

  private func takeKnown(_ candidate: Candidate, _ known: IdentifierFinder.Known) throws {
    let row = candidate.row
    let drops = request.overwritesEdits && !known.edited.isEmpty
    guard candidate.fingerprint != known.fingerprint || drops, let before = try writer.attributes(known.booth) else {
      counts.unchanged += 1
      return
    }
    var after = drops ? row.attributes : row.attributes.overlaid(by: before, in: known.edited.fields)
    // A row that knows no place says nothing of it.
    if after.coordinate == nil { after.coordinate = before.coordinate }
    guard after != before || drops else {
      counts.unchanged += 1
      return
    }
    let edited = drops ? EditedFields(bits: 0) : known.edited
    try writer.change(known.booth, to: after, fingerprint: candidate.fingerprint, edited: edited)
    duplicates.change(known.booth, after)
    changed += 1
    note(candidate, known.booth, kind(before, after), before.changes(to: after))
  }

  private func kind(_ before: BoothAttributes, _ after: BoothAttributes) -> BoothChange.Kind {
    after.status == .closed && before.status != .closed ? .closed : .changed
  }

  // MARK: What becomes of it

  private func add(_ candidate: Candidate) throws {
    let booth = nextBooth
    nextBooth += 1
    try writer.insert(booth, candidate)
    identifiers.added(candidate, as: booth)
    duplicates.add(booth, candidate)
    note(candidate, booth, candidate.row.attributes.status == .closed ? .closed : .added, [])
  }

  private func offer(_ candidate: Candidate, booth: Int64, metres: Double) throws {
    let row = candidate.row
    offered += 1
    counts.duplicate += 1
    try writer.offer(
      offered,
      DuplicateRow(
        line: row.line, externalID: row.attributes.externalID, name: row.attributes.name, original: BoothID(booth),
        metres: metres))
    identifiers.offered(candidate, as: offered)
  }

  /// Counts a change and keeps it for the preview, which holds those of the first lines.
  private func note(
    _ candidate: Candidate, _ booth: Int64, _ kind: BoothChange.Kind, _ fields: @autoclosure () -> [FieldChange]
  ) {
    switch kind {
    case .added: counts.added += 1
    case .changed: counts.changed += 1
    case .closed: counts.closed += 1
    }
    if preview.count == ImportOutcome.maxPreview {
      guard let last = preview.last, candidate.row.line < last.line else { return }
      preview.removeLast()
    }
    let row = candidate.row
    let change = BoothChange(
      kind: kind, line: row.line, id: BoothID(booth), name: row.attributes.name, fields: fields())
    preview.insert(change, at: preview.firstIndex { $0.line > row.line } ?? preview.count)
  }

  // MARK: Rows that waited

  private func settleWaiting() throws {
    guard waiting > 0 else { return }
    let select = try connection.prepare(
      "SELECT ordinal, line, \(BoothColumns.attributeNames) FROM import_waiting ORDER BY ordinal")
    var name = FoldedName()
    try select.each { row in
      let validated = ValidatedRow(line: Int(row.integer(1)), attributes: try BoothColumns.attributes(of: row, from: 2))
      try settle(Candidate(validated, folding: &name), ordinal: row.integer(0))
    }
    try connection.run("DELETE FROM import_waiting")
  }

  /// Judges a row that waited, now that every booth is what it will be.
  private func settle(_ candidate: Candidate, ordinal: Int64) throws {
    let key: [Value] = [.integer(record.run), .integer(ordinal)]
    if let original = try duplicates.matches(candidate, isSettled: { _ in true }).settled {
      try connection.run(
        "UPDATE import_duplicate SET original = $3, metres = $4 WHERE run = $1 AND ordinal = $2",
        key + [.integer(original.booth), .real(original.metres)])
    } else {
      try connection.run("DELETE FROM import_duplicate WHERE run = $1 AND ordinal = $2", key)
      counts.duplicate -= 1
      try add(candidate)
    }
  }
}
