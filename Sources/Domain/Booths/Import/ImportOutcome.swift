package import Basics

/// The parameters of an import that the reconciler and its record need.
package struct ImportRequest: Hashable, Sendable {
  package var source: String
  /// The file's name without its directory.
  package var file: String
  package var startedAt: Timestamp
  /// The terms of the source; what is nil stays as it was.
  package var terms: SourceTerms
  /// Whether the source's values replace fields that an operator edited.
  package var overwritesEdits: Bool
  package var isDryRun: Bool
  /// Whether one rejected row ends the import.
  package var isStrict: Bool

  package static let rowsRejected = "rows-rejected"

  package init(
    source: String, file: String, startedAt: Timestamp, terms: SourceTerms = SourceTerms(),
    overwritesEdits: Bool = false, isDryRun: Bool = false, isStrict: Bool = false
  ) {
    self.source = source
    self.file = file
    self.startedAt = startedAt
    self.terms = terms
    self.overwritesEdits = overwritesEdits
    self.isDryRun = isDryRun
    self.isStrict = isStrict
  }
}

/// The outcome of the rows of an import. The six counts always add up to `read`.
package struct ImportCounts: Hashable, Sendable {
  /// New booths that are not closed.
  package var added = 0
  /// Booths with a changed field or protection, except those counted as `closed`.
  package var changed = 0
  /// Booths that equal the row, apart from fields edited by hand.
  package var unchanged = 0
  /// Booths that changed to closed, and new booths that are closed.
  package var closed = 0
  /// Rows that describe an existing booth under another identifier, or repeat an identifier: see `DuplicateRow`.
  package var duplicate = 0
  package var rejected = 0

  package init() {}

  package var read: Int { added + changed + unchanged + closed + duplicate + rejected }
}

package struct RejectedRow: Hashable, Sendable {
  /// The physical line on which the row starts, as everywhere in an import.
  package var line: Int
  /// A stable code, e.g. `no-coordinate`.
  package var code: String
  package var reason: String
  package var fields: [String]

  package init(line: Int, code: String, reason: String, fields: [String]) {
    self.line = line
    self.code = code
    self.reason = reason
    self.fields = fields
  }
}

/// A row that describes an existing booth. It is listed for review and adds nothing.
///
/// Either an earlier row of the same file that was not rejected has the same identifier, or the identifier is new and
/// another booth of any source that is not closed has the same name (without regard to case, spaces and character
/// width) within 30 m.
package struct DuplicateRow: Hashable, Sendable {
  package var line: Int
  package var externalID: String
  package var name: String
  /// The existing booth: that of the identifier, or the nearest one of that name.
  package var original: BoothID
  /// The geodesic distance between the two in metres; nil for a repeated identifier.
  package var metres: Double?

  package init(line: Int, externalID: String, name: String, original: BoothID, metres: Double?) {
    self.line = line
    self.externalID = externalID
    self.name = name
    self.original = original
    self.metres = metres
  }
}

/// An import's change of one booth, for the preview and the record.
package struct BoothChange: Hashable, Sendable {
  /// See `ImportCounts`.
  package enum Kind: String, Hashable, Sendable {
    case added
    case changed
    case closed
  }

  package var kind: Kind
  package var line: Int
  /// The booth. In a dry run, the id that a new booth would get.
  package var id: BoothID
  package var name: String
  /// The changed fields. Empty for a new booth, and if only the protection of edits ends.
  package var fields: [FieldChange]

  package init(kind: Kind, line: Int, id: BoothID, name: String, fields: [FieldChange] = []) {
    self.kind = kind
    self.line = line
    self.id = id
    self.name = name
    self.fields = fields
  }
}

/// One changed field, with values as CSV exports write them.
package struct FieldChange: Hashable, Sendable {
  package var field: BoothField
  /// Empty when unknown, like `after`.
  package var before: String
  package var after: String

  package init(field: BoothField, before: String, after: String) {
    self.field = field
    self.before = before
    self.after = after
  }
}

package struct ImportRun: Hashable, Sendable {
  /// Numbered from 1; never reused.
  package var number: Int64
  package var source: String
  package var file: String
  package var startedAt: Timestamp
  /// `startedAt` plus the duration of the import.
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

/// The counts of an import, and the first changes in the order of the rows, at most `maxPreview`.
package typealias ReconciledImport = (counts: ImportCounts, preview: [BoothChange])

package struct ImportOutcome: Sendable {
  /// The recorded run; nil for a dry run.
  package var run: Int64?
  package var counts: ImportCounts
  /// The first changes, at most `maxPreview`, in the order of the rows.
  package var preview: [BoothChange]
  /// The first duplicates, at most `maxPreview`, in the order of the rows.
  package var duplicates: [DuplicateRow]

  /// The maximum number of changes, and of duplicates, in an outcome.
  package static let maxPreview = 200

  package init(run: Int64?, counts: ImportCounts, preview: [BoothChange], duplicates: [DuplicateRow]) {
    self.run = run
    self.counts = counts
    self.preview = preview
    self.duplicates = duplicates
  }
}
