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
  /// Whether nothing is kept.
  public var isDryRun: Bool
  /// Whether a single rejected row ends the import.
  public var isStrict: Bool

  /// The code of the refusal of a strict import.
  public static let rowsRejected = "rows-rejected"

  /// A request; see the properties.
  public init(
    source: String, file: String, startedAt: Timestamp, overwritesEdits: Bool = false, isDryRun: Bool = false,
    isStrict: Bool = false
  ) {
    self.source = source
    self.file = file
    self.startedAt = startedAt
    self.overwritesEdits = overwritesEdits
    self.isDryRun = isDryRun
    self.isStrict = isStrict
  }
}

/// What became of the rows of an import. The six add up to `read`, always.
public struct ImportCounts: Hashable, Sendable {
  /// New booths that are not closed.
  public var added = 0
  /// Booths of which a field, or the protection of one, is other than before; without those counted as `closed`.
  public var changed = 0
  /// Booths that are as the row says, hand-edited fields aside.
  public var unchanged = 0
  /// Booths that were not closed and are now, and new booths that are closed.
  public var closed = 0
  /// Rows that describe a booth which is there, under another identifier or once more: see `DuplicateRow`.
  public var duplicate = 0
  /// Rows that failed validation.
  public var rejected = 0

  /// Nothing read.
  public init() {}

  /// How many rows were read.
  public var read: Int { added + changed + unchanged + closed + duplicate + rejected }
}

/// A row that failed validation.
public struct RejectedRow: Hashable, Sendable {
  /// The physical line on which the row starts.
  public var line: Int
  /// Stable code, e.g. `no-coordinate`.
  public var code: String
  /// One sentence.
  public var reason: String
  /// The row's fields as read.
  public var fields: [String]

  /// A row; see the properties.
  public init(line: Int, code: String, reason: String, fields: [String]) {
    self.line = line
    self.code = code
    self.reason = reason
    self.fields = fields
  }
}

/// A row that describes a booth which is there already. It is offered for review and adds nothing.
///
/// Either the same file named the identifier in an earlier row that was not rejected, or it is new and another booth
/// that is not closed, of any source, has the same name (without regard to case, blanks and width) within 30 m.
public struct DuplicateRow: Hashable, Sendable {
  /// The physical line on which the row starts.
  public var line: Int
  /// The row's identifier.
  public var externalID: String
  /// The row's name.
  public var name: String
  /// The booth that is there: the nearest one of that name.
  public var original: BoothID
  /// The geodesic distance between the two in metres; 0 where the identifier is repeated.
  public var metres: Double

  /// A row; see the properties.
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
  /// As counted: see `ImportCounts`.
  public enum Kind: String, Hashable, Sendable {
    case added
    case changed
    case closed
  }

  /// As counted.
  public var kind: Kind
  /// The physical line on which the row starts.
  public var line: Int
  /// The booth; in a dry run a new one has the number that it would get.
  public var id: BoothID
  /// The row's name.
  public var name: String
  /// Which fields, from what to what. Empty for a booth that is new, and where only the protection of edits ends.
  public var fields: [FieldChange]

  /// A change; see the properties.
  public init(kind: Kind, line: Int, id: BoothID, name: String, fields: [FieldChange] = []) {
    self.kind = kind
    self.line = line
    self.id = id
    self.name = name
    self.fields = fields
  }
}

/// One field of a change, as exports to CSV spell it.
public struct FieldChange: Hashable, Sendable {
  /// Which field.
  public var field: BoothField
  /// What it was; empty where not known.
  public var before: String
  /// What it is now; empty where not known.
  public var after: String

  /// A field's change.
  public init(field: BoothField, before: String, after: String) {
    self.field = field
    self.before = before
    self.after = after
  }
}

/// A recorded import.
public struct ImportRun: Hashable, Sendable {
  /// Counted from 1; never reused.
  public var number: Int64
  /// The name that groups the booths of one publisher.
  public var source: String
  /// The file's name as told.
  public var file: String
  /// When the run started, as told.
  public var startedAt: Timestamp
  /// `startedAt` and the time that the import took.
  public var finishedAt: Timestamp
  /// What became of the rows.
  public var counts: ImportCounts
  /// When it was rolled back, if it was.
  public var rolledBackAt: Timestamp?

  /// A run; see the properties.
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

/// What the reconciler made of the rows of an import.
public struct ReconciledImport: Sendable {
  /// What became of the rows.
  public var counts: ImportCounts
  /// The first changes, at most `ImportOutcome.maxPreview`, in the order of the rows.
  public var preview: [BoothChange]
}

/// What an import did, or would do.
public struct ImportOutcome: Sendable {
  /// The recorded run; nil for a dry run.
  public var run: Int64?
  /// What became of the rows.
  public var counts: ImportCounts
  /// The first changes, at most `maxPreview`, in the order of the rows.
  public var preview: [BoothChange]
  /// The first duplicates, at most `maxPreview`, in the order of the rows.
  public var duplicates: [DuplicateRow]

  /// How many changes and duplicates an outcome holds at most.
  public static let maxPreview = 200

  /// An outcome; see the properties.
  public init(run: Int64?, counts: ImportCounts, preview: [BoothChange], duplicates: [DuplicateRow]) {
    self.run = run
    self.counts = counts
    self.preview = preview
    self.duplicates = duplicates
  }
}
