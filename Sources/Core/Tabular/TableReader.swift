import Basics

/// A streaming reader of delimited text, in bounded memory: a few MiB for any text.
///
/// It reads RFC 4180 and common deviations: byte order marks, any and mixed line ends, quoted line ends, stray
/// quotes, ragged records, a missing last line end. All fields are normalized to NFC. Complexity: O(n) in the bytes
/// read.
package struct TableReader: Sendable {
  /// The detected or explicit dialect. The encoding counts as UTF-8 as long as all bytes were ASCII.
  package private(set) var dialect: Dialect
  package private(set) var bytesRead = 0

  /// Sizes in bytes; tests use small ones to reach every boundary.
  struct Sizes: Sendable {
    /// The sample from which encoding and delimiter are detected.
    var sample = 1 << 16
    /// The bytes decoded and scanned at a time.
    var page = 1 << 17
    var record = RecordScanner.defaultLimit
  }

  private static let batchSize = 1000

  private let sizes: Sizes
  private var source: any ByteSource
  private var decoder: TextDecoder
  private var scanner: RecordScanner
  /// Decoded text that is not split into records yet.
  private var window = DecodedText()
  private var page = RecordPage(bytes: [], fields: [], records: [])
  /// The first record of the page that was not returned yet.
  private var nextRecord = 0
  private var isAtEnd = false

  /// Opens a text. Nil for `encoding` or `delimiter`: detect it from the beginning of the text.
  /// - Throws: `DomainError` `empty-file`, `not-text` (binary, an .xlsx, …), `encoding-contradicted` by a byte order
  ///   mark, `encoding-undecided`, or the error of the source.
  package init(_ source: any ByteSource, encoding: TextEncoding? = nil, delimiter: UInt8? = nil) throws {
    try self.init(source, encoding: encoding, delimiter: delimiter, sizes: Sizes())
  }

  init(_ source: any ByteSource, encoding: TextEncoding?, delimiter: UInt8?, sizes: Sizes) throws {
    self.source = source
    self.sizes = sizes
    dialect = Dialect(encoding: encoding ?? .utf8, delimiter: delimiter ?? Byte.comma)
    decoder = TextDecoder(encoding)
    scanner = RecordScanner(delimiter: dialect.delimiter, limit: sizes.record)
    try begin(encoding: encoding)
    try TextBeginning.checkControls(window.bytes.prefix(sizes.sample))
    guard window.bytes.contains(where: { $0 > Byte.space }) || !isAtEnd else { throw Self.empty }
    if delimiter == nil {
      dialect.delimiter = DelimiterFinder.find(window.bytes, atEnd: isAtEnd)
      scanner = RecordScanner(delimiter: dialect.delimiter, limit: sizes.record)
    }
  }

  /// The next records (at most a thousand); nil at the end. Blank lines are skipped.
  /// - Throws: The error of the source, or `DomainError` `encoding-undecided` or `encoding-unavailable`.
  package mutating func next() throws -> RecordBatch? {
    while true {
      if nextRecord < page.records.count {
        let records = nextRecord..<min(nextRecord + Self.batchSize, page.records.count)
        nextRecord = records.upperBound
        return RecordBatch(page, records)
      }
      guard !isAtEnd || !window.bytes.isEmpty else { return nil }
      try nextPage()
    }
  }

  private static let empty = DomainError(
    .invalid, "empty-file", "The file is empty; choose one with a header line.")

  /// Examines the first bytes and decodes them.
  private mutating func begin(encoding explicit: TextEncoding?) throws {
    var beginning = try gather(sizes.sample)
    guard !beginning.isEmpty else { throw Self.empty }
    try TextBeginning.check(beginning)
    if let mark = TextBeginning.mark(beginning) {
      guard explicit == nil || explicit == mark.encoding else { throw Self.encodingMismatch(explicit, mark.encoding) }
      decoder = TextDecoder(mark.encoding)
      beginning.removeFirst(mark.count)
    } else if explicit == nil {
      decoder = TextDecoder(TextBeginning.unmarkedUTF16(beginning))
    }
    // Binary data is no text in any encoding; UTF-16 has zeros.
    if decoder.encoding != .utf16LittleEndian, decoder.encoding != .utf16BigEndian {
      try TextBeginning.checkControls(beginning)
    }
    try decode(beginning)
    if !isAtEnd { try decode(gather(sizes.sample)) }
  }

  private static func encodingMismatch(_ explicit: TextEncoding?, _ marked: TextEncoding) -> DomainError {
    DomainError(
      .invalid, "encoding-contradicted",
      "The file begins with the byte order mark of \(marked.rawValue), not \(explicit?.rawValue ?? ""); "
        + "leave the encoding to be found.", field: "encoding")
  }

  private mutating func nextPage() throws {
    if !isAtEnd {
      // At least as many bytes as are waiting, so that a long record is not scanned again and again.
      try decode(gather(max(sizes.page, window.bytes.count)))
    }
    var text = DecodedText()
    swap(&text, &window)
    (page, window) = scanner.scan(text, isLast: isAtEnd)
    page.compose()
    nextRecord = 0
  }

  private mutating func decode(_ chunk: [UInt8]) throws {
    try decoder.append(chunk, atEnd: isAtEnd, to: &window)
    dialect.encoding = decoder.encoding ?? .utf8
  }

  /// Reads `count` bytes of the source, fewer only at the end.
  private mutating func gather(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let chunk = try source.read(upTo: count - bytes.count) else {
        isAtEnd = true
        break
      }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
    bytesRead += bytes.count
    return bytes
  }
}
