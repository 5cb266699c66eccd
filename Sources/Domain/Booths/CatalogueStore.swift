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

  /// A request; see the properties.
  public init(source: String, file: String, startedAt: Timestamp, overwritesEdits: Bool = false, isDryRun: Bool = false)
  {
    self.source = source
    self.file = file
    self.startedAt = startedAt
    self.overwritesEdits = overwritesEdits
    self.isDryRun = isDryRun
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

/// A row that passed validation, on its way to the catalogue.
public struct ValidatedRow: Sendable {
  /// The physical line on which the row starts.
  public var line: Int
  /// What it says.
  public var attributes: BoothAttributes

  /// A row.
  public init(line: Int, attributes: BoothAttributes) {
    self.line = line
    self.attributes = attributes
  }
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

/// Rows validated together. `rows.count + rejected.count` is the number of records read.
public struct ValidatedBatch: Sendable {
  /// In the order of the file.
  public var rows: [ValidatedRow]
  /// In the order of the file.
  public var rejected: [RejectedRow]

  /// Some rows.
  public init(rows: [ValidatedRow] = [], rejected: [RejectedRow] = []) {
    self.rows = rows
    self.rejected = rejected
  }
}

/// Validated rows, pulled in order by the store inside its transaction, on one thread at a time but not the caller's.
public protocol ValidatedRows: Sendable {
  /// The next rows, or nil at the end; not called again after that or after an error. About a thousand rows are a good
  /// batch: a few batches are in memory at the same time.
  mutating func next() throws -> ValidatedBatch?
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

/// Where the catalogue is kept.
///
/// Every method is one transaction: it sees one state of the catalogue, and does all or nothing. Beside the refusals
/// named, each throws `Refusal` of kind `unavailable` where the surroundings fail (disk full, locked, read-only).
public protocol CatalogueStore: Sendable {
  /// The catalogue's version: 0 at first; grows by one with every import, rollback or edit that readers can see.
  func version() async throws -> Int64

  /// Hands over every booth (all statuses) by ascending id, in batches, and answers the version they belong to.
  /// What `take` throws ends it. Complexity: O(n) time, one batch in memory.
  func loadAll(_ take: @escaping @Sendable ([Booth]) throws -> Void) async throws -> Int64

  /// What changed after a version: the booths added or changed since, the ids gone since (those that came and went
  /// are among them), the version now. Both by ascending id.
  ///
  /// Nil where so much changed (more than twenty thousand booths) that loading all is cheaper, and where the version
  /// is none of this catalogue's, as after a restore from a backup.
  func changes(since version: Int64) async throws -> CatalogueChanges?

  /// One booth; nil where there is none.
  func booth(_ id: BoothID) async throws -> Booth?

  /// The booths after a given one, which need not exist, by ascending id, at most `limit`. None for a source that is
  /// not known.
  func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) async throws -> [Booth]

  /// Imports validated rows.
  ///
  /// Each row, in order, by the source and its identifier:
  /// * one that an earlier row of the file had: `duplicate`;
  /// * one that the catalogue has: the row's word replaces what is there, except fields edited by hand (unless
  ///   `overwritesEdits`, which also ends their protection): `changed`, `closed` or `unchanged`;
  /// * a new one that is closed: `closed`, and kept as such without comparing places;
  /// * a new one of a place that is there: `duplicate`; it is compared with the catalogue as the whole file leaves it;
  /// A row without a place is compared with no place, and leaves a booth where it is.
  /// * any other: `added`, under a number that was never given, also where a rollback removed the same identifier.
  ///
  /// The same file again is all unchanged (or duplicate again): no booth is written and the version does not move.
  /// The run is recorded in any case, except for a dry run, which changes nothing and which no writer waits for.
  ///
  /// - Parameters:
  ///   - onRejected: told the rejected rows, in order; called on the store's thread.
  ///   - progress: told what became of the rows read so far, after each batch; the last lines may still move from
  ///     `duplicate` to `added`.
  /// - Throws: whatever `rows` or `onRejected` throw; everything is rolled back then, and no run is recorded.
  func importRows(
    _ request: ImportRequest, _ rows: any ValidatedRows, onRejected: @escaping @Sendable ([RejectedRow]) throws -> Void,
    progress: @escaping @Sendable (ImportCounts) -> Void
  ) async throws -> ImportOutcome

  /// Recorded runs, those rolled back included, newest first, at most `limit`.
  func importRuns(limit: Int) async throws -> [ImportRun]

  /// One run with the changes and duplicates of its outcome, as they were then; nil where there is none.
  func importRun(_ number: Int64) async throws -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])?

  /// Takes a run back: booths that it added go, with what was edited on them; those that it changed return to what
  /// they were, except that fields edited by hand by now stay as they are. Rows of a source that were only compared
  /// are not touched. A run that changed nothing is marked, and the version does not move.
  /// - Throws: `Refusal` `run-unknown` (missing), `run-rolled-back` (conflict), `run-overtaken` (conflict) where a later
  ///   run that stands changed the same booths, naming it.
  func rollBack(_ number: Int64, at moment: Timestamp) async throws -> ImportRun

  /// Edits a booth by hand and answers it as it is now.
  ///
  /// The fields that `change` names, and those it changes without naming, are protected from re-imports; latitude and
  /// longitude only together. Whether the attributes are right is the caller's business; the store sets nothing by itself.
  /// Where neither a fact nor a protection is new, nothing is written and the version does not move.
  /// - Throws: `Refusal` `booth-unknown` (missing), `field-fixed` (invalid) for the identifier, and what `change` throws.
  func edit(
    _ id: BoothID, at moment: Timestamp, _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  )
    async throws -> Booth
}

/// What a list of booths is narrowed to: all that is set must hold.
public struct BoothListFilter: Hashable, Sendable {
  /// Exactly this source.
  public var source: String?
  /// This chain, compared without regard to case, blanks and width.
  public var brand: String?
  /// This status.
  public var status: BoothStatus?

  /// A filter; every booth where nothing is set.
  public init(source: String? = nil, brand: String? = nil, status: BoothStatus? = nil) {
    self.source = source
    self.brand = brand
    self.status = status
  }
}

/// What changed in a catalogue.
public struct CatalogueChanges: Sendable {
  /// The version now.
  public var version: Int64
  /// Booths as they are now, by ascending id.
  public var changed: [Booth]
  /// Numbers that no booth has now, ascending.
  public var removed: [BoothID]

  /// Changes; see the properties.
  public init(version: Int64, changed: [Booth], removed: [BoothID]) {
    self.version = version
    self.changed = changed
    self.removed = removed
  }
}
