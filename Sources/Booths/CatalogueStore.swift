public import Basics

/// What an import run is told and remembers.
public struct ImportRequest: Hashable, Sendable {
  /// The name that groups the booths of one publisher.
  public var source: String
  /// The file's name as told, without its folder.
  public var file: String
  /// When the run started.
  public var startedAt: Timestamp
  /// Whether fields that an operator edited take the source's word again.
  public var overwritesEdits: Bool
  /// Whether everything is rolled back at the end.
  public var isDryRun: Bool

  /// A request; see the properties.
  public init(source: String, file: String, startedAt: Timestamp, overwritesEdits: Bool = false, isDryRun: Bool = false) {
    self.source = source
    self.file = file
    self.startedAt = startedAt
    self.overwritesEdits = overwritesEdits
    self.isDryRun = isDryRun
  }
}

/// What became of the rows of an import. The six add up to `read`, always.
public struct ImportCounts: Hashable, Sendable {
  public var added = 0
  public var changed = 0
  public var unchanged = 0
  public var closed = 0
  public var duplicate = 0
  public var rejected = 0

  public init() {}

  /// How many rows were read.
  public var read: Int { added + changed + unchanged + closed + duplicate + rejected }
}

/// A row that the judgement took, on its way to the catalogue.
public struct JudgedRow: Sendable {
  /// The physical line on which the row starts.
  public var line: Int
  /// What it says.
  public var facts: BoothFacts

  public init(line: Int, facts: BoothFacts) {
    self.line = line
    self.facts = facts
  }
}

/// A row that the judgement refused.
public struct RejectedRow: Hashable, Sendable {
  /// The physical line on which the row starts.
  public var line: Int
  /// Stable code, e.g. `no-coordinate`.
  public var code: String
  /// One sentence.
  public var reason: String
  /// The row's fields as read.
  public var fields: [String]

  public init(line: Int, code: String, reason: String, fields: [String]) {
    self.line = line
    self.code = code
    self.reason = reason
    self.fields = fields
  }
}

/// Rows judged together. `rows.count + rejected.count` is the number of records read.
public struct JudgedBatch: Sendable {
  public var rows: [JudgedRow]
  public var rejected: [RejectedRow]

  public init(rows: [JudgedRow] = [], rejected: [RejectedRow] = []) {
    self.rows = rows
    self.rejected = rejected
  }
}

/// Judged rows, pulled in order by the store inside its transaction.
public protocol JudgedRows: Sendable {
  /// The next rows, or nil at the end.
  mutating func next() throws -> JudgedBatch?
}

/// A row that describes a place which the catalogue has already, under another identifier.
public struct DuplicateRow: Hashable, Sendable {
  public var line: Int
  public var externalID: String
  public var name: String
  /// The booth that is there.
  public var original: BoothID
  /// Between the two, in metres; 0 where the identifier is repeated.
  public var metres: Double

  public init(line: Int, externalID: String, name: String, original: BoothID, metres: Double) {
    self.line = line
    self.externalID = externalID
    self.name = name
    self.original = original
    self.metres = metres
  }
}

/// What an import does to one booth, for the preview and the record.
public struct BoothChange: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case added, changed, closed }
  public var kind: Kind
  public var line: Int
  public var id: BoothID
  public var name: String
  /// For `changed` and `closed`: which fields, from what to what (as exported to CSV).
  public var fields: [FieldChange]

  public init(kind: Kind, line: Int, id: BoothID, name: String, fields: [FieldChange] = []) {
    self.kind = kind
    self.line = line
    self.id = id
    self.name = name
    self.fields = fields
  }
}

/// One field of a change.
public struct FieldChange: Hashable, Sendable {
  public var field: BoothField
  public var before: String
  public var after: String

  public init(field: BoothField, before: String, after: String) {
    self.field = field
    self.before = before
    self.after = after
  }
}

/// A recorded import.
public struct ImportRun: Hashable, Sendable {
  /// Counted from 1.
  public var number: Int64
  public var source: String
  public var file: String
  public var startedAt: Timestamp
  public var finishedAt: Timestamp
  public var counts: ImportCounts
  /// When it was rolled back, if it was.
  public var rolledBackAt: Timestamp?

  public init(
    number: Int64, source: String, file: String, startedAt: Timestamp, finishedAt: Timestamp, counts: ImportCounts,
    rolledBackAt: Timestamp? = nil
  ) {
    self.number = number
    self.source = source
    self.file = file
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.counts = counts
    self.rolledBackAt = rolledBackAt
  }
}

/// What an import did, or would do.
public struct ImportOutcome: Sendable {
  /// The recorded run; nil for a dry run.
  public var run: Int64?
  public var counts: ImportCounts
  /// The first changes, at most `largestPreview`, in the order of the rows.
  public var preview: [BoothChange]
  /// The first duplicates, at most `largestPreview`.
  public var duplicates: [DuplicateRow]

  /// How many changes and duplicates an outcome holds at most.
  public static let largestPreview = 200

  public init(run: Int64?, counts: ImportCounts, preview: [BoothChange], duplicates: [DuplicateRow]) {
    self.run = run
    self.counts = counts
    self.preview = preview
    self.duplicates = duplicates
  }
}

/// Where the catalogue is kept. Every method is one transaction.
public protocol CatalogueStore: Sendable {
  /// The catalogue's version: grows with every change that readers can see.
  func version() async throws -> Int64

  /// Every booth that is to be indexed (all statuses), ascending id, in batches, with the version they belong to.
  func loadAll(_ take: @escaping @Sendable ([Booth]) throws -> Void) async throws -> Int64

  /// What changed after a version: the booths added or changed since, the ids gone since, the version now.
  /// Nil where so much changed that loading all is cheaper.
  func changes(since version: Int64) async throws -> CatalogueChanges?

  /// One booth; nil where there is none.
  func booth(_ id: BoothID) async throws -> Booth?

  /// Booths in ascending id after a given one, for lists and exports.
  func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) async throws -> [Booth]

  /// Imports judged rows in one transaction; a dry run is rolled back at the end. `progress` is told the rows read.
  /// Whatever `rows` or `onRejected` throw rolls everything back.
  func importRows(
    _ request: ImportRequest, _ rows: any JudgedRows, onRejected: @escaping @Sendable ([RejectedRow]) throws -> Void,
    progress: @escaping @Sendable (ImportCounts) -> Void
  ) async throws -> ImportOutcome

  /// Recorded runs, newest first.
  func importRuns(limit: Int) async throws -> [ImportRun]

  /// One run with its changes and duplicates (at most `largestPreview` of each); nil where there is none.
  func importRun(_ number: Int64) async throws -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])?

  /// Takes a run back: added booths go, changed ones return to what they were, edits by hand stay.
  /// - Throws: `Refusal` `run-unknown` (missing), `run-rolled-back` (conflict), `run-overtaken` (conflict) where a later
  ///   run touched the same booths, naming it.
  func rollBack(_ number: Int64, at moment: Timestamp) async throws -> ImportRun

  /// Edits a booth by hand; the fields named are protected from re-imports. A nil in `clearing` empties a field.
  /// - Throws: `Refusal` `booth-unknown` (missing).
  func edit(_ id: BoothID, at moment: Timestamp, _ change: @escaping @Sendable (inout BoothFacts) throws -> Set<BoothField>)
    async throws -> Booth
}

/// What a list of booths is narrowed to.
public struct BoothListFilter: Hashable, Sendable {
  public var source: String?
  public var brand: String?
  public var status: BoothStatus?

  public init(source: String? = nil, brand: String? = nil, status: BoothStatus? = nil) {
    self.source = source
    self.brand = brand
    self.status = status
  }
}

/// What changed in a catalogue.
public struct CatalogueChanges: Sendable {
  public var version: Int64
  public var changed: [Booth]
  public var removed: [BoothID]

  public init(version: Int64, changed: [Booth], removed: [BoothID]) {
    self.version = version
    self.changed = changed
    self.removed = removed
  }
}
