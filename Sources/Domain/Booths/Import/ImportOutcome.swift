package import Basics

/// What an import is asked to do with its rows, and what its record remembers.
package struct ImportRequest: Hashable, Sendable {
  package var source: String
  /// The file's name without its directory.
  package var file: String
  package var startedAt: Timestamp
  /// Whether fields that an operator edited take the source's word again.
  package var overwritesEdits: Bool
  package var isDryRun: Bool
  /// Whether a single rejected row ends the import.
  package var isStrict: Bool

  /// The code of the refusal of a strict import.
  package static let rowsRejected = "rows-rejected"

  package init(
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
package struct ImportCounts: Hashable, Sendable {
  /// New booths that are not closed.
  package var added = 0
  /// Booths of which a field, or the protection of one, is other than before; without those counted as `closed`.
  package var changed = 0
  /// Booths that are as the row says, hand-edited fields aside.
  package var unchanged = 0
  /// Booths that were not closed and are now, and new booths that are closed.
  package var closed = 0
  /// Rows that describe a booth which is there, under another identifier or once more: see `DuplicateRow`.
  package var duplicate = 0
  package var rejected = 0

  package init() {}

  package var read: Int { added + changed + unchanged + closed + duplicate + rejected }
}

/// A row that failed validation.
package struct RejectedRow: Hashable, Sendable {
  /// The physical line on which the row starts, as in all that an import tells of a row.
  package var line: Int
  /// Stable code, e.g. `no-coordinate`.
  package var code: String
  package var reason: String
  /// The row's fields as read.
  package var fields: [String]

  package init(line: Int, code: String, reason: String, fields: [String]) {
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
package struct DuplicateRow: Hashable, Sendable {
  package var line: Int
  package var externalID: String
  package var name: String
  /// The booth that is there: the nearest one of that name.
  package var original: BoothID
  /// The geodesic distance between the two in metres; 0 where the identifier is repeated.
  package var metres: Double

  package init(line: Int, externalID: String, name: String, original: BoothID, metres: Double) {
    self.line = line
    self.externalID = externalID
    self.name = name
    self.original = original
    self.metres = metres
  }
}

/// What an import does to one booth, for the preview and the record.
package struct BoothChange: Hashable, Sendable {
  /// As counted: see `ImportCounts`.
  package enum Kind: String, Hashable, Sendable {
    case added
    case changed
    case closed
  }

  package var kind: Kind
  package var line: Int
  /// The booth; in a dry run a new one has the number that it would get.
  package var id: BoothID
  package var name: String
  /// Which fields, from what to what. Empty for a booth that is new, and where only the protection of edits ends.
  package var fields: [FieldChange]

  package init(kind: Kind, line: Int, id: BoothID, name: String, fields: [FieldChange] = []) {
    self.kind = kind
    self.line = line
    self.id = id
    self.name = name
    self.fields = fields
  }
}

/// One field of a change, as exports to CSV spell it.
package struct FieldChange: Hashable, Sendable {
  package var field: BoothField
  /// Empty where not known, like `after`.
  package var before: String
  package var after: String

  package init(field: BoothField, before: String, after: String) {
    self.field = field
    self.before = before
    self.after = after
  }
}

/// A recorded import.
package struct ImportRun: Hashable, Sendable {
  /// Counted from 1; never reused.
  package var number: Int64
  package var source: String
  package var file: String
  package var startedAt: Timestamp
  /// `startedAt` and the time that the import took.
  package var finishedAt: Timestamp
  package var counts: ImportCounts
  package var rolledBackAt: Timestamp?

  package init(
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

/// What became of the rows of an import, and the first changes in the order of the rows, at most `maxPreview`.
package typealias ReconciledImport = (counts: ImportCounts, preview: [BoothChange])

/// What an import did, or would do.
package struct ImportOutcome: Sendable {
  /// The recorded run; nil for a dry run.
  package var run: Int64?
  package var counts: ImportCounts
  /// The first changes, at most `maxPreview`, in the order of the rows.
  package var preview: [BoothChange]
  /// The first duplicates, at most `maxPreview`, in the order of the rows.
  package var duplicates: [DuplicateRow]

  /// How many changes and duplicates an outcome holds at most.
  package static let maxPreview = 200

  package init(run: Int64?, counts: ImportCounts, preview: [BoothChange], duplicates: [DuplicateRow]) {
    self.run = run
    self.counts = counts
    self.preview = preview
    self.duplicates = duplicates
  }
}
