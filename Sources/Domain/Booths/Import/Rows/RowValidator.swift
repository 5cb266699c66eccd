import Basics
import Geo
import Tabular
import TextForms

/// Validates records one batch at a time: column numbers are looked up once, and only cells that are kept are
/// converted.
struct RowValidator: ~Copyable {
  private let plan: ImportPlan
  private let columns: Columns
  private let coordinateValidator: CoordinateValidator
  private var coordinateReader: CoordinateReader
  private var optional: OptionalFields
  /// Reused memory for folding names.
  private var folded = FoldedName()

  /// - Throws: `DomainError` `unknown-reference-system`.
  init(_ plan: ImportPlan) throws(DomainError) {
    self.plan = plan
    columns = Columns(plan)
    coordinateValidator = CoordinateValidator(plan: plan)
    optional = OptionalFields(plan)
    coordinateReader = try CoordinateReader(plan)
  }

  /// The values left out so far.
  var warnings: [ImportWarning] { optional.warnings }

  /// Validates the records of a batch from `start` on: each becomes a row or a rejected row. Complexity: O(bytes).
  mutating func validate(_ batch: RecordBatch, from start: Int) -> ValidatedBatch {
    var validated = ValidatedBatch()
    guard start < batch.count else { return validated }
    validated.rows.reserveCapacity(batch.count - start)
    let readings = coordinateReader.readings(batch)
    for record in start..<batch.count {
      do {
        let attributes = try attributes(batch, record, readings[record])
        validated.rows.append(ValidatedRow(line: batch.line(record), attributes: attributes, folding: &folded))
      } catch {
        validated.rejected.append(rejected(batch, record, error))
      }
    }
    return validated
  }

  private mutating func attributes(
    _ batch: RecordBatch, _ record: Int, _ reading: CoordinateReader.Reading
  ) throws(Rejection) -> BoothAttributes {
    try checkShape(batch, record)
    let name = try name(batch, record)
    let coordinate = try coordinate(batch, record, reading)
    var attributes = BoothAttributes(externalID: "", name: name, coordinate: coordinate.map { StoredCoordinate($0) })
    attributes.roadAddress = try optional.text(.roadAddress, columns.roadAddress, atMost: 500, batch, record)
    attributes.lotAddress = try optional.text(.lotAddress, columns.lotAddress, atMost: 500, batch, record)
    let externalID = try externalID(batch, record, attributes)
    attributes.externalID = externalID
    try optional.fill(&attributes, batch, record)
    return attributes
  }

  /// Rejects records whose cells may be in the wrong columns.
  private func checkShape(_ batch: RecordBatch, _ record: Int) throws(Rejection) {
    if let fault = batch.fault(record) { throw Rejection(fault) }
    var column = columns.count
    while column < batch.fieldCount(record) {
      guard PlainText.trimmed(batch.bytes(record, column)).isEmpty else {
        throw Rejection(
          "too-many-fields",
          "The row has \(batch.fieldCount(record)) fields where the header has \(columns.count): a delimiter may stand inside a value without quotes."
        )
      }
      column += 1
    }
  }

  private func name(_ batch: RecordBatch, _ record: Int) throws(Rejection) -> String {
    guard let name = PlainText.text(batch, record, columns.name) else {
      throw Rejection("no-name", "The row has no name in “\(plan.headers[columns.name])”.")
    }
    let whole = branch(batch, record).map { name.hasSuffix($0) ? name : "\(name) \($0)" } ?? name
    guard PlainText.isShort(whole, 200) else {
      throw Rejection("name-too-long", "The name has more than 200 characters.")
    }
    return whole
  }

  private func branch(_ batch: RecordBatch, _ record: Int) -> String? {
    columns.branch.flatMap { PlainText.text(batch, record, $0) }
  }

  private mutating func coordinate(
    _ batch: RecordBatch, _ record: Int, _ reading: CoordinateReader.Reading
  ) throws(Rejection) -> Coordinate? {
    if plan.keepsWithoutCoordinate, reading.cells == .none || reading.cells == .zero { return nil }
    let coordinate = try coordinateValidator.coordinate(reading)
    let address = address(batch, record)
    if coordinateValidator.isPlausible(coordinate, address) { return coordinate }
    throw coordinateValidator.misplaced(reading, exchanged: coordinateReader.exchanged(reading), address)
  }

  private func address(_ batch: RecordBatch, _ record: Int) -> CoordinateValidator.Address {
    let province = Province(batch, record, road: columns.roadAddress, lot: columns.lotAddress)
    if province != nil { return CoordinateValidator.Address(province: province, isKorean: true) }
    let texts = [columns.roadAddress, columns.lotAddress].compactMap { $0.map { batch.bytes(record, $0) } }
    return CoordinateValidator.Address(
      province: nil, isKorean: texts.contains { $0.contains { (0xEA...0xED).contains($0) } })
  }

  /// The key; otherwise the name with the address, or with the coordinate.
  private func externalID(_ batch: RecordBatch, _ record: Int, _ attributes: BoothAttributes) throws(Rejection)
    -> String
  {
    if let column = columns.externalID, let key = PlainText.text(batch, record, column) {
      guard PlainText.isShort(key, 200) else {
        throw Rejection("key-too-long", "The key in “\(plan.headers[column])” has more than 200 characters.")
      }
      return key
    }
    if let address = attributes.roadAddress ?? attributes.lotAddress { return attributes.name + "@" + address }
    guard attributes.coordinate != nil else {
      throw Rejection("no-coordinate", "The row has neither a coordinate nor a key nor an address to identify it.")
    }
    return attributes.name + "@" + attributes.text(.latitude) + "," + attributes.text(.longitude)
  }

  private func rejected(_ batch: RecordBatch, _ record: Int, _ rejection: Rejection) -> RejectedRow {
    let fields = (0..<batch.fieldCount(record)).map { String(decoding: batch.bytes(record, $0), as: UTF8.self) }
    var rejection = rejection
    if PlainText.text(batch, record, columns.name) == plan.headers[columns.name],
      ImportSample.cells(batch, record) == plan.headers
    {
      rejection = Rejection("repeated-header", "The row is the header again.")
    }
    return RejectedRow(line: batch.line(record), code: rejection.code, reason: rejection.reason, fields: fields)
  }

  /// The columns of fields that every row uses.
  private struct Columns {
    let name: Int
    let branch: Int?
    let externalID: Int?
    let roadAddress: Int?
    let lotAddress: Int?
    /// One past the last column with a name: cells from there on must be empty.
    let count: Int

    init(_ plan: ImportPlan) {
      name = plan.columns[.name] ?? 0
      branch = plan.columns[.branch]
      externalID = plan.columns[.externalID]
      roadAddress = plan.columns[.roadAddress]
      lotAddress = plan.columns[.lotAddress]
      count = (plan.headers.lastIndex { !$0.isEmpty } ?? -1) + 1
    }
  }
}

extension Rejection {
  /// The rejection of a malformed record.
  init(_ fault: RecordFault) {
    switch fault {
    case .undecodable:
      self.init(
        "undecodable", "The row holds bytes that are invalid in the file's encoding; pass --encoding if it is another.")
    case .unclosedQuote:
      self.init("unclosed-quote", "A quote opens in this row and is never closed.")
    case .tooLong:
      self.init("too-long", "The row is longer than 1 MiB.")
    }
  }
}
