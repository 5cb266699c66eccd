import Basics
import Booths
import SQL

/// Tells whether a source's identifier is in the catalogue, and whether the same file named it before.
final class IdentifierFinder {
  /// A booth of the catalogue that the file had not named yet.
  struct Known {
    var booth: Int64
    var fingerprint: Int64
    var edited: EditedFields
  }

  enum Standing {
    case new
    /// Named before in this file; the row then describes this booth.
    case repeated(Int64)
    case known(Known)
  }

  private let source: Int64
  private let run: Int64
  /// The first booth that this import adds.
  private let firstBooth: Int64
  /// Whether the source had no booth: then nothing has to be asked of the database until a hint says so.
  private let wasEmpty: Bool
  private var hints = FingerprintTable()
  /// Booths of the source that the file named, 64 to a word.
  private var seen: [Int64: UInt64] = [:]

  private let writer: ImportWriter
  private let lookUp: any PreparedStatement
  private let boothIdentifier: any PreparedStatement
  private let duplicateIdentifier: any PreparedStatement

  init(_ connection: any Connection, _ record: ImportRecord, _ writer: ImportWriter) throws {
    source = record.source
    run = record.run
    firstBooth = record.firstBooth
    self.writer = writer
    let booth = try connection.integer("SELECT 1 FROM booth WHERE source_id = $1 LIMIT 1", [.integer(source)])
    wasEmpty = booth == nil
    lookUp = try connection.prepare(
      "SELECT id, fingerprint, edited_fields FROM booth WHERE source_id = $1 AND external_id = $2")
    boothIdentifier = try connection.prepare("SELECT external_id, id FROM booth WHERE id = $1")
    duplicateIdentifier = try connection.prepare(
      "SELECT external_id, original FROM import_duplicate WHERE run = $1 AND ordinal = $2")
  }

  /// What an identifier stands for at this row. A booth is `known` once only.
  func standing(of candidate: Candidate) throws -> Standing {
    let identifier = candidate.row.attributes.externalID
    if let booth = try namedBefore(identifier, candidate.identifierHash) { return .repeated(booth) }
    guard !wasEmpty else { return .new }
    try writer.flush()
    try lookUp.bind(1, source)
    try lookUp.bind(2, identifier)
    let found = try lookUp.first { row in
      Known(booth: row.integer(0), fingerprint: row.integer(1), edited: EditedFields(bits: row.integer(2)))
    }
    guard let found else { return .new }
    guard !isNamed(found.booth) else { return .repeated(found.booth) }
    seen[found.booth >> 6, default: 0] |= 1 << UInt64(found.booth & 63)
    return .known(found)
  }

  /// Gets ready for the questions about some candidates.
  func prefetch(_ candidates: ArraySlice<Candidate>) -> UInt64 {
    candidates.reduce(0) { $0 &+ hints.prefetch($1.identifierHash) }
  }

  /// Whether the file has named a booth of its source already, or added it.
  func isNamed(_ booth: Int64) -> Bool {
    booth >= firstBooth || seen[booth >> 6, default: 0] >> UInt64(booth & 63) & 1 == 1
  }

  /// Remembers a booth that this import added.
  func added(_ candidate: Candidate, as booth: Int64) {
    if wasEmpty { hints.insert(candidate.identifierHash, booth - firstBooth) }
  }

  /// Remembers a row that did not become a booth.
  func offered(_ candidate: Candidate, as ordinal: Int64) {
    hints.insert(candidate.identifierHash, ordinal | Self.duplicate)
  }

  /// Tells the numbers of duplicates from those of booths in the hints.
  private static let duplicate = FingerprintTable.numberLimit / 2

  /// The booth that an earlier row of this file with the same identifier became or described, as far as it is hinted at.
  private func namedBefore(_ identifier: String, _ hash: UInt64) throws -> Int64? {
    var cursor = 0
    while let number = hints.next(hash, &cursor) {
      if let booth = try booth(behind: number, if: identifier) { return booth }
    }
    return nil
  }

  private func booth(behind number: Int64, if identifier: String) throws -> Int64? {
    try writer.flush()
    let isBooth = number & Self.duplicate == 0
    let statement = isBooth ? boothIdentifier : duplicateIdentifier
    if isBooth {
      try statement.bind(1, number + firstBooth)
    } else {
      try statement.bind(1, run)
      try statement.bind(2, number ^ Self.duplicate)
    }
    return try statement.first { $0.text(0) == identifier ? $0.integer(1) : nil } ?? nil
  }
}
