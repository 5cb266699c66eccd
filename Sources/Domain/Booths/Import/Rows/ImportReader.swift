import PlaceFiles
import Synchronization
package import Tabular

/// Reads a file of places: each record becomes a validated row or a rejected one.
///
/// The file is opened several times: for a sample, from which the plan is decided, and for the rows. Memory is
/// bounded by the sample and one batch.
package final class ImportReader: ValidatedRows {
  /// The decisions about the file, and why.
  package let plan: ImportPlan
  private let pass: Mutex<Pass>
  /// Apart from the pass, which is locked while rows are read: a display of progress must not wait for that.
  private let position: Atomic<Int>

  /// Reads a sample (the first 20,000 rows) and decides the plan; the rows are then read from the start again.
  /// - Throws: `DomainError` with the option to pass if the file cannot be read as it is, and errors of the source.
  package init(_ options: ImportOptions, open: @Sendable () throws -> any ByteSource) throws {
    var sampler = try RecordReader(options, open: open)
    let sample = try ImportSample(&sampler, mapping: options.mapping, only: options.only)
    let plan = try ImportPlan(sample, options)
    self.plan = plan
    let reader = try RecordReader(options, open: open)
    position = Atomic(reader.bytesRead)
    pass = Mutex(Pass(reader: reader, validator: try RowValidator(plan), recordsToSkip: sample.recordsBeforeRows))
  }

  /// The next validated and rejected rows in the order of the file, or nil at the end.
  /// - Throws: Errors of the source.
  package func next() throws -> ValidatedBatch? {
    try pass.withLock { pass in
      let batch = try pass.next()
      position.store(pass.reader.bytesRead, ordering: .relaxed)
      return batch
    }
  }

  /// The values left out of the rows read so far, by field.
  package var warnings: [ImportWarning] { pass.withLock { $0.validator.warnings } }

  /// The rows read so far that `only` leaves out.
  package var leftOut: Int { pass.withLock { $0.validator.leftOut } }

  /// The bytes read so far in this pass, for progress.
  package var bytesRead: Int { position.load(ordering: .relaxed) }
}

struct RecordReader {
  private var table: any RecordTable

  init(_ options: ImportOptions, open: () throws -> any ByteSource) throws {
    let reading = PlaceFile.Options(
      encoding: options.encoding, delimiter: options.delimiter, sampledPlaces: ImportSample.maxRows
    ) { key in
      let coordinates: Set<ImportField> = [.latitude, .longitude, .x, .y]
      return HeaderSynonyms.field(HeaderText.folded(key)).map { coordinates.contains($0.field) } ?? false
    }
    table = try PlaceFile.table(reading, open: open)
  }

  /// Encoding and delimiter of the text; nil for other formats.
  var dialect: Dialect? { table.dialect }

  /// The format; nil for delimited text.
  var format: PlaceFormat? { table.format }

  var bytesRead: Int { table.bytesRead }

  var terms: FileTerms { table.terms }

  /// The next records; the header is among the first ones.
  mutating func next() throws -> RecordBatch? { try table.next() }
}

private struct Pass: ~Copyable {
  var reader: RecordReader
  var validator: RowValidator
  /// The titles and the header.
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
