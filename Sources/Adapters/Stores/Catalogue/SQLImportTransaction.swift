import Basics
import Booths
import Geo
import SQL

/// The catalogue's tables within an import's transaction: prepared statements, and booths inserted in groups.
final class SQLImportTransaction: ImportTransaction {
  /// The number of booths per insert: this halves the overhead of the statements.
  private static let group = 8
  /// The number of parameters per booth.
  private static let width = BoothColumns.attributes.count + 3

  private let connection: any DatabaseConnection
  private let record: ImportRecord
  private let reader: BoothReader
  /// Whether the catalogue has no booth yet: then the index of identifiers is built after the load, which is faster.
  /// Not in PostgreSQL, where dropping it would keep all readers of the table waiting.
  private let indexesAfterwards: Bool
  /// Whether the source has booths: otherwise lookups are skipped.
  private let isSourceKnown: Bool
  /// Added but not written yet. Their ids are consecutive, up to before `nextBooth`.
  private var pending: [ValidatedRow] = []
  private var nextBooth: Int64
  private var hasReplaced = false

  private let selectBooth: any PreparedStatement
  private let selectKnown: any PreparedStatement
  private let selectDuplicate: any PreparedStatement
  private let insertBooth: any PreparedStatement
  private let insertGroup: any PreparedStatement
  private let keepBefore: any PreparedStatement
  private let updateBooth: any PreparedStatement
  private let insertDuplicate: any PreparedStatement
  private let insertDeferred: any PreparedStatement

  init(_ connection: any DatabaseConnection, _ engine: SQLEngine, _ request: ImportRequest) throws {
    self.connection = connection
    indexesAfterwards = try engine == .sqlite && connection.integer("SELECT 1 FROM booth LIMIT 1") == nil
    record = try ImportRecord(connection, request)
    reader = try BoothReader(connection)
    nextBooth = record.firstBooth
    isSourceKnown =
      try connection.integer("SELECT 1 FROM booth WHERE source_id = $1 LIMIT 1", [.integer(record.source)]) != nil
    pending.reserveCapacity(Self.group)
    selectBooth = try connection.prepare("\(BoothReader.select) WHERE id = $1")
    selectKnown = try connection.prepare(
      "SELECT id, fingerprint, edited_fields FROM booth WHERE source_id = $1 AND external_id = $2")
    selectDuplicate = try connection.prepare("\(ImportRecord.selectDuplicate) WHERE run = $1 AND ordinal = $2")
    insertBooth = try connection.prepare(Self.insert(rows: 1))
    insertGroup = try connection.prepare(Self.insert(rows: Self.group))
    keepBefore = try connection.prepare(
      """
      INSERT INTO booth_before (run, booth, \(BoothColumns.allNames))
      SELECT $1, id, \(BoothColumns.allNames) FROM booth WHERE id = $2
      """)
    updateBooth = try connection.prepare(
      """
      UPDATE booth SET \(BoothColumns.assignments(from: 4)), fingerprint = $2, edited_fields = $3,
        edited_at = CASE WHEN CAST($3 AS BIGINT) = 0 THEN NULL ELSE edited_at END
      WHERE id = $1
      """)
    insertDuplicate = try connection.prepare(
      """
      INSERT INTO import_duplicate (run, ordinal, line, external_id, name, original, metres)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """)
    insertDeferred = try connection.prepare(
      """
      INSERT INTO import_waiting (ordinal, line, \(BoothColumns.attributeNames))
      VALUES (\(BoothColumns.parameters(from: 1, count: BoothColumns.attributes.count + 2)))
      """)
    if indexesAfterwards { try connection.run(CatalogueSchema.dropBoothIdentifiers) }
  }

  private static func insert(rows: Int) -> String {
    let values = (0..<rows).map { "(\(BoothColumns.parameters(from: 1 + $0 * width, count: width)), 0)" }
    return """
      INSERT INTO booth (id, source_id, \(BoothColumns.attributeNames), fingerprint, edited_fields)
      VALUES \(values.joined(separator: ", "))
      """
  }

  /// Writes pending booths and completes the record.
  func finish(_ result: ReconciledImport) throws -> ImportOutcome {
    try flush()
    if indexesAfterwards { try connection.run(CatalogueSchema.createBoothIdentifiers) }
    return try record.finish(result, endBooth: nextBooth, hasReplaced: hasReplaced)
  }

  // MARK: Queries

  var firstBooth: BoothID { BoothID(record.firstBooth) }

  func booth(called externalID: String) throws -> KnownBooth? {
    guard isSourceKnown else { return nil }
    try selectKnown.bind(1, record.source)
    try selectKnown.bind(2, externalID)
    return try selectKnown.first { row -> KnownBooth? in
      let id = BoothID(row.integer(0))
      guard id < firstBooth else { return nil }
      return (id: id, fingerprint: row.integer(1), isEdited: row.integer(2) != 0)
    } ?? nil
  }

  func booth(_ id: BoothID) throws -> Booth? {
    if id.number >= nextBooth - Int64(pending.count) { try flush() }
    try selectBooth.bind(1, id.number)
    return try selectBooth.first(reader.booth(of:))
  }

  func eachOpenBooth(_ body: (BoothID, Span<UInt8>, StoredCoordinate) throws -> Void) throws {
    try flush()
    let query = "SELECT id, name, latitude_e7, longitude_e7 FROM booth WHERE status <> 2 AND latitude_e7 IS NOT NULL"
    try connection.each(query, []) { row in
      let coordinate = try BoothColumns.coordinate(of: row, at: 2)
      try row.withUTF8(1) { try body(BoothID(row.integer(0)), Span(_unsafeElements: $0), coordinate) }
    }
  }

  func duplicate(_ number: Int64) throws -> DuplicateRow? {
    try selectDuplicate.bind(1, record.run)
    try selectDuplicate.bind(2, number)
    return try selectDuplicate.first(ImportRecord.duplicate(of:))
  }

  func eachDeferredRow(_ body: (Int64, ValidatedRow) throws -> Void) throws {
    let select = try connection.prepare(
      "SELECT ordinal, line, \(BoothColumns.attributeNames) FROM import_waiting ORDER BY ordinal")
    try select.each { row in
      let attributes = try BoothColumns.attributes(of: row, from: 2)
      try body(row.integer(0), ValidatedRow(line: Int(row.integer(1)), attributes: attributes))
    }
    try connection.run("DELETE FROM import_waiting")
  }

  // MARK: Changes

  func apply(_ change: ImportChange) throws {
    switch change {
    case .add(_, let row): try add(row)
    case .replace(let booth, let fingerprint): try replace(booth, fingerprint)
    case .recordDuplicate(let number, let duplicate): try insert(duplicate, number)
    case .correctDuplicate(let number, let duplicate): try correct(number, duplicate)
    case .deferRow(let number, let row):
      try insertDeferred.bind(1, number)
      try insertDeferred.bind(2, Int64(row.line))
      try BoothColumns.bind(row.attributes, to: insertDeferred, from: 3)
      try insertDeferred.run()
    }
  }

  /// Adds a booth under the next id. It is written by the next `flush` at the latest.
  private func add(_ row: ValidatedRow) throws {
    pending.append(row)
    nextBooth += 1
    guard pending.count == Self.group else { return }
    let first = nextBooth - Int64(Self.group)
    for (index, row) in pending.enumerated() {
      try bind(first + Int64(index), row, to: insertGroup, from: 1 + index * Self.width)
    }
    pending.removeAll(keepingCapacity: true)
    try insertGroup.run()
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    let first = nextBooth - Int64(pending.count)
    for (index, row) in pending.enumerated() {
      try bind(first + Int64(index), row, to: insertBooth, from: 1)
      try insertBooth.run()
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func bind(
    _ booth: Int64, _ row: ValidatedRow, to statement: any PreparedStatement, from first: Int
  ) throws {
    try statement.bind(first, booth)
    try statement.bind(first + 1, record.source)
    try BoothColumns.bind(row.attributes, to: statement, from: first + 2)
    try statement.bind(first + 2 + BoothColumns.attributes.count, row.fingerprint)
  }

  /// Replaces a booth, keeping its former state.
  private func replace(_ booth: Booth, _ fingerprint: Int64) throws {
    hasReplaced = true
    try keepBefore.bind(1, record.run)
    try keepBefore.bind(2, booth.id.number)
    try keepBefore.run()
    try updateBooth.bind(1, booth.id.number)
    try updateBooth.bind(2, fingerprint)
    try updateBooth.bind(3, BoothColumns.bits(of: booth.editedFields))
    try BoothColumns.bind(booth.attributes, to: updateBooth, from: 4)
    try updateBooth.run()
  }

  private func insert(_ duplicate: DuplicateRow, _ number: Int64) throws {
    try insertDuplicate.bind(1, record.run)
    try insertDuplicate.bind(2, number)
    try insertDuplicate.bind(3, Int64(duplicate.line))
    try insertDuplicate.bind(4, duplicate.externalID)
    try insertDuplicate.bind(5, duplicate.name)
    try insertDuplicate.bind(6, duplicate.original.number)
    try insertDuplicate.bind(7, duplicate.metres)
    try insertDuplicate.run()
  }

  private func correct(_ number: Int64, _ duplicate: DuplicateRow?) throws {
    let key: [Value] = [.integer(record.run), .integer(number)]
    guard let duplicate else {
      try connection.run("DELETE FROM import_duplicate WHERE run = $1 AND ordinal = $2", key)
      return
    }
    try connection.run(
      "UPDATE import_duplicate SET original = $3, metres = $4 WHERE run = $1 AND ordinal = $2",
      key + [.integer(duplicate.original.number), .real(duplicate.metres)])
  }
}
