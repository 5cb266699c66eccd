import Basics
import Tabular
import XML

/// A row of a sheet: the cells with a text.
struct SheetRow: Sendable {
  static let maxColumns = 4096

  /// The number of the row in its sheet, from 1.
  var line = 0
  private(set) var bytes: [UInt8] = []
  private(set) var cells: [(position: Int, range: Range<Int>)] = []

  /// Adds a cell behind the others; white space and one that is out of order do not count.
  mutating func add(_ text: String, at column: Int) throws(DomainError) {
    guard text.utf8.contains(where: { $0 > 0x20 }), column > (cells.last?.position ?? -1) else { return }
    guard column < Self.maxColumns else {
      throw DomainError(
        .tooLarge, "too-many-columns",
        "Row \(line) has a cell in column \(column + 1), and at most \(Self.maxColumns) columns can be read; leave out "
          + "those that are not needed.")
    }
    guard bytes.count + text.utf8.count <= XMLParser.maxTextBytes else {
      throw DomainError(
        .invalid, "place-too-long", "Row \(line) is longer than \(XMLParser.maxTextBytes) bytes; check the file.")
    }
    let start = bytes.count
    bytes += text.utf8
    cells.append((column, start..<bytes.count))
  }
}

protocol SheetHandler: XMLHandler {
  /// The rows with a cell that have ended and were not taken yet.
  var rows: [SheetRow] { get set }
  var isFinished: Bool { get }
}

/// The rows of a sheet as records. Their lines are the numbers that the spreadsheet shows.
struct SheetTable: RecordTable {
  /// Small, because a reference to a shared text may expand to a thousand times its length.
  private static let chunkBytes = 1 << 13
  private static let batchSize = 1000
  /// The approximate size of a batch in bytes.
  private static let batchBytes = 1 << 19

  let format: PlaceFormat?
  private let handler: any SheetHandler & Sendable
  private let parser: SheetParser
  private var source: any ByteSource
  private var isAtEnd = false
  private var expandedBytes = 0
  /// The size of the file for each byte that its content expands to.
  private let scale: Double

  init(_ format: PlaceFormat, _ source: any ByteSource, _ handler: any SheetHandler & Sendable, scale: Double) {
    self.format = format
    self.source = source
    self.handler = handler
    self.scale = scale
    parser = SheetParser(XMLParser(handler))
  }

  var dialect: Dialect? { nil }

  var bytesRead: Int { Int(Double(expandedBytes) * scale) }

  mutating func next() throws -> RecordBatch? {
    while handler.rows.count < Self.batchSize, !isAtEnd {
      let chunk = try source.read(upTo: Self.chunkBytes)
      expandedBytes += chunk?.count ?? 0
      try parser.parser.parse(chunk ?? [], isLast: chunk == nil)
      isAtEnd = chunk == nil || handler.isFinished
    }
    var builder = RecordBatchBuilder()
    for row in handler.rows {
      guard builder.count < Self.batchSize, builder.byteCount < Self.batchBytes else { break }
      builder.append(row.cells, of: row.bytes, line: row.line)
    }
    handler.rows.removeFirst(builder.count)
    return builder.count == 0 ? nil : builder.finish()
  }
}

/// Used by the reader of one table only.
private final class SheetParser: @unchecked Sendable {
  let parser: XMLParser

  init(_ parser: XMLParser) { self.parser = parser }
}

extension XMLParser {
  static func parse(_ source: any ByteSource, _ handler: any XMLHandler) throws {
    let parser = XMLParser(handler)
    var source = source
    while let chunk = try source.read(upTo: 1 << 16) { try parser.parse(chunk, isLast: false) }
    try parser.parse([], isLast: true)
  }
}
