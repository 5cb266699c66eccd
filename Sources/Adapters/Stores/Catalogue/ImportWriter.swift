import Basics
import Booths
import SQL

final class ImportWriter {
  private let connection: any DatabaseConnection
  private let record: ImportRecord
  /// The number of booths that are added in one go. In SQLite, larger groups only take more memory.
  private let maxAdded: Int

  /// Their ids are consecutive, up to before `nextBooth`.
  // Changed for every row, by nothing that calls back: checks of exclusive access would show.
  @exclusivity(unchecked) private var added: [ValidatedRow] = []
  private var replaced: [(booth: Booth, fingerprint: Int64)] = []
  private var duplicates: [(number: Int64, row: DuplicateRow)] = []
  private var corrected: [(number: Int64, row: DuplicateRow)] = []
  private var withdrawn: [Value] = []
  private var deferred: [DeferredRow] = []
  @exclusivity(unchecked) private(set) var nextBooth: Int64
  private(set) var hasReplaced = false

  private let booths: any BulkInsert
  private let replacements: any BulkInsert
  private let newDuplicates: any BulkInsert
  private let corrections: any BulkInsert
  private let waiting: any BulkInsert

  init(_ connection: any DatabaseConnection, _ dialect: SQLDialect, _ record: ImportRecord) throws {
    self.connection = connection
    self.record = record
    maxAdded = dialect.isRemote ? 4096 : 32
    nextBooth = record.firstBooth
    let state = ["fingerprint", "edited_fields"]
    booths = try connection.bulkInsert(into: "booth", ["id", "source_id"] + BoothColumns.names + state)
    replacements = GroupedInsert(
      connection, into: "booth", ["id", "source_id"] + BoothColumns.names + state, onConflict: Self.replacing)
    newDuplicates = try connection.bulkInsert(into: "import_duplicate", Self.duplicateColumns)
    corrections = GroupedInsert(
      connection, into: "import_duplicate", Self.duplicateColumns,
      onConflict: "ON CONFLICT (run, ordinal) DO UPDATE SET original = excluded.original, metres = excluded.metres")
    waiting = try connection.bulkInsert(into: "import_waiting", ["ordinal", "line"] + BoothColumns.names)
  }

  private static let duplicateColumns = ["run", "ordinal", "line", "external_id", "name", "original", "metres"]

  /// Makes an insert of booths that are there an update, which takes many rows in both engines.
  private static let replacing = """
    ON CONFLICT (id) DO UPDATE SET \(BoothColumns.names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")),
      fingerprint = excluded.fingerprint, edited_fields = excluded.edited_fields,
      edited_at = CASE WHEN excluded.edited_fields = 0 THEN NULL ELSE booth.edited_at END
    """

  func apply(_ change: ImportChange) throws {
    switch change {
    case .add(_, let row):
      added.append(row)
      nextBooth += 1
      if added.count == maxAdded { try writeAdded() }
    case .replace(let booth, let fingerprint):
      hasReplaced = true
      replaced.append((booth, fingerprint))
    case .recordDuplicate(let number, let row): duplicates.append((number, row))
    case .correctDuplicate(let number, let row?): corrected.append((number, row))
    case .correctDuplicate(let number, nil): withdrawn.append(.integer(number))
    case .deferRow(let number, let row): deferred.append((number, row))
    }
  }

  // MARK: Not written yet

  /// The row of an added booth that is not written yet.
  func added(_ booth: BoothID) -> ValidatedRow? {
    let position = booth.number - (nextBooth - Int64(added.count))
    return position >= 0 && position < added.count ? added[Int(position)] : nil
  }

  /// A duplicate that is not written yet. Their numbers are consecutive.
  func duplicate(_ number: Int64) -> DuplicateRow? {
    guard let first = duplicates.first?.number, duplicates.indices.contains(Int(number - first)) else { return nil }
    return duplicates[Int(number - first)].row
  }

  var hasCorrections: Bool { !corrected.isEmpty || !withdrawn.isEmpty }
}

// MARK: Writing

extension ImportWriter {
  func write() throws {
    try writeAdded()
    try writeReplaced()
    try writeDuplicates()
    try writeDeferred()
  }

  private func writeAdded() throws {
    let start = nextBooth - Int64(added.count)
    // A local array and object, whose attributes are bound in place: of properties they would be copied first.
    var rows: [ValidatedRow] = []
    swap(&rows, &added)
    try booths.add(rows.count) { index, values, first in
      let content = rows[index].content
      try bind(start + Int64(index), content.attributes, to: values, from: first)
      try values.bind(first + 2 + BoothColumns.names.count, rows[index].fingerprint)
      try values.bind(first + 3 + BoothColumns.names.count, Int64(0))
    }
    rows.removeAll(keepingCapacity: true)
    swap(&rows, &added)
  }

  /// Replaces booths, keeping their former states.
  private func writeReplaced() throws {
    try connection.run(in: replaced.map { .integer($0.booth.id.number) }, after: [.integer(record.run)]) { list in
      """
      INSERT INTO booth_before (run, booth, \(BoothColumns.allNames))
      SELECT $1, id, \(BoothColumns.allNames) FROM booth WHERE id IN (\(list))
      """
    }
    try replacements.add(replaced.count) { index, values, first in
      let booth = replaced[index].booth
      try bind(booth.id.number, booth.attributes, to: values, from: first)
      try values.bind(first + 2 + BoothColumns.names.count, replaced[index].fingerprint)
      try values.bind(first + 3 + BoothColumns.names.count, BoothColumns.bits(of: booth.editedFields))
    }
    replaced.removeAll(keepingCapacity: true)
  }

  private func bind(
    _ booth: Int64, _ attributes: BoothAttributes, to values: any ValueBinder, from first: Int
  ) throws {
    try values.bind(first, booth)
    try values.bind(first + 1, record.source)
    try BoothColumns.bind(attributes, to: values, from: first + 2)
  }

  private func writeDuplicates() throws {
    try newDuplicates.add(duplicates.count) { try bind(duplicates[$0], to: $1, from: $2) }
    duplicates.removeAll(keepingCapacity: true)
    try corrections.add(corrected.count) { try bind(corrected[$0], to: $1, from: $2) }
    corrected.removeAll(keepingCapacity: true)
    try connection.run(in: withdrawn, after: [.integer(record.run)]) { list in
      "DELETE FROM import_duplicate WHERE run = $1 AND ordinal IN (\(list))"
    }
    withdrawn.removeAll(keepingCapacity: true)
  }

  private func bind(
    _ duplicate: (number: Int64, row: DuplicateRow), to values: any ValueBinder, from first: Int
  ) throws {
    try values.bind(first, record.run)
    try values.bind(first + 1, duplicate.number)
    try values.bind(first + 2, Int64(duplicate.row.line))
    try values.bind(first + 3, duplicate.row.externalID)
    try values.bind(first + 4, duplicate.row.name)
    try values.bind(first + 5, duplicate.row.original.number)
    try values.bind(first + 6, duplicate.row.metres ?? ImportRecord.repeatedIdentifier)
  }

  private func writeDeferred() throws {
    try waiting.add(deferred.count) { index, values, first in
      try values.bind(first, deferred[index].number)
      try values.bind(first + 1, Int64(deferred[index].row.line))
      try BoothColumns.bind(deferred[index].row.attributes, to: values, from: first + 2)
    }
    deferred.removeAll(keepingCapacity: true)
  }
}
