import Synchronization
package import Tabular

/// A delimited text, or GeoJSON, on its way to the catalogue: each record becomes a validated row or a rejected one.
///
/// The text is opened twice: once for a sample, from which the plan is decided, and once for the rows. Memory is
/// bounded by the sample and one batch, however long the text is.
package final class ImportReader: ValidatedRows {
  /// What was decided about the file, and why.
  package let plan: ImportPlan
  private let pass: Mutex<Pass>

  /// Reads a sample (the first 20,000 rows) and decides the plan; the rows are then read from the start again.
  /// - Throws: `DomainError` where the file can't be read as it is, with what to pass; whatever the source throws.
  package init(_ options: ImportOptions, open: @Sendable () throws -> any ByteSource) throws {
    var sampler = try RecordReader(options, open: open)
    let sample = try ImportSample(&sampler, mapping: options.mapping)
    let plan = try ImportPlan(sample, options)
    self.plan = plan
    let reader = try RecordReader(options, open: open)
    pass = Mutex(Pass(reader: reader, validator: try RowValidator(plan), recordsToSkip: sample.recordsBeforeRows))
  }

  /// The next validated and rejected rows in the order of the file, or nil at the end.
  /// - Throws: whatever the source throws.
  package func next() throws -> ValidatedBatch? {
    try pass.withLock { pass in try pass.next() }
  }

  /// What was left out of the rows read so far, by field.
  package var warnings: [ImportWarning] { pass.withLock { $0.validator.warnings } }

  /// How many bytes of the text were read so far in this pass; for progress.
  package var bytesRead: Int { pass.withLock { $0.reader.bytesRead } }
}

/// Reads the records of a text in whichever of the two forms it is.
struct RecordReader {
  private var table: TableReader?
  private var features: FeatureTable?
  private var hasHeader = false

  /// Looks at the first character: no table has a header that begins with a brace.
  init(_ options: ImportOptions, open: () throws -> any ByteSource) throws {
    var beginning = try open()
    var bytes: [UInt8] = []
    while bytes.count < 4096, let chunk = try beginning.read(upTo: 4096 - bytes.count) { bytes += chunk }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if text.first(where: { $0 > 0x20 }) == 0x7B {
      features = try FeatureTable(open(), from: open())
    } else {
      table = try TableReader(open(), encoding: options.encoding, delimiter: options.delimiter)
    }
  }

  /// How the text is written; nil: as GeoJSON.
  var dialect: Dialect? { table?.dialect }

  /// How many bytes were read in this pass.
  var bytesRead: Int { table?.bytesRead ?? features?.bytesRead ?? 0 }

  /// The next records; the header is the first one.
  mutating func next() throws -> RecordBatch? {
    if table != nil { return try table?.next() }
    if hasHeader { return try features?.next() }
    hasHeader = true
    var header = RecordBatchBuilder()
    header.append(features?.headers ?? [], line: 0)
    return header.finish()
  }
}

/// The reading of the rows.
private struct Pass: ~Copyable {
  var reader: RecordReader
  var validator: RowValidator
  /// Titles and the header.
  var recordsToSkip: Int

  init(reader: RecordReader, validator: consuming RowValidator, recordsToSkip: Int) {
    self.reader = reader
    self.validator = validator
    self.recordsToSkip = recordsToSkip
  }

  mutating func next() throws -> ValidatedBatch? {
    guard let batch = try reader.next() else { return nil }
    let skipped = min(recordsToSkip, batch.count)
    recordsToSkip -= skipped
    return validator.validate(batch, from: skipped)
  }
}
