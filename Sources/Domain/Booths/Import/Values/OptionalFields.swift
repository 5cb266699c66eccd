import Basics
import Tabular

/// The fields that a row may lack. A value that is not understood is left out and counted, or, in a strict import,
/// rejects its row.
struct OptionalFields {
  private let headers: [String]
  private let isStrict: Bool
  private var tally = WarningTally()
  private var hours = Remembered<String>()
  private var statuses = Remembered<BoothStatus>()

  init(_ plan: ImportPlan) {
    headers = plan.headers
    isStrict = plan.isStrict
    brand = plan.columns[.brand]
    phone = plan.columns[.phone]
    status = plan.columns[.status]
    lastVerified = plan.columns[.lastVerified]
    openingHours = plan.columns[.openingHours]
    hoursColumns = plan.hours
    let fields: [ImportField] = [.tags, .cuts, .shots, .price, .evenPrintsOnly, .capacity]
    rare = fields.compactMap { field in plan.columns[field].map { RareField(field: field, column: $0) } }
  }

  /// Columns of the usual fields, looked up once.
  private let brand: Int?
  private let phone: Int?
  private let status: Int?
  private let lastVerified: Int?
  private let openingHours: Int?
  private let hoursColumns: HoursColumns
  /// Fields that few files have, of those that this one has.
  private var rare: [RareField]

  private struct RareField {
    let field: ImportField
    let column: Int
    var amounts = Remembered<Int>()
  }

  /// What was left out so far.
  var warnings: [ImportWarning] { tally.all }

  /// Fills in everything but names, keys, addresses and places.
  mutating func fill(_ attributes: inout BoothAttributes, _ batch: RecordBatch, _ record: Int) throws(Rejection) {
    attributes.brand = try text(.brand, brand, atMost: 100, batch, record)
    attributes.phone = try text(.phone, phone, atMost: 100, batch, record)
    attributes.status = try status(batch, record) ?? .unknown
    attributes.lastVerified = try value(.lastVerified, lastVerified, batch, record) { DateText.instant($0) }
    attributes.openingHours = try openingHours(batch, record)
    for position in rare.indices { try fill(position, &attributes, batch, record) }
  }

  private mutating func fill(
    _ position: Int, _ attributes: inout BoothAttributes, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) {
    let (field, column) = (rare[position].field, rare[position].column)
    switch field {
    case .tags: attributes.tags = try value(field, column, batch, record) { TagText.tags($0) } ?? []
    case .cuts: attributes.cuts = try amount(position, batch, record) { AmountText.pictures($0, within: 1...100) }
    case .shots: attributes.shots = try amount(position, batch, record) { AmountText.pictures($0, within: 1...1000) }
    case .price: attributes.price = try amount(position, batch, record) { AmountText.price($0) }
    case .capacity: attributes.capacity = try amount(position, batch, record) { AmountText.people($0) }
    case .evenPrintsOnly:
      attributes.evenPrintsOnly = try value(field, column, batch, record) { WordText.truth(Self.string($0)) }
    default: break
    }
  }

  /// A cell's amount, as it was understood before or is now.
  private mutating func amount(
    _ position: Int, _ batch: RecordBatch, _ record: Int, _ read: (String) -> Int?
  ) throws(Rejection) -> Int? {
    guard let bytes = cell(rare[position].column, batch, record) else { return nil }
    let amount = rare[position].amounts.value(of: bytes) { read(Self.string($0)) }
    if amount == nil { try leaveOut(rare[position].field, rare[position].column, batch, record) }
    return amount
  }

  /// A cell's cleaned text; nil where it says nothing or is too long.
  mutating func text(
    _ field: ImportField, _ column: Int?, atMost limit: Int, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) -> String? {
    guard let column, let text = PlainText.text(batch.bytes(record, column)) else { return nil }
    if PlainText.isShort(text, limit) { return text }
    try leaveOut(field, column, batch, record)
    return nil
  }

  /// What a cell means; nil where it says nothing or is not understood.
  private mutating func value<Value>(
    _ field: ImportField, _ column: Int?, _ batch: RecordBatch, _ record: Int,
    _ read: (ArraySlice<UInt8>) -> Value?
  ) throws(Rejection) -> Value? {
    guard let bytes = cell(column, batch, record) else { return nil }
    if bytes.count <= OptionalFields.maxBytes, let value = read(bytes) { return value }
    try leaveOut(field, column, batch, record)
    return nil
  }

  private mutating func status(_ batch: RecordBatch, _ record: Int) throws(Rejection) -> BoothStatus? {
    guard let bytes = cell(status, batch, record) else { return nil }
    let status = statuses.value(of: bytes) { WordText.status(Self.string($0)) }
    if status == nil { try leaveOut(.status, self.status, batch, record) }
    return status
  }

  private mutating func openingHours(_ batch: RecordBatch, _ record: Int) throws(Rejection) -> String? {
    if !hoursColumns.isEmpty, let (hours, closed) = hoursColumns.text(batch, record) {
      let cell = cell(openingHours, batch, record).map(Self.string) ?? ""
      if cell.isEmpty || !closed.isEmpty { return try openingHours(cell.isEmpty ? hours : cell, closed, batch, record) }
    }
    guard let bytes = cell(openingHours, batch, record) else { return nil }
    let text = hours.value(of: bytes) { Self.hours(Self.string($0)) }
    if text == nil { try leaveOut(.openingHours, openingHours, batch, record) }
    return text
  }

  /// What opening hours and days off mean, as they were understood before or are now.
  private mutating func openingHours(
    _ cell: String, _ closed: String, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) -> String? {
    let both = ArraySlice(Array("\(cell)\n\(closed)".utf8))
    let text = hours.value(of: both) { _ in HoursColumns.meaning(cell, closed: closed)?.text }
    if text == nil {
      let value = ArraySlice(Array([cell, closed].filter { !$0.isEmpty }.joined(separator: ", ").utf8))
      guard isStrict else {
        tally.note(.openingHours, line: batch.line(record), value: value)
        return nil
      }
      throw Rejection(
        "malformed-value", "“\(WarningTally.excerpt(value))” is not understood as \(ImportField.openingHours.rawValue)."
      )
    }
    return text
  }

  /// The bytes of a cell that says something.
  private func cell(_ column: Int?, _ batch: RecordBatch, _ record: Int) -> ArraySlice<UInt8>? {
    guard let column else { return nil }
    let bytes = PlainText.trimmed(batch.bytes(record, column))
    return PlainText.meansNone(bytes) ? nil : bytes
  }

  /// Bytes of a value at most; longer ones are not understood.
  private static let maxBytes = 2000

  /// Opening hours in their own syntax, or as Koreans write them.
  private static func hours(_ text: String) -> String? {
    ((try? OpeningHours(parsing: text)) ?? OpeningHours.fromKorean(text))?.text
  }

  /// Counts a value that is not understood, or rejects its row.
  private mutating func leaveOut(
    _ field: ImportField, _ column: Int?, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) {
    guard let column else { return }
    let bytes = batch.bytes(record, column)
    guard isStrict else { return tally.note(field, line: batch.line(record), value: bytes) }
    throw Rejection(
      "malformed-value",
      "“\(WarningTally.excerpt(bytes))” in “\(headers[column])” is not understood as \(field.rawValue).")
  }

  /// The cleaned text of a cell that is known to say something.
  private static func string(_ bytes: ArraySlice<UInt8>) -> String { PlainText.text(bytes) ?? "" }
}

/// What the last few spellings meant: columns of words repeat themselves.
struct Remembered<Value> {
  private var known: [ArraySlice<UInt8>: Value?] = [:]
  private var last: (bytes: ArraySlice<UInt8>, value: Value?)?

  /// The value of a spelling, read only where it was not read lately.
  mutating func value(of bytes: ArraySlice<UInt8>, _ read: (ArraySlice<UInt8>) -> Value?) -> Value? {
    if let last, last.bytes.elementsEqual(bytes) { return last.value }
    guard bytes.count <= 2000 else { return nil }
    let value = known[bytes] ?? read(bytes)
    if known.count >= 1000 { known.removeAll(keepingCapacity: true) }
    let copy = ArraySlice(Array(bytes))
    known[copy] = .some(value)
    last = (copy, value)
    return value
  }
}

/// Tags of one cell.
enum TagText {
  /// Tags separated by commas, semicolons, bars, slashes or `#`, in lower case, unique, ascending. Nil where there are
  /// more than 50 or one is longer than 50 characters.
  static func tags(_ bytes: ArraySlice<UInt8>) -> [String]? {
    let parts = bytes.split { [0x2C, 0x3B, 0x7C, 0x2F, 0x23].contains($0) }
    let tags = BoothAttributes.tags(parts.compactMap(PlainText.text))
    guard tags.count <= 50, tags.allSatisfy({ PlainText.isShort($0, 50) }) else { return nil }
    return tags
  }
}
