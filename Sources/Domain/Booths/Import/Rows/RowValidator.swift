import Basics
import Geo
import Tabular
import TextForms

/// Validates records one batch at a time: column numbers are looked up once, and only cells that are kept are
/// converted.
struct RowValidator: ~Copyable {
  private let columns: RowColumns
  private let completion: RowCompletion
  private let filter: RowFilter
  private let keepsWithoutCoordinate: Bool
  private let coordinateValidator: CoordinateValidator
  private var coordinateReader: CoordinateReader
  private var optional: OptionalFields
  /// Reused memory for folding names.
  private var folded = FoldedName()

  /// - Throws: `DomainError` `unknown-reference-system`.
  init(_ plan: ImportPlan) throws(DomainError) {
    columns = RowColumns(plan)
    completion = plan.completion
    filter = plan.filter
    keepsWithoutCoordinate = plan.keepsWithoutCoordinate
    coordinateValidator = CoordinateValidator(plan)
    optional = OptionalFields(plan)
    coordinateReader = try CoordinateReader(plan)
  }

  /// The values left out so far.
  var warnings: [ImportWarning] { optional.warnings }

  /// The rows so far that the filter leaves out.
  private(set) var leftOut = 0

  /// Validates the records of a batch from `start` on: each that is read becomes a row or a rejected row. Complexity: O(bytes).
  mutating func validate(_ batch: RecordBatch, from start: Int) -> ValidatedBatch {
    var validated = ValidatedBatch()
    guard start < batch.count else { return validated }
    validated.rows.reserveCapacity(batch.count - start)
    let completed = completion.completed(batch)
    let readings = coordinateReader.readings(completed)
    for record in start..<batch.count {
      guard filter.accepts(batch, record) else {
        leftOut += 1
        continue
      }
      do {
        var attributes = BoothAttributes(externalID: "", name: "", coordinate: nil)
        try columns.checkShape(batch, record)
        try fill(&attributes, completed, record, readings[record])
        validated.rows.append(ValidatedRow(line: batch.line(record), attributes: attributes, folding: &folded))
      } catch {
        validated.rejected.append(rejected(batch, record, error))
      }
    }
    return validated
  }

  /// In place: attributes are large.
  private mutating func fill(
    _ attributes: inout BoothAttributes, _ batch: RecordBatch, _ record: Int, _ reading: CoordinateReader.Reading
  ) throws(Rejection) {
    attributes.name = try columns.name(batch, record)
    attributes.coordinate = try coordinate(batch, record, reading).map { StoredCoordinate($0) }
    attributes.roadAddress = try optional.text(.roadAddress, columns.roadAddressColumn, atMost: 500, batch, record)
    attributes.lotAddress = try optional.text(.lotAddress, columns.lotAddressColumn, atMost: 500, batch, record)
    attributes.externalID = try columns.externalID(batch, record, attributes)
    try optional.fill(&attributes, batch, record)
  }

  private mutating func coordinate(
    _ batch: RecordBatch, _ record: Int, _ reading: CoordinateReader.Reading
  ) throws(Rejection) -> Coordinate? {
    if keepsWithoutCoordinate, reading.cells == .none || reading.cells == .zero { return nil }
    let coordinate = try coordinateValidator.coordinate(reading) { WarningTally.raw(batch.bytes(record, $0)) }
    let address = columns.address(batch, record)
    if coordinateValidator.isPlausible(coordinate, address) { return coordinate }
    throw coordinateValidator.misplaced(reading, exchanged: coordinateReader.exchanged(reading), address)
  }

  private func rejected(_ batch: RecordBatch, _ record: Int, _ rejection: Rejection) -> RejectedRow {
    let fields = (0..<batch.fieldCount(record)).map { String(decoding: batch.bytes(record, $0), as: UTF8.self) }
    var rejection = rejection
    if PlainText.text(batch, record, columns.nameColumn) == columns.headers[columns.nameColumn],
      ImportSample.cells(batch, record) == columns.fileHeaders
    {
      rejection = Rejection("repeated-header", "The row is the header again.")
    }
    return RejectedRow(line: batch.line(record), code: rejection.code, reason: rejection.reason, fields: fields)
  }
}

extension Rejection {
  init(_ fault: RecordFault) {
    switch fault {
    case .undecodable:
      self.init(
        "undecodable",
        "The row holds bytes that are invalid in the file's encoding; state the encoding if it is another.")
    case .unclosedQuote:
      self.init("unclosed-quote", "A quote opens in this row and is never closed.")
    case .tooLong:
      self.init("too-long", "The row is longer than 1 MiB.")
    }
  }
}
