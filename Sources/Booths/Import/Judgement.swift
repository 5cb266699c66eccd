import Synchronization
public import Tabular

/// A delimited text on its way to the catalogue: each record becomes a judged row or a rejected one.
///
/// The text is opened twice: once for a sample, from which the plan is decided, and once for the rows. Memory is
/// bounded by the sample and one batch, however long the text is.
public final class Judgement: JudgedRows {
  /// What was decided about the file, and why.
  public let plan: ImportPlan
  private let pass: Mutex<Pass>

  /// Reads a sample (the first 20,000 rows) and decides the plan; the rows are then read from the start again.
  /// - Throws: `Refusal` where the file can't be read as it is, with what to pass; whatever the source throws.
  public init(_ options: ImportOptions, open: @Sendable () throws -> any ByteSource) throws {
    var sampler = try TableReader(open(), encoding: options.encoding, delimiter: options.delimiter)
    let sample = try ImportSample(&sampler, mapping: options.mapping)
    let plan = try ImportPlan(sample, options)
    self.plan = plan
    let reader = try TableReader(open(), encoding: options.encoding, delimiter: options.delimiter)
    pass = Mutex(Pass(reader: reader, judge: try RowJudge(plan), recordsToSkip: sample.recordsBeforeRows))
  }

  /// The next judged and rejected rows in the order of the file, or nil at the end.
  /// - Throws: whatever the source throws.
  public func next() throws -> JudgedBatch? {
    try pass.withLock { pass in try pass.next() }
  }

  /// What was left out of the rows read so far, by field.
  public var warnings: [ImportWarning] { pass.withLock { $0.judge.warnings } }

  /// How many bytes of the text were read so far in this pass; for progress.
  public var bytesRead: Int { pass.withLock { $0.reader.bytesRead } }
}

/// The reading of the rows.
private struct Pass: ~Copyable {
  var reader: TableReader
  var judge: RowJudge
  /// Titles and the header.
  var recordsToSkip: Int

  init(reader: TableReader, judge: consuming RowJudge, recordsToSkip: Int) {
    self.reader = reader
    self.judge = judge
    self.recordsToSkip = recordsToSkip
  }

  mutating func next() throws -> JudgedBatch? {
    guard let batch = try reader.next() else { return nil }
    let skipped = min(recordsToSkip, batch.count)
    recordsToSkip -= skipped
    return judge.judge(batch, from: skipped)
  }
}
