import Basics
import Booths
import Geo
import SQL

/// The catalogue's tables within an import's transaction.
final class SQLImportTransaction: ImportTransaction {
  private let connection: any DatabaseConnection
  private let engine: SQLEngine
  private let request: ImportRequest
  private let record: ImportRecord
  private let reader: BoothReader
  private let writer: ImportWriter
  let readsAhead: Bool
  /// Whether the source may have booths: otherwise lookups are skipped.
  private let isSourceKnown: Bool
  /// The booths of this group that were read ahead or replaced, as they are now.
  private var booths: [BoothID: Booth] = [:]
  /// The rows read ahead for the identifiers of this group; nil for a new one.
  private var known: [String: KnownBooth?] = [:]

  private let selectBooth: any PreparedStatement
  private let selectKnown: any PreparedStatement
  private let selectDuplicate: any PreparedStatement

  init(_ connection: any DatabaseConnection, _ engine: SQLEngine, _ request: ImportRequest) throws {
    let dialect = SQLDialect.of(engine)
    (self.connection, self.engine, self.request) = (connection, engine, request)
    readsAhead = dialect.isRemote
    if !dialect.isRemote { try IdentifierKey.dropIfInTheWay(engine, on: connection) }
    record = try ImportRecord(connection, request)
    reader = try BoothReader(connection)
    writer = try ImportWriter(connection, dialect, record)
    isSourceKnown = try !record.isSourceNew && connection.integer("SELECT 1 FROM booth LIMIT 1") != nil
    if isSourceKnown { try IdentifierKey.createIfMissing(engine, on: connection) }
    selectBooth = try connection.prepare("\(BoothReader.select) WHERE id = $1")
    selectKnown = try connection.prepare(Self.selectKnown("$2"))
    selectDuplicate = try connection.prepare("\(ImportRecord.selectDuplicate) WHERE run = $1 AND ordinal = $2")
  }

  private static func selectKnown(_ externalID: String) -> String {
    """
    SELECT external_id, id, fingerprint, edited_fields FROM booth
    WHERE source_id = $1 AND booth.external_id = \(externalID)
    """
  }

  /// Writes what is left and completes the record.
  func finish(_ result: ReconciledImport) throws -> ImportOutcome {
    try writer.write()
    if !request.isDryRun { try IdentifierKey.createIfMissing(engine, on: connection) }
    return try record.finish(result, endBooth: writer.nextBooth, hasReplaced: writer.hasReplaced)
  }

  // MARK: Changes

  func apply(_ change: ImportChange) throws {
    if case .replace(let booth, _) = change { booths[booth.id] = booth }
    try writer.apply(change)
  }

  func endGroup() throws {
    try writer.write()
    booths.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
  }
}

// MARK: Queries

extension SQLImportTransaction {
  var firstBooth: BoothID { BoothID(record.firstBooth) }

  func readAhead(called externalIDs: [String]) throws {
    guard isSourceKnown else { return }
    for externalID in externalIDs { known.updateValue(nil, forKey: externalID) }
    try connection.each(in: externalIDs.map(Value.text), after: [.integer(record.source)]) { list in
      // A list as a separate condition makes the server read all booths of a source that its statistics do not know
      // yet. This looks each identifier up, whatever they say.
      """
      SELECT found.* FROM unnest(ARRAY[\(list)]) AS wanted (identifier)
      CROSS JOIN LATERAL (\(Self.selectKnown("wanted.identifier")) LIMIT 1) AS found
      """
    } _: { row in
      known.updateValue(knownBooth(of: row), forKey: row.text(0))
    }
  }

  func readAhead(_ ids: [BoothID]) throws {
    try connection.each(in: ids.map { .integer($0.number) }) { list in
      "\(BoothReader.select) WHERE id IN (\(list))"
    } _: { row in
      let booth = try reader.booth(of: row)
      booths[booth.id] = booth
    }
  }

  func booth(called externalID: String) throws -> KnownBooth? {
    guard isSourceKnown else { return nil }
    if let found = known[externalID] { return found }
    try selectKnown.bind(1, record.source)
    try selectKnown.bind(2, externalID)
    return try selectKnown.first(knownBooth(of:)) ?? nil
  }

  private func knownBooth(of row: any Row) -> KnownBooth? {
    let id = BoothID(row.integer(1))
    return id < firstBooth ? (id: id, fingerprint: row.integer(2), isEdited: row.integer(3) != 0) : nil
  }

  func booth(_ id: BoothID) throws -> Booth? {
    if let row = writer.added(id) { return Booth(id: id, source: request.source, attributes: row.attributes) }
    if let booth = booths[id] { return booth }
    try selectBooth.bind(1, id.number)
    return try selectBooth.first(reader.booth(of:))
  }

  func eachOpenBooth(_ body: (BoothID, Span<UInt8>, StoredCoordinate) throws -> Void) throws {
    try writer.write()
    let query = "SELECT id, name, latitude_e7, longitude_e7 FROM booth WHERE status <> 2 AND latitude_e7 IS NOT NULL"
    try connection.each(query, []) { row in
      let coordinate = try BoothColumns.coordinate(of: row, at: 2)
      try row.withUTF8(1) { try body(BoothID(row.integer(0)), Span(_unsafeElements: $0), coordinate) }
    }
  }

  func duplicate(_ number: Int64) throws -> DuplicateRow? {
    if writer.hasCorrections { try writer.write() }
    if let duplicate = writer.duplicate(number) { return duplicate }
    try selectDuplicate.bind(1, record.run)
    try selectDuplicate.bind(2, number)
    return try selectDuplicate.first(ImportRecord.duplicate(of:))
  }

  /// The number of deferred rows in a group.
  private static let deferredGroup: Int64 = 512

  func eachDeferredGroup(_ body: ([DeferredRow]) throws -> Void) throws {
    let select = try connection.prepare(
      """
      SELECT ordinal, line, \(BoothColumns.attributeNames) FROM import_waiting
      WHERE ordinal > $1 ORDER BY ordinal LIMIT \(Self.deferredGroup)
      """)
    try writer.write()
    var last: Int64 = 0
    while true {
      var group: [DeferredRow] = []
      try select.bind(1, last)
      try select.each { row in
        let attributes = try BoothColumns.attributes(of: row, from: 2)
        group.append((row.integer(0), ValidatedRow(line: Int(row.integer(1)), attributes: attributes)))
      }
      guard let end = group.last else { break }
      try body(group)
      last = end.number
    }
    try connection.run("DELETE FROM import_waiting")
  }
}
