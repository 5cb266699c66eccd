import Basics
import Booths
import SQL

/// The statements that an import writes with.
final class ImportWriter {
  /// How many booths one statement adds: that halves what a statement costs beside its rows.
  private static let group = 8
  /// How many parameters a booth takes.
  private static let width = BoothColumns.attributes.count + 3

  private let run: Int64
  private let source: Int64
  private let insertBooth: any PreparedStatement
  private let insertGroup: any PreparedStatement
  /// Added, but not written yet; their numbers follow each other up to `lastBooth`.
  private var pending: [Candidate] = []
  private var lastBooth: Int64 = 0
  private let updateBooth: any PreparedStatement
  private let keepBefore: any PreparedStatement
  private let selectBooth: any PreparedStatement
  private let insertDuplicate: any PreparedStatement
  private let insertWaiting: any PreparedStatement

  init(_ connection: any Connection, run: Int64, source: Int64) throws {
    self.run = run
    self.source = source
    insertBooth = try connection.prepare(Self.insert(rows: 1))
    insertGroup = try connection.prepare(Self.insert(rows: Self.group))
    pending.reserveCapacity(Self.group)
    updateBooth = try connection.prepare(
      """
      UPDATE booth SET \(BoothColumns.assignments(from: 4)), fingerprint = $2, edited_fields = $3,
        edited_at = CASE WHEN $3 = 0 THEN NULL ELSE edited_at END
      WHERE id = $1
      """)
    keepBefore = try connection.prepare(
      """
      INSERT INTO booth_before (run, booth, \(BoothColumns.allNames))
      SELECT $1, id, \(BoothColumns.allNames) FROM booth WHERE id = $2
      """)
    selectBooth = try connection.prepare("SELECT \(BoothColumns.attributeNames) FROM booth WHERE id = $1")
    insertDuplicate = try connection.prepare(
      """
      INSERT INTO import_duplicate (run, ordinal, line, external_id, name, original, metres)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """)
    insertWaiting = try connection.prepare(
      """
      INSERT INTO import_waiting (ordinal, line, \(BoothColumns.attributeNames))
      VALUES (\(BoothColumns.parameters(from: 1, count: BoothColumns.attributes.count + 2)))
      """)
  }

  private static func insert(rows: Int) -> String {
    let values = (0..<rows).map { "(\(BoothColumns.parameters(from: 1 + $0 * width, count: width)), 0)" }
    return """
      INSERT INTO booth (id, source_id, \(BoothColumns.attributeNames), fingerprint, edited_fields)
      VALUES \(values.joined(separator: ", "))
      """
  }

  /// Adds a booth under the number after the last one. It is in the table after the next `flush` at the latest.
  func insert(_ booth: Int64, _ candidate: Candidate) throws {
    pending.append(candidate)
    lastBooth = booth
    guard pending.count == Self.group else { return }
    for (index, candidate) in pending.enumerated() {
      try bind(booth - Int64(Self.group - 1 - index), candidate, to: insertGroup, from: 1 + index * Self.width)
    }
    pending.removeAll(keepingCapacity: true)
    try insertGroup.run()
  }

  /// Writes what is pending: to be called before booths are read.
  func flush() throws {
    guard !pending.isEmpty else { return }
    for (index, candidate) in pending.enumerated() {
      try bind(lastBooth - Int64(pending.count - 1 - index), candidate, to: insertBooth, from: 1)
      try insertBooth.run()
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func bind(
    _ booth: Int64, _ candidate: Candidate, to statement: any PreparedStatement, from first: Int
  ) throws {
    try statement.bind(first, booth)
    try statement.bind(first + 1, source)
    try BoothColumns.bind(candidate.row.attributes, to: statement, from: first + 2)
    try statement.bind(first + 2 + BoothColumns.attributes.count, candidate.fingerprint)
  }

  /// The attributes of a booth as they are; nil where there is none.
  func attributes(_ booth: Int64) throws -> BoothAttributes? {
    try selectBooth.bind(1, booth)
    return try selectBooth.first { try BoothColumns.attributes(of: $0, from: 0) }
  }

  /// Changes a booth, keeping what it was.
  func change(_ booth: Int64, to attributes: BoothAttributes, fingerprint: Int64, edited: EditedFields) throws {
    try keepBefore.bind(1, run)
    try keepBefore.bind(2, booth)
    try keepBefore.run()
    try updateBooth.bind(1, booth)
    try updateBooth.bind(2, fingerprint)
    try updateBooth.bind(3, edited.bits)
    try BoothColumns.bind(attributes, to: updateBooth, from: 4)
    try updateBooth.run()
  }

  /// Records a row that describes a booth which is there.
  func offer(_ ordinal: Int64, _ row: DuplicateRow) throws {
    try insertDuplicate.bind(1, run)
    try insertDuplicate.bind(2, ordinal)
    try insertDuplicate.bind(3, Int64(row.line))
    try insertDuplicate.bind(4, row.externalID)
    try insertDuplicate.bind(5, row.name)
    try insertDuplicate.bind(6, row.original.number)
    try insertDuplicate.bind(7, row.metres)
    try insertDuplicate.run()
  }

  /// Sets a row aside until every other row was seen.
  func wait(_ ordinal: Int64, _ row: ValidatedRow) throws {
    try insertWaiting.bind(1, ordinal)
    try insertWaiting.bind(2, Int64(row.line))
    try BoothColumns.bind(row.attributes, to: insertWaiting, from: 3)
    try insertWaiting.run()
  }
}
