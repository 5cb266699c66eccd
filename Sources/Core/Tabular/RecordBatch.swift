import TextForms

/// What can be wrong with the shape of a single record. The record is still counted.
package enum RecordFault: String, Hashable, Sendable {
  /// Bytes that are no text in the encoding; shown as U+FFFD.
  case undecodable
  /// A quote that the file never closes, or not within the limit for one record. The record ends with its line, and
  /// the next one begins on the next line.
  case unclosedQuote
  /// Longer than the limit for one record (1 MiB); all but its beginning was skipped.
  case tooLong
}

/// Some records of a delimited text, as UTF-8, sharing one buffer.
package struct RecordBatch: Sendable {
  private let page: RecordPage
  private let records: Range<Int>

  init(_ page: RecordPage, _ records: Range<Int>) {
    self.page = page
    self.records = records
  }

  /// How many records.
  package var count: Int { records.count }

  /// How many fields a record has.
  package func fieldCount(_ record: Int) -> Int {
    page.fieldRange(records.lowerBound + record).count
  }

  /// The bytes of a field, unquoted, not trimmed. A field that the record lacks is empty. Complexity: O(1).
  package func bytes(_ record: Int, _ field: Int) -> ArraySlice<UInt8> {
    page.bytes[range(record, field)]
  }

  /// The bytes of a field without white space around them.
  package func trimmed(_ record: Int, _ field: Int) -> ArraySlice<UInt8> {
    let range = range(record, field)
    return page.bytes[page.bytes.withUnsafeBufferPointer { WhiteSpace.trim($0, range) }]
  }

  /// The text of a field, trimmed of white space (blanks, no-break and ideographic spaces).
  package func text(_ record: Int, _ field: Int) -> String {
    let range = range(record, field)
    return page.bytes.withUnsafeBufferPointer { bytes in
      String(decoding: UnsafeBufferPointer(rebasing: bytes[WhiteSpace.trim(bytes, range)]), as: UTF8.self)
    }
  }

  /// The texts of all fields of a record, trimmed.
  package func texts(_ record: Int) -> [String] {
    (0..<fieldCount(record)).map { text(record, $0) }
  }

  /// The physical line on which a record starts, counted from 1.
  package func line(_ record: Int) -> Int {
    page.records[records.lowerBound + record].line
  }

  /// What is wrong with a record's shape, if anything.
  package func fault(_ record: Int) -> RecordFault? {
    page.records[records.lowerBound + record].fault
  }

  private func range(_ record: Int, _ field: Int) -> Range<Int> {
    let fields = page.fieldRange(records.lowerBound + record)
    guard field >= 0, field < fields.count else { return 0..<0 }
    return page.fields[fields.lowerBound + field].range
  }
}

/// A stretch of text that was cut into records. Immutable, shared by its batches.
struct RecordPage: Sendable {
  /// Where a field stands, without its quotes.
  struct Field: Sendable {
    let start: UInt32
    let end: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  struct Record: Sendable {
    /// Its first field among all.
    let firstField: UInt32
    let line: Int
    var fault: RecordFault?
  }

  var bytes: [UInt8]
  var fields: [Field]
  var records: [Record]

  /// Brings every field into the composed form (NFC). Fields that are not yet, which are few or all, are written anew
  /// behind the others. Complexity: O(bytes).
  mutating func compose() {
    var position = ComposedBytes.firstUncertain(in: bytes.span)
    guard position < bytes.count else { return }
    var replaced: [(field: Int, text: [UInt8])] = []
    for (number, field) in fields.enumerated() {
      if position < field.range.lowerBound {
        position = ComposedBytes.firstUncertain(in: bytes.span, from: field.range.lowerBound)
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

/// White space around values, as people and portals leave it.
enum WhiteSpace {
  /// The part of a range without white space at its ends: ASCII's, U+00A0, U+3000 and the invisible U+FEFF.
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

  /// The length of the space that starts here, if it is one of those outside ASCII.
  private static func wide(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    if end - start >= 2, bytes[start] == 0xC2, bytes[start + 1] == 0xA0 { return 2 }
    guard end - start >= 3 else { return 0 }
    switch (bytes[start], bytes[start + 1], bytes[start + 2]) {
    case (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): return 3
    default: return 0
    }
  }
}

/// Collects records that come from elsewhere than a delimited text.
package struct RecordBatchBuilder: Sendable {
  private var page = RecordPage(bytes: [], fields: [], records: [])

  /// A builder with nothing in it.
  package init() {}

  /// How many bytes were taken.
  package var byteCount: Int { page.bytes.count }

  /// How many records were taken.
  package var count: Int { page.records.count }

  /// Takes a record; `line` is what it is called by.
  package mutating func append(_ fields: some Sequence<String>, line: Int) {
    page.records.append(RecordPage.Record(firstField: UInt32(page.fields.count), line: line, fault: nil))
    for field in fields {
      let start = page.bytes.count
      page.bytes.append(contentsOf: field.utf8)
      page.fields.append(RecordPage.Field(start: UInt32(start), end: UInt32(page.bytes.count)))
    }
  }

  /// The records, with every field in the composed form.
  package func finish() -> RecordBatch {
    var page = page
    page.compose()
    return RecordBatch(page, 0..<page.records.count)
  }
}
