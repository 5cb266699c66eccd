/// Splits text into records, window by window.
///
/// A quote opens a field only at its beginning (after optional blanks), and a doubled quote stands for itself; any
/// other quote is text. If a quoted record exceeds the limit or reaches the end, its quote counts as stray: the
/// record ends with its first line and gets a fault. The search for the closing quote is bounded by `budget`, which
/// grows with every byte read and shrinks with every stray quote, so that the total work is linear for any text.
struct RecordScanner: Sendable {
  /// The default maximum size of a record in bytes of UTF-8.
  static let defaultLimit = 1 << 20
  private static let earned = 4
  /// The bytes kept of a record that is too long, so that it can be identified.
  private static let keptOfTooLong = 4096

  private let delimiter: UInt8
  private let limit: Int
  /// The physical line on which the next record starts.
  private var line = 1
  /// Whether the rest of the line belongs to a record that was too long.
  private var isSkipping = false
  private var budget: Int

  init(delimiter: UInt8, limit: Int = defaultLimit) {
    self.delimiter = delimiter
    self.limit = limit
    budget = limit
  }

  /// Splits a window that continues the previous one. Returns the complete records, and the rest, less than twice the
  /// limit, which must precede the next window. At the end there is no rest.
  mutating func scan(_ text: consuming DecodedText, isLast: Bool) -> (page: RecordPage, rest: DecodedText) {
    var bytes = text.bytes
    text.bytes = []
    var marks = text.undecodable[...]
    var page = RecordPage(bytes: [], fields: [], records: [])
    page.records.reserveCapacity(bytes.count / 64)
    let done = bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      var pass = ScanPass(base, count: buffer.count, isLast: isLast, delimiter: delimiter)
      pass.fields.reserveCapacity(buffer.count / 8)
      let done = scan(&pass, &page.records, &marks)
      page.fields = pass.fields
      return done
    }
    let rest = DecodedText(
      bytes: Array(bytes[done...]), undecodable: text.undecodable.compactMap { $0 < done ? nil : $0 - done })
    page.bytes = bytes
    return (page, rest)
  }

  private mutating func scan(
    _ pass: inout ScanPass, _ records: inout [RecordPage.Record], _ marks: inout ArraySlice<Int>
  ) -> Int {
    var position = 0
    if isSkipping {
      position = skipLine(pass, from: 0)
      if isSkipping { return position }
    }
    while true {
      let start = skipBlankLines(pass, from: position)
      position = start
      guard start < pass.count else { break }
      var record = RecordPage.Record(firstField: UInt32(pass.fields.count), line: line, fault: nil)
      guard let end = scanRecord(&pass, from: start, &record) else { break }
      while let mark = marks.first, mark < end {
        if mark >= start, record.fault == nil { record.fault = .undecodable }
        marks = marks.dropFirst()
      }
      records.append(record)
      position = end
      if isSkipping { break }
    }
    return position
  }

  /// Scans one record and sets its fault; returns the start of the next, or nil when more bytes are needed.
  private mutating func scanRecord(_ pass: inout ScanPass, from start: Int, _ record: inout RecordPage.Record) -> Int? {
    let bound = min(pass.count, start + limit + 1)  // a line end may follow the limit
    let outcome = pass.record(from: start, to: bound, budget: budget)
    switch outcome {
    case .whole(let end, let lines):
      line += lines
      budget = min(limit, budget + Self.earned * (end - start))
      return end
    case .open(_, let reach) where reach == pass.count && !pass.isLast:
      return nil
    case .open(let lineEnd?, let reach):
      record.fault = .unclosedQuote
      budget -= reach - start
      return singleLine(&pass, from: start, to: lineEnd)
    case .open(nil, let reach) where reach == pass.count:
      record.fault = .unclosedQuote
      return singleLine(&pass, from: start, to: reach)
    case .open(nil, _):
      record.fault = .tooLong
      pass.beginning(from: start, within: min(limit, Self.keptOfTooLong))
      isSkipping = true
      return skipLine(pass, from: start)
    }
  }

  /// Reads a line as one record, regardless of its quotes.
  private mutating func singleLine(_ pass: inout ScanPass, from start: Int, to lineEnd: Int) -> Int {
    pass.line(from: start, to: lineEnd)
    line += 1
    budget = min(limit, budget + Self.earned * (lineEnd - start))
    return pass.afterLineEnd(lineEnd) ?? lineEnd
  }

  /// Skips bytes up to the next line end, which may be in a later window.
  private mutating func skipLine(_ pass: ScanPass, from start: Int) -> Int {
    let lineEnd = pass.lineEnd(from: start)
    guard lineEnd < pass.count else { return pass.count }
    guard let next = pass.afterLineEnd(lineEnd) else { return lineEnd }
    isSkipping = false
    line += 1
    return next
  }

  /// The start of the next line that is not blank, as far as the window shows.
  private mutating func skipBlankLines(_ pass: ScanPass, from start: Int) -> Int {
    var position = start
    while position < pass.count {
      let content = pass.afterBlanks(from: position)
      guard content < pass.count else { return pass.isLast ? content : position }
      guard pass.isLineEnd(content) else { return position }
      guard let next = pass.afterLineEnd(content) else { return position }
      position = next
      line += 1
    }
    return position
  }
}
