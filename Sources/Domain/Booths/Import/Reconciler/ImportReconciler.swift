import Basics

/// Decides the outcome of each validated row, and applies it to the store.
///
/// Each row, in the order of the file, by the source and its identifier:
/// * an identifier of an earlier row: `duplicate`;
/// * an identifier in the catalogue: the row replaces the booth's fields, except those edited by hand (unless
///   `overwritesEdits`, which also ends their protection): `changed`, `closed` or `unchanged`. A row without a
///   coordinate leaves the booth's coordinate;
/// * a new identifier of a closed booth: `closed`, and of one without a coordinate: `added`, both without comparing
///   coordinates;
/// * a new identifier of an existing booth (see `DuplicateFinder`): `duplicate`;
/// * any other: `added`, under an id that was never given, also if a rollback removed the same identifier.
///
/// There is one exception to the order. A new row may describe a booth of the same source that the file has not named
/// yet: only later rows show whether that booth stays there. Such a row is deferred until all others are done, so that
/// importing the same file again changes nothing.
final class ImportReconciler {
  private let request: ImportRequest
  let transaction: any ImportTransaction
  let identifiers: IdentifierIndex
  let duplicates: DuplicateFinder
  private var nextBooth: Int64
  private var recorded: Int64 = 0
  private var deferred = 0
  /// The counts so far. The last rows may still move from `duplicate` to `added`.
  private(set) var counts = ImportCounts()
  private var preview: [BoothChange] = []

  init(_ request: ImportRequest, _ transaction: any ImportTransaction) {
    self.request = request
    self.transaction = transaction
    identifiers = IdentifierIndex(transaction)
    duplicates = DuplicateFinder(transaction)
    nextBooth = transaction.firstBooth.number
  }

  /// Reconciles rows, and counts the rejected ones of the same batch.
  func reconcile(_ rows: [ValidatedRow], rejected: Int) throws {
    counts.rejected += rejected
    try readAhead(rows)
    try eachGroup(of: rows) { row in try reconcile(row) }
    try transaction.endGroup()
  }

  /// Passes on rows in groups whose entries in the tables fit in the L1 cache.
  func eachGroup(of rows: [ValidatedRow], _ body: (ValidatedRow) throws -> Void) rethrows {
    for start in stride(from: 0, to: rows.count, by: 32) {
      let next = start..<min(start + 32, rows.count)
      for row in next {
        identifiers.prefetchBucket(rows[row].keys)
        duplicates.prefetchBuckets(rows[row].keys)
      }
      for row in next {
        identifiers.prefetchEntries(rows[row].keys)
        duplicates.prefetchEntries(rows[row].keys)
      }
      for row in next { try body(rows[row]) }
    }
  }

  /// Decides about the deferred rows after all others.
  /// - Throws: `DomainError` `rows-rejected` if the import is strict.
  func finish() throws -> ReconciledImport {
    guard !request.isStrict || counts.rejected == 0 else {
      throw DomainError(
        .invalid, ImportRequest.rowsRejected,
        "\(counts.rejected) rows were rejected, so nothing was imported (--strict).",
        field: "strict")
    }
    if deferred > 0 {
      try transaction.eachDeferredGroup { group in
        try readAhead(deferred: group.map(\.row))
        for row in group { try settle(row.number, row.row) }
        try transaction.endGroup()
      }
    }
    return (counts, preview)
  }

  // MARK: One row

  private func reconcile(_ row: ValidatedRow) throws {
    switch try identifiers.match(row) {
    case .new: try reconcileNew(row)
    case .known(let known): try reconcile(row, with: known)
    case .repeated(let booth): try recordDuplicate(row, of: booth, metres: nil)
    }
  }

  private func reconcileNew(_ row: ValidatedRow) throws {
    guard isCompared(row) else { return try add(row) }
    let found = try duplicates.matches(row, isSettled: isSettled)
    if let original = found.settled {
      try recordDuplicate(row, of: original.booth, metres: original.metres)
    } else if let original = found.unsettled {
      try recordDuplicate(row, of: original.booth, metres: original.metres)
      try transaction.apply(.deferRow(recorded, row))
      deferred += 1
    } else {
      try add(row)
    }
  }

  /// Whether no later row of this file can change the booth.
  private func isSettled(_ match: DuplicateFinder.Match) -> Bool {
    match.source != request.source || identifiers.isNamed(match.booth)
  }

  /// Whether a new row is compared with the booths around it.
  func isCompared(_ row: ValidatedRow) -> Bool {
    row.attributes.status != .closed && row.attributes.coordinate != nil
  }

  /// Whether a row may change the booth of its identifier.
  func isCompared(_ row: ValidatedRow, with known: KnownBooth) -> Bool {
    row.fingerprint != known.fingerprint || endsEdits(of: known)
  }

  private func endsEdits(of known: KnownBooth) -> Bool { request.overwritesEdits && known.isEdited }

  private func reconcile(_ row: ValidatedRow, with known: KnownBooth) throws {
    guard isCompared(row, with: known), let before = try transaction.booth(known.id) else {
      counts.unchanged += 1
      return
    }
    var after = before
    if endsEdits(of: known) { after.editedFields = [] }
    after.attributes = row.attributes.overlaid(by: before.attributes, in: after.editedFields)
    if after.attributes.coordinate == nil { after.attributes.coordinate = before.attributes.coordinate }
    guard after != before else {
      counts.unchanged += 1
      return
    }
    try transaction.apply(.replace(after, fingerprint: row.fingerprint))
    duplicates.update(after)
    let isClosing = after.attributes.status == .closed && before.attributes.status != .closed
    note(row, after.id, isClosing ? .closed : .changed, before.attributes.changes(to: after.attributes))
  }

  // MARK: Outcomes

  private func add(_ row: ValidatedRow) throws {
    let booth = BoothID(nextBooth)
    nextBooth += 1
    try transaction.apply(.add(booth, row))
    identifiers.add(row, as: booth)
    duplicates.add(row, as: booth)
    note(row, booth, row.attributes.status == .closed ? .closed : .added, [])
  }

  private func recordDuplicate(_ row: ValidatedRow, of booth: BoothID, metres: Double?) throws {
    recorded += 1
    counts.duplicate += 1
    try transaction.apply(.recordDuplicate(recorded, DuplicateRow(row, of: booth, metres: metres)))
    identifiers.add(row, asDuplicate: recorded)
  }

  private func settle(_ number: Int64, _ row: ValidatedRow) throws {
    if let original = try duplicates.matches(row, isSettled: { _ in true }).settled {
      let duplicate = DuplicateRow(row, of: original.booth, metres: original.metres)
      try transaction.apply(.correctDuplicate(number, duplicate))
    } else {
      try transaction.apply(.correctDuplicate(number, nil))
      counts.duplicate -= 1
      try add(row)
    }
  }

  /// Counts a change and adds it to the preview, which keeps those of the first lines.
  private func note(
    _ row: ValidatedRow, _ booth: BoothID, _ kind: BoothChange.Kind, _ fields: @autoclosure () -> [FieldChange]
  ) {
    switch kind {
    case .added: counts.added += 1
    case .changed: counts.changed += 1
    case .closed: counts.closed += 1
    }
    if preview.count == ImportOutcome.maxPreview {
      guard row.line < preview[preview.count - 1].line else { return }
      preview.removeLast()
    }
    let change = BoothChange(kind: kind, line: row.line, id: booth, name: row.attributes.name, fields: fields())
    preview.insert(change, at: preview.firstIndex { $0.line > row.line } ?? preview.count)
  }
}

extension DuplicateRow {
  fileprivate init(_ row: ValidatedRow, of booth: BoothID, metres: Double?) {
    self.init(
      line: row.line, externalID: row.attributes.externalID, name: row.attributes.name, original: booth, metres: metres)
  }
}
