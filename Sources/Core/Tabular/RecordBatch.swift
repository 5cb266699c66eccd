import TextForms

/// A fault in the syntax of a record. The record is still counted.
package enum RecordFault: String, Hashable, Sendable {
  /// Bytes that are invalid in the encoding; replaced by U+FFFD.
  case undecodable
  /// A quote that is not closed in the file, or not within the limit of a record. The record ends with its line, and
  /// the next one begins on the next line.
  case unclosedQuote
  /// Longer than the limit of a record (1 MiB); only its beginning was kept.
  case tooLong
}

/// A batch of records of a delimited text, as UTF-8 in one shared buffer.
package struct RecordBatch: Sendable {
  /// The text of the fields; `range` says where each is.
  package let buffer: [UInt8]
  private let page: RecordPage
  private let records: Range<Int>

  init(_ page: RecordPage, _ records: Range<Int>) {
    buffer = page.bytes
    self.page = page
    self.records = records
  }

  package var count: Int { records.count }

  package func fieldCount(_ record: Int) -> Int {
    page.fieldRange(records.lowerBound + record).count
  }

  /// The bytes of a field, unquoted and not trimmed; empty for a missing field. Complexity: O(1).
  package func bytes(_ record: Int, _ field: Int) -> ArraySlice<UInt8> {
    buffer[range(record, field)]
  }

  /// The range of a field in the buffer, unquoted and not trimmed; empty for a missing field. Complexity: O(1).
  package func range(_ record: Int, _ field: Int) -> Range<Int> {
    let fields = page.fieldRange(records.lowerBound + record)
    guard field >= 0, field < fields.count else { return 0..<0 }
    return page.fields[fields.lowerBound + field].range
  }

  /// A range of the buffer, which begins and ends between characters, as text. The buffer is valid UTF-8: the decoder
  /// has replaced what is not.
  package func text(_ range: Range<Int>) -> String {
    String(copying: UTF8Span(unchecked: buffer.span.extracting(range)))
  }

  /// The bytes of a field without surrounding white space.
  package func trimmed(_ record: Int, _ field: Int) -> ArraySlice<UInt8> {
    let range = range(record, field)
    return page.bytes[page.bytes.withUnsafeBufferPointer { WhiteSpace.trim($0, range) }]
  }

  /// The text of a field without surrounding white space (blanks, no-break and ideographic spaces).
  package func text(_ record: Int, _ field: Int) -> String {
    let range = range(record, field)
    return text(buffer.withUnsafeBufferPointer { WhiteSpace.trim($0, range) })
  }

  /// The trimmed texts of all fields of a record.
  package func texts(_ record: Int) -> [String] {
    (0..<fieldCount(record)).map { text(record, $0) }
  }

  /// The physical line on which a record starts, counted from 1.
  package func line(_ record: Int) -> Int {
    page.records[records.lowerBound + record].line
  }

  package func fault(_ record: Int) -> RecordFault? {
    page.records[records.lowerBound + record].fault
  }
}

/// A part of the text, split into records. Immutable, shared by its batches.
struct RecordPage: Sendable {
  /// The range of a field, without its quotes.
  struct Field: Sendable {
    let start: UInt32
    let end: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  struct Record: Sendable {
    /// The position of its first field in `fields`.
    let firstField: UInt32
    let line: Int
    var fault: RecordFault?
  }

  var bytes: [UInt8]
  var fields: [Field]
  var records: [Record]

  /// Normalizes every field to NFC. Changed fields are appended to the buffer. Complexity: O(bytes).
  mutating func compose() {
    var position = ComposedBytes.firstPossiblyNonNFC(in: bytes.span)
    guard position < bytes.count else { return }
    var replaced: [(field: Int, text: [UInt8])] = []
    for (number, field) in fields.enumerated() {
      if position < field.range.lowerBound {
        position = ComposedBytes.firstPossiblyNonNFC(in: bytes.span, from: field.range.lowerBound)
      }
      guard field.range.contains(position) else { continue }
      let text = composed(String(decoding: bytes[field.range], as: UTF8.self))
      if !text.utf8.elementsEqual(bytes[field.range]) { replaced.append((number, Array(text.utf8))) }
      position = field.range.upperBound
    }
    for (number, text) in replaced {
      fields[number] = Field(start: UInt32(bytes.count), end: UInt32(bytes.count + text.count))
      bytes += text
    }
  }

  /// The positions of a record's fields in `fields`.
  func fieldRange(_ record: Int) -> Range<Int> {
    let first = Int(records[record].firstField)
    return first..<(record + 1 < records.count ? Int(records[record + 1].firstField) : fields.count)
  }
}

/// White space around values, as found in real files.
enum WhiteSpace {
  /// The range without white space at its ends: that of ASCII, U+00A0, U+3000 and the invisible U+FEFF.
  static func trim(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end {
      let length = leading(bytes, start, end)
      if length == 0 { break }
      start += length
    }
    while start < end {
      let length = trailing(bytes, start, end)
      if length == 0 { break }
      end -= length
    }
    return start..<end
  }

  private static func isASCII(_ byte: UInt8) -> Bool {
    byte == Byte.space || (Byte.tab...Byte.carriageReturn).contains(byte)
  }

  private static func leading(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    if bytes[start] < 0x80 { return isASCII(bytes[start]) ? 1 : 0 }
    return wide(bytes, start, end)
  }

  private static func trailing(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    if bytes[end - 1] < 0x80 { return isASCII(bytes[end - 1]) ? 1 : 0 }
    if end - start >= 2, wide(bytes, end - 2, end) == 2 { return 2 }
    return end - start >= 3 && wide(bytes, end - 3, end) == 3 ? 3 : 0
  }

  /// The length of a non-ASCII space that starts here; otherwise 0.
  private static func wide(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    if end - start >= 2, bytes[start] == 0xC2, bytes[start + 1] == 0xA0 { return 2 }
    guard end - start >= 3 else { return 0 }
    switch (bytes[start], bytes[start + 1], bytes[start + 2]) {
    case (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): return 3
    default: return 0
    }
  }
}

/// Builds a batch of records that do not come from a delimited text.
package struct RecordBatchBuilder: Sendable {
  private var page = RecordPage(bytes: [], fields: [], records: [])

  package init() {}

  package var byteCount: Int { page.bytes.count }

  package var count: Int { page.records.count }

  /// Appends a record; `line` identifies it in reports.
  package mutating func append(_ fields: some Sequence<String>, line: Int) {
    page.records.append(RecordPage.Record(firstField: UInt32(page.fields.count), line: line, fault: nil))
    for field in fields {
      let start = page.bytes.count
      page.bytes.append(contentsOf: field.utf8)
      page.fields.append(RecordPage.Field(start: UInt32(start), end: UInt32(page.bytes.count)))
    }
  }

  /// Appends a record of which few fields have a text: each with its position, ascending. Complexity: O(length of the
  /// texts), and eight bytes for each field before the last.
  package mutating func append(_ fields: [(position: Int, text: String)], line: Int) {
    page.records.append(RecordPage.Record(firstField: UInt32(page.fields.count), line: line, fault: nil))
    var next = 0
    for (position, text) in fields {
      let start = UInt32(page.bytes.count)
      page.fields.append(contentsOf: repeatElement(RecordPage.Field(start: start, end: start), count: position - next))
      page.bytes.append(contentsOf: text.utf8)
      page.fields.append(RecordPage.Field(start: start, end: UInt32(page.bytes.count)))
      next = position + 1
    }
  }

  /// Appends a record of which few fields have a text: each with its position, ascending, and its range of `texts`, which
  /// are UTF-8.
  package mutating func append(
    _ fields: some Sequence<(position: Int, range: Range<Int>)>, of texts: [UInt8], line: Int
  ) {
    page.records.append(RecordPage.Record(firstField: UInt32(page.fields.count), line: line, fault: nil))
    var next = 0
    for (position, range) in fields {
      let start = UInt32(page.bytes.count)
      while next < position {
        page.fields.append(RecordPage.Field(start: start, end: start))
        next += 1
      }
      page.bytes.append(contentsOf: texts[range])
      page.fields.append(RecordPage.Field(start: start, end: UInt32(page.bytes.count)))
      next = position + 1
    }
  }

  /// The batch, with every field normalized to NFC.
  package func finish() -> RecordBatch {
    var page = page
    page.compose()
    return RecordBatch(page, 0..<page.records.count)
  }
}
