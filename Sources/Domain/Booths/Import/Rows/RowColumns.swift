import Geo
import Tabular

/// The columns of fields that every row uses, and how they are read. Apart from the validator, which changes: the
/// compiler would copy it for each call of a function that only reads.
struct RowColumns {
  /// The headers as written, trimmed.
  let headers: [String]
  /// Those of the file's own columns.
  let fileHeaders: [String]
  let nameColumn: Int
  private let branchColumn: Int?
  private let brandColumn: Int?
  private let englishNameColumn: Int?
  private let externalIDColumn: Int?
  /// The column within whose values the key is unique.
  private let scopeColumn: Int?
  let roadAddressColumn: Int?
  let lotAddressColumn: Int?
  /// One past the last column with a name: cells from there on must be empty.
  private let namedCount: Int

  init(_ plan: ImportPlan) {
    headers = plan.headers
    nameColumn = plan.columns[.name] ?? 0
    branchColumn = plan.columns[.branch]
    externalIDColumn = plan.columns[.externalID]
    let folded = plan.headers.map(HeaderText.folded)
    let scope = plan.columns[.externalID].flatMap { Self.scopes[folded[$0]] }
    scopeColumn = scope.flatMap { folded.firstIndex(of: $0) }
    roadAddressColumn = plan.columns[.roadAddress]
    lotAddressColumn = plan.columns[.lotAddress]
    let own = plan.headers.prefix(plan.fileColumnCount ?? plan.headers.count)
    namedCount = (own.lastIndex { !$0.isEmpty } ?? -1) + 1
    fileHeaders = Array(own)
    brandColumn = plan.columns[.brand]
    englishNameColumn = plan.columns[.englishName]
  }

  /// Keys that are unique within the value of another column: an element's number within its type, a store's number
  /// within its chain's spider.
  private static let scopes = ["osmid": "osmtype", "ref": "@spider"]

  /// Rejects records whose cells may be in the wrong columns.
  func checkShape(_ batch: RecordBatch, _ record: Int) throws(Rejection) {
    if let fault = batch.fault(record) { throw Rejection(fault) }
    var column = namedCount
    while column < batch.fieldCount(record) {
      guard PlainText.trimmed(batch.bytes(record, column)).isEmpty else {
        throw Rejection(
          "too-many-fields",
          """
          The row has \(batch.fieldCount(record)) fields, but the header has \(namedCount). \
          A value that contains the delimiter needs quotes.
          """)
      }
      column += 1
    }
  }

  /// The name, or else that in English or of the chain, with that of the branch.
  func name(_ batch: RecordBatch, _ record: Int) throws(Rejection) -> String {
    guard
      let name = text(nameColumn, batch, record) ?? text(englishNameColumn, batch, record)
        ?? text(brandColumn, batch, record)
    else {
      let cell = WarningTally.raw(batch.bytes(record, nameColumn))
      throw Rejection(
        "no-name", "The row has no name in “\(headers[nameColumn])”\(cell.isEmpty ? "" : ", but “\(cell)”").")
    }
    let whole = text(branchColumn, batch, record).map { name.hasSuffix($0) ? name : "\(name) \($0)" } ?? name
    guard PlainText.isShort(whole, 200) else {
      throw Rejection("name-too-long", "The name has more than 200 characters.")
    }
    return whole
  }

  private func text(_ column: Int?, _ batch: RecordBatch, _ record: Int) -> String? {
    column.flatMap { PlainText.text(batch, record, $0) }
  }

  func address(_ batch: RecordBatch, _ record: Int) -> CoordinateValidator.Address {
    let province = Province(batch, record, road: roadAddressColumn, lot: lotAddressColumn)
    if province != nil { return CoordinateValidator.Address(province: province, isKorean: true) }
    return CoordinateValidator.Address(
      province: nil,
      isKorean: isKorean(batch, record, roadAddressColumn) || isKorean(batch, record, lotAddressColumn))
  }

  private func isKorean(_ batch: RecordBatch, _ record: Int, _ column: Int?) -> Bool {
    guard let column else { return false }
    let text = batch.buffer.span.extracting(batch.range(record, column))
    // Hangul syllables begin with these bytes.
    return text.indices.contains { (0xEA...0xED).contains(text[$0]) }
  }

  /// The key; otherwise the name with the address, or with the coordinate.
  func externalID(
    _ batch: RecordBatch, _ record: Int, _ attributes: BoothAttributes
  ) throws(Rejection) -> String {
    if let column = externalIDColumn, let key = PlainText.text(batch, record, column) {
      guard PlainText.isShort(key, 200) else {
        throw Rejection("key-too-long", "The key in “\(headers[column])” has more than 200 characters.")
      }
      guard let scope = scopeColumn.flatMap({ PlainText.text(batch, record, $0) }), PlainText.isShort(scope, 200) else {
        return key
      }
      return scope + "/" + key
    }
    if let address = attributes.roadAddress ?? attributes.lotAddress { return attributes.name + "@" + address }
    guard attributes.coordinate != nil else {
      throw Rejection("no-coordinate", "The row has neither a coordinate nor a key nor an address to identify it.")
    }
    return attributes.name + "@" + attributes.text(.latitude) + "," + attributes.text(.longitude)
  }
}
