import Basics
import Geo
import Tabular

/// The optional fields of a row. A value that cannot be parsed is left out and counted or, in a strict import, rejects
/// its row.
struct OptionalFields {
  private let headers: [String]
  private let isStrict: Bool
  private var tally = WarningTally()
  private var hours = ParseCache<String>()
  /// Hours with closed days: apart from cells, of which one may read like both.
  private var hoursWithClosedDays = ParseCache<String>()
  private var statuses = ParseCache<BoothStatus>()

  init(_ plan: ImportPlan) {
    headers = plan.headers
    isStrict = plan.isStrict
    brand = plan.columns[.brand]
    englishName = plan.columns[.englishName]
    phone = plan.columns[.phone]
    status = plan.columns[.status]
    lastVerified = plan.columns[.lastVerified]
    openingHours = plan.columns[.openingHours]
    hoursColumns = plan.hours
    payments = plan.payments
    let fields: [ImportField] = [.tags, .cuts, .shots, .price, .evenPrintsOnly, .capacity]
    rare = fields.compactMap { field in plan.columns[field].map { RareField(field: field, column: $0) } }
  }

  /// Columns of common fields, looked up once.
  private let brand: Int?
  private let englishName: Int?
  private let phone: Int?
  private let status: Int?
  private let lastVerified: Int?
  private let openingHours: Int?
  private let hoursColumns: HoursColumns
  private let payments: PaymentColumns
  private var prices = ParseCache<AmountText.Price>()
  /// The uncommon fields that this file has.
  private var rare: [RareField]

  private struct RareField {
    let field: ImportField
    let column: Int
    var amounts = ParseCache<Int>()
  }

  /// The values left out so far.
  var warnings: [ImportWarning] { tally.all }

  /// Sets all fields but names, keys, addresses and coordinates.
  mutating func fill(_ attributes: inout BoothAttributes, _ batch: RecordBatch, _ record: Int) throws(Rejection) {
    attributes.brand = try text(.brand, brand, atMost: 100, batch, record)
    attributes.englishName = try text(.englishName, englishName, atMost: 200, batch, record)
    if attributes.englishName == attributes.name { attributes.englishName = nil }
    attributes.phone = try text(.phone, phone, atMost: 100, batch, record)
    attributes.status = try status(batch, record) ?? .unknown
    attributes.lastVerified = try value(.lastVerified, lastVerified, batch, record) { DateText.instant($0) }
    attributes.openingHours = try openingHours(batch, record)
    for position in rare.indices { try fill(position, &attributes, batch, record) }
    let payments = payments.tags(batch, record)
    if !payments.isEmpty { attributes.tags = BoothAttributes.tags(attributes.tags + payments) }
  }

  private mutating func fill(
    _ position: Int, _ attributes: inout BoothAttributes, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) {
    let (field, column) = (rare[position].field, rare[position].column)
    switch field {
    case .tags: attributes.tags = try value(field, column, batch, record) { TagText.tags($0) } ?? []
    case .cuts: attributes.cuts = try amount(position, batch, record) { AmountText.pictures($0, within: 1...100) }
    case .shots: attributes.shots = try amount(position, batch, record) { AmountText.pictures($0, within: 1...1000) }
    case .price: attributes.price = try price(column, attributes.coordinate, batch, record)
    case .capacity: attributes.capacity = try amount(position, batch, record) { AmountText.people($0) }
    case .evenPrintsOnly:
      attributes.evenPrintsOnly = try value(field, column, batch, record) { WordText.boolean(Self.string($0)) }
    default: break
    }
  }

  /// The price in a cell, in the money of the booth's country.
  private mutating func price(
    _ column: Int, _ coordinate: StoredCoordinate?, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) -> Int? {
    guard let bytes = cell(column, batch, record) else { return nil }
    let price = prices.value(of: bytes) { AmountText.price(Self.string($0)) }
    if let price {
      if price.currencies.isEmpty { return price.amount }
      let region = coordinate.map { BoothRegion.at(Coordinate($0)) } ?? .korea
      if let currency = region.currency, price.currencies.contains(currency) { return price.amount }
    }
    try skipOrReject(.price, column, batch, record)
    return nil
  }

  /// The amount in a cell, parsed or from the cache.
  private mutating func amount(
    _ position: Int, _ batch: RecordBatch, _ record: Int, _ read: (String) -> Int?
  ) throws(Rejection) -> Int? {
    guard let bytes = cell(rare[position].column, batch, record) else { return nil }
    let amount = rare[position].amounts.value(of: bytes) { read(Self.string($0)) }
    if amount == nil { try skipOrReject(rare[position].field, rare[position].column, batch, record) }
    return amount
  }

  /// The cleaned text of a cell; nil when empty or too long.
  mutating func text(
    _ field: ImportField, _ column: Int?, atMost limit: Int, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) -> String? {
    guard let column, let text = PlainText.text(batch, record, column) else { return nil }
    if PlainText.isShort(text, limit) { return text }
    try skipOrReject(field, column, batch, record)
    return nil
  }

  /// The value of a cell; nil when empty or not parsable.
  private mutating func value<Value>(
    _ field: ImportField, _ column: Int?, _ batch: RecordBatch, _ record: Int,
    _ read: (ArraySlice<UInt8>) -> Value?
  ) throws(Rejection) -> Value? {
    guard let bytes = cell(column, batch, record) else { return nil }
    if bytes.count <= OptionalFields.maxBytes, let value = read(bytes) { return value }
    try skipOrReject(field, column, batch, record)
    return nil
  }

  private mutating func status(_ batch: RecordBatch, _ record: Int) throws(Rejection) -> BoothStatus? {
    guard let bytes = cell(status, batch, record) else { return nil }
    let status = statuses.value(of: bytes) { WordText.status(Self.string($0)) }
    if status == nil { try skipOrReject(.status, self.status, batch, record) }
    return status
  }

  private mutating func openingHours(_ batch: RecordBatch, _ record: Int) throws(Rejection) -> String? {
    if !hoursColumns.isEmpty, let (hours, closed) = hoursColumns.text(batch, record) {
      let cell = cell(openingHours, batch, record).map(Self.string) ?? ""
      if cell.isEmpty || !closed.isEmpty { return try openingHours(cell.isEmpty ? hours : cell, closed, batch, record) }
    }
    guard let bytes = cell(openingHours, batch, record) else { return nil }
    let text = hours.value(of: bytes) { OpeningHours.inAnyForm(Self.string($0))?.text }
    if text == nil { try skipOrReject(.openingHours, openingHours, batch, record) }
    return text
  }

  /// Opening hours with closed days, parsed or from the cache.
  private mutating func openingHours(
    _ cell: String, _ closed: String, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) -> String? {
    // The length tells where the closed days begin, whatever the cells contain.
    let both = ArraySlice(Array("\(cell.utf8.count) \(cell)\(closed)".utf8))
    let text = hoursWithClosedDays.value(of: both) { _ in HoursColumns.meaning(cell, closed: closed)?.text }
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

  /// The bytes of a cell; nil when empty.
  private func cell(_ column: Int?, _ batch: RecordBatch, _ record: Int) -> ArraySlice<UInt8>? {
    guard let column else { return nil }
    let bytes = PlainText.trimmed(batch.bytes(record, column))
    return PlainText.startsNoneWord(bytes.span) ? nil : bytes
  }

  /// The maximum size of a value in bytes; longer ones are not parsed.
  private static let maxBytes = 2000

  /// Counts a value that cannot be parsed, or rejects its row.
  private mutating func skipOrReject(
    _ field: ImportField, _ column: Int?, _ batch: RecordBatch, _ record: Int
  ) throws(Rejection) {
    guard let column else { return }
    let bytes = batch.bytes(record, column)
    guard isStrict else { return tally.note(field, line: batch.line(record), value: bytes) }
    throw Rejection(
      "malformed-value",
      "“\(WarningTally.excerpt(bytes))” in “\(headers[column])” is not understood as \(field.rawValue).")
  }

  /// The cleaned text of a cell that is not empty.
  private static func string(_ bytes: ArraySlice<UInt8>) -> String { PlainText.text(bytes) ?? "" }
}

/// A cache of parsed spellings: columns of words repeat themselves.
struct ParseCache<Value> {
  private var known: [ArraySlice<UInt8>: Value?] = [:]
  private var last: (bytes: ArraySlice<UInt8>, value: Value?)?

  /// The value of a spelling, parsed if not cached.
  mutating func value(of bytes: ArraySlice<UInt8>, _ read: (ArraySlice<UInt8>) -> Value?) -> Value? {
    if let last, last.bytes.elementsEqual(bytes) { return last.value }
    guard bytes.count <= 2000 else { return nil }
    if let index = known.index(forKey: bytes) {
      last = (bytes: known[index].key, value: known[index].value)
      return known[index].value
    }
    let value = read(bytes)
    if known.count >= 1000 { known.removeAll(keepingCapacity: true) }
    let copy = ArraySlice(Array(bytes))
    known[copy] = .some(value)
    last = (copy, value)
    return value
  }
}

enum TagText {
  /// Tags separated by commas, semicolons, bars, slashes or `#`, in lower case, unique, ascending. Nil if there are
  /// more than 50 or one is longer than 50 characters.
  static func tags(_ bytes: ArraySlice<UInt8>) -> [String]? {
    let parts = bytes.split { [0x2C, 0x3B, 0x7C, 0x2F, 0x23].contains($0) }
    let tags = BoothAttributes.tags(parts.compactMap(PlainText.text))
    guard tags.count <= 50, tags.allSatisfy({ PlainText.isShort($0, 50) }) else { return nil }
    return tags
  }
}
