import Basics
import PlaceFiles
import Tabular
import TextForms

/// The beginning of a file, sampled to decide how its rows are read.
struct ImportSample {
  /// Encoding and delimiter of the text; nil for other formats.
  var dialect: Dialect?
  /// The format; nil for delimited text.
  var format: PlaceFormat?
  /// The number of records before the first row: the header and titles above it.
  var recordsBeforeRows: Int
  /// The physical line of the header.
  var headerLine: Int
  var titles: [String]
  var header: HeaderColumns
  var rows = 0
  var degrees: CoordinatePair?
  var metres: CoordinatePair?
  var provinces: [Province?] = []
  /// The terms that the file states, or that all rows have in the columns of an export.
  var terms = SourceTerms()
  private var termColumns: [TermColumn] = []
  let filter: RowFilter

  static let maxRows = 20_000
  private static let headerSearch = 10

  /// - Throws: `DomainError` if the header is unusable, and errors of the reader.
  init(_ reader: inout RecordReader, mapping: [ImportField: String], only: [RowCondition] = []) throws {
    guard let first = try reader.next() else {
      throw DomainError(.invalid, "empty-file", "The file holds no records; check that it is the right one.")
    }
    let position = ImportSample.headerPosition(first, mapping: mapping)
    if first.fault(0) == .tooLong {
      throw DomainError(
        .tooLarge, "too-many-columns",
        "The first line is longer than a record may be (1 MiB); it begins with \(ImportSample.names(first, 0)): check the "
          + "delimiter and the line ends, or leave out columns that are not needed.")
    }
    guard first.fieldCount(position) <= ImportSample.maxColumns else {
      throw DomainError(
        .tooLarge, "too-many-columns",
        "The header has \(first.fieldCount(position)) columns, \(ImportSample.names(first, position)), and at most "
          + "\(ImportSample.maxColumns) can be read: check the delimiter, or leave out those that are not needed.")
    }
    recordsBeforeRows = position + 1
    // The first rows show what the columns hold; some formats have the header in a separate batch.
    var contents = ColumnContents()
    contents.add(first, from: recordsBeforeRows)
    let second = recordsBeforeRows == first.count ? try reader.next() : nil
    if let second { contents.add(second, from: 0) }
    header = try HeaderColumns(ImportSample.cells(first, position), mapping: mapping, contents: contents)
    filter = try RowFilter(only, header.fileHeaders)
    headerLine = first.line(position)
    titles = (0..<position).map { ImportSample.cells(first, $0).first { !$0.isEmpty } ?? "" }
    dialect = reader.dialect
    try header.checkRequired()
    degrees = pair(.longitude, .latitude)
    metres = pair(.x, .y)
    termColumns = SourceTerm.allCases.compactMap { term in
      header.fileHeaders.firstIndex(of: term.rawValue).map { TermColumn(term: term, column: $0) }
    }
    add(first, from: recordsBeforeRows)
    var batch = try second ?? reader.next()
    while let current = batch {
      add(current, from: 0)
      batch = rows < ImportSample.maxRows ? try reader.next() : nil
    }
    dialect = reader.dialect
    format = reader.format
    for column in termColumns { terms[keyPath: column.term.path] = column.text }
    terms.licence = reader.terms.licence.flatMap(SourceTerms.shortened) ?? terms.licence
    terms.attribution = reader.terms.attribution.flatMap(SourceTerms.shortened) ?? terms.attribution
  }

  /// The first record that names the most fields; if none names any, the first with more than one non-empty cell.
  private static func headerPosition(_ batch: RecordBatch, mapping: [ImportField: String]) -> Int {
    let candidates = 0..<min(headerSearch, batch.count)
    let recognized = candidates.map { HeaderColumns.recognized(cells(batch, $0), mapping: mapping) }
    let maxRecognized = recognized.max() ?? 0
    if maxRecognized > 0 { return recognized.firstIndex(of: maxRecognized) ?? 0 }
    return candidates.first { cells(batch, $0).filter { !$0.isEmpty }.count > 1 } ?? 0
  }

  static let maxColumns = 4096

  /// The cells of a record, trimmed and cleaned, at most `maxColumns`.
  static func cells(_ batch: RecordBatch, _ record: Int) -> [String] {
    (0..<min(batch.fieldCount(record), maxColumns)).map { PlainText.text(batch.bytes(record, $0)) ?? "" }
  }

  /// The names of the first columns of a header.
  private static func names(_ batch: RecordBatch, _ record: Int) -> String {
    let first = (0..<12).map { PlainText.text(batch.bytes(record, $0).prefix(400)) ?? "" }.filter { !$0.isEmpty }
    return first.isEmpty ? "the first without names" : "\(HeaderColumns.list(first)) and so on"
  }

  private func pair(_ east: ImportField, _ north: ImportField) -> CoordinatePair? {
    guard let eastColumn = header.columns[east], let northColumn = header.columns[north] else { return nil }
    var pair = CoordinatePair(eastColumn: eastColumn, northColumn: northColumn)
    pair.comma = east == .x ? .thousands : .decimal
    pair.isEastFirst = header.isEastFirst
    return pair
  }

  private mutating func add(_ batch: RecordBatch, from start: Int) {
    guard start < batch.count else { return }
    let batch = header.completion.completed(batch)
    let road = header.columns[.roadAddress]
    let lot = header.columns[.lotAddress]
    for record in start..<batch.count where batch.fault(record) == nil && rows < ImportSample.maxRows {
      guard filter.accepts(batch, record) else { continue }
      rows += 1
      degrees?.append(batch, record)
      metres?.append(batch, record)
      provinces.append(Province(batch, record, road: road, lot: lot))
      for index in termColumns.indices { termColumns[index].add(batch, record) }
    }
  }
}

private struct TermColumn {
  let term: SourceTerm
  let column: Int
  private(set) var text: String?
  private var isMixed = false

  init(term: SourceTerm, column: Int) {
    self.term = term
    self.column = column
  }

  mutating func add(_ batch: RecordBatch, _ record: Int) {
    guard !isMixed else { return }
    let found = PlainText.text(batch.bytes(record, column)).flatMap(SourceTerms.shortened)
    isMixed = found == nil || text != nil && text != found
    text = isMixed ? nil : found
  }
}

extension SourceTerms {
  /// The text without line breaks and what is too long; nil for an empty one.
  static func shortened(_ text: String) -> String? {
    let words = composed(text).split { $0.isWhitespace }.joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(maxCount))
  }
}

extension CoordinatePair {
  fileprivate mutating func append(_ batch: RecordBatch, _ record: Int) {
    if isOneColumn {
      let numbers = PairText(batch.bytes(record, eastColumn))?.numbers(isEastFirst: isEastFirst)
      east.append(numbers?.east ?? .nan)
      north.append(numbers?.north ?? .nan)
    } else {
      east.append(number(batch, record, eastColumn))
      north.append(number(batch, record, northColumn))
    }
  }

  private func number(_ batch: RecordBatch, _ record: Int, _ column: Int) -> Double {
    if case .number(let number) = NumberText.reading(batch, record, column, comma: comma) { number } else { .nan }
  }
}

extension Province {
  /// The province of a record's road address, otherwise of its lot address.
  init?(_ batch: RecordBatch, _ record: Int, road: Int?, lot: Int?) {
    if let road, let province = Province(address: batch.buffer.span.extracting(batch.range(record, road))) {
      self = province
    } else if let lot, let province = Province(address: batch.buffer.span.extracting(batch.range(record, lot))) {
      self = province
    } else {
      return nil
    }
  }
}
