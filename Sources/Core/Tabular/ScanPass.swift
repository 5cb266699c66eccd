/// One pass over a window: the inner loop of the scanner.
struct ScanPass {
  enum Outcome {
    /// Complete; the next record begins at `end`, `lines` physical lines later.
    case whole(end: Int, lines: Int)
    /// Not closed by the bytes up to `reach`; `lineEnd` is the first line end within its quotes.
    case open(lineEnd: Int?, reach: Int)
  }

  let count: Int
  let isLast: Bool
  var fields: [RecordPage.Field] = []
  private let bytes: UnsafeMutablePointer<UInt8>
  private let delimiter: UInt8
  /// The record's fields with doubled quotes.
  private var doubled: [Int] = []

  init(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, isLast: Bool, delimiter: UInt8) {
    self.bytes = bytes
    self.count = count
    self.isLast = isLast
    self.delimiter = delimiter
  }

  /// Scans the record at `start`, not beyond `bound`; a line end within quotes is passed only if it is less than
  /// `budget` bytes away.
  mutating func record(from start: Int, to bound: Int, budget: Int) -> Outcome {
    let firstField = fields.count
    let reachesEnd = isLast && bound == count
    var quoted = QuotedField(recordStart: start, budget: budget)
    var position = start
    while true {
      let opening = openingQuote(from: position, to: bound)
      let end: Int
      if opening == bound || bytes[opening] != Byte.quote {
        end = nextSeparator(from: position, to: bound)
        put(position, end)
      } else if let after = quotedField(from: opening, to: bound, isLast: reachesEnd, &quoted) {
        end = after
      } else {
        return abandon(firstField, quoted)
      }
      if end == bound, !reachesEnd { return abandon(firstField, quoted, reach: bound) }
      if end < bound, bytes[end] == delimiter {
        position = end + 1
        continue
      }
      guard let next = end == bound ? bound : afterLineEnd(end) else {
        return abandon(firstField, quoted, reach: count)
      }
      unescapeQuotes()
      return .whole(end: next, lines: quoted.lines + 1)
    }
  }

  /// Scans one line as a record; a quote that it does not close is text.
  mutating func line(from start: Int, to lineEnd: Int) {
    var position = start
    while true {
      let opening = openingQuote(from: position, to: lineEnd)
      var quoted = QuotedField(recordStart: start, budget: 0)
      var end = lineEnd
      if opening < lineEnd, bytes[opening] == Byte.quote {
        if let after = quotedField(from: opening, to: lineEnd, isLast: true, &quoted) {
          end = after
        } else {
          put(opening, lineEnd)
        }
      } else {
        end = nextSeparator(from: position, to: lineEnd)
        put(position, end)
      }
      if end == lineEnd { break }
      position = end + 1
    }
    unescapeQuotes()
  }

  /// Scans the fields that end within `length` bytes.
  mutating func beginning(from start: Int, within length: Int) {
    var end = min(start + length, count - 1)
    while end > start, bytes[end] != delimiter { end -= 1 }
    if end > start { line(from: start, to: end) }
  }

  private struct QuotedField {
    let recordStart: Int
    let budget: Int
    var firstLineEnd: Int?
    var lines = 0
    var reach = 0
  }

  /// Scans a field that begins with a quote and returns the position of the separator after it; nil when it stays
  /// open.
  private mutating func quotedField(from opening: Int, to bound: Int, isLast: Bool, _ quoted: inout QuotedField) -> Int?
  {
    var isDoubled = false
    var position = opening + 1
    while true {
      position = ByteSearch.first(
        of: Byte.quote, Byte.lineFeed, Byte.carriageReturn, in: bytes, from: position, to: bound)
      quoted.reach = bound
      guard position < bound else { return nil }
      if bytes[position] == Byte.quote {
        guard position + 1 < bound || isLast else { return nil }
        guard position + 1 < bound, bytes[position + 1] == Byte.quote else { break }
        isDoubled = true
        position += 2
      } else {
        guard passLineEnd(&position, &quoted) else { return nil }
      }
    }
    return closeQuote(opening, position, to: bound, isDoubled: isDoubled)
  }

  /// Passes a line end within quotes; false when that exceeds the budget or the window.
  private func passLineEnd(_ position: inout Int, _ quoted: inout QuotedField) -> Bool {
    guard let next = afterLineEnd(position) else {
      quoted.reach = count
      return false
    }
    if quoted.firstLineEnd == nil { quoted.firstLineEnd = position }
    quoted.lines += 1
    guard position - quoted.recordStart < quoted.budget else {
      quoted.reach = position
      return false
    }
    position = next
    return true
  }

  /// Adds the field with its second quote at `closing` and returns the position of the separator after it. Text after
  /// that quote belongs to the field; then the quotes are text as well, except for an outer pair.
  private mutating func closeQuote(_ opening: Int, _ closing: Int, to bound: Int, isDoubled: Bool) -> Int {
    let after = afterBlanks(from: closing + 1, to: bound)
    if after == bound || isSeparator(after) {
      if isDoubled { doubled.append(fields.count) }
      put(opening + 1, closing)
      return after
    }
    let end = nextSeparator(from: after, to: bound)
    var last = end
    while bytes[last - 1] == Byte.space { last -= 1 }
    if bytes[last - 1] == Byte.quote {
      if isDoubled { doubled.append(fields.count) }
      put(opening + 1, last - 1)
    } else {
      put(opening, end)
    }
    return end
  }

  private mutating func abandon(_ firstField: Int, _ quoted: QuotedField, reach: Int? = nil) -> Outcome {
    fields.removeLast(fields.count - firstField)
    doubled.removeAll(keepingCapacity: true)
    return .open(lineEnd: quoted.firstLineEnd, reach: reach ?? quoted.reach)
  }

  /// Replaces each doubled quote of the record by one. In place, and only for a complete record: otherwise its bytes
  /// may be scanned again.
  private mutating func unescapeQuotes() {
    guard !doubled.isEmpty else { return }
    for index in doubled {
      let field = fields[index].range
      var target = field.lowerBound
      var source = field.lowerBound
      while source < field.upperBound {
        bytes[target] = bytes[source]
        let isPair = bytes[source] == Byte.quote && source + 1 < field.upperBound && bytes[source + 1] == Byte.quote
        source += isPair ? 2 : 1
        target += 1
      }
      fields[index] = RecordPage.Field(start: UInt32(field.lowerBound), end: UInt32(target))
    }
    doubled.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private mutating func put(_ start: Int, _ end: Int) {
    fields.append(RecordPage.Field(start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end)))
  }

  /// The next delimiter or line end, or `bound`.
  @inline(__always)
  private func nextSeparator(from start: Int, to bound: Int) -> Int {
    ByteSearch.first(of: delimiter, Byte.lineFeed, Byte.carriageReturn, in: bytes, from: start, to: bound)
  }

  @inline(__always)
  private func isSeparator(_ position: Int) -> Bool {
    bytes[position] == delimiter || isLineEnd(position)
  }

  /// The position of a field's opening quote if it has one, after optional blanks.
  @inline(__always)
  private func openingQuote(from start: Int, to bound: Int) -> Int {
    guard start < bound, bytes[start] == Byte.space else { return start }
    return afterBlanks(from: start, to: bound)
  }

  private func afterBlanks(from start: Int, to bound: Int) -> Int {
    var position = start
    while position < bound, bytes[position] == Byte.space { position += 1 }
    return position
  }

  /// The first position from `start` on without a blank, or `count`.
  func afterBlanks(from start: Int) -> Int {
    afterBlanks(from: start, to: count)
  }

  /// The first line end from `start` on, or `count`.
  func lineEnd(from start: Int) -> Int {
    ByteSearch.first(of: Byte.lineFeed, Byte.carriageReturn, Byte.lineFeed, in: bytes, from: start, to: count)
  }

  @inline(__always)
  func isLineEnd(_ position: Int) -> Bool {
    bytes[position] == Byte.lineFeed || bytes[position] == Byte.carriageReturn
  }

  /// The start of the line after the line end at `position` (CR LF is one); nil when the window ends too early to
  /// decide.
  @inline(__always)
  func afterLineEnd(_ position: Int) -> Int? {
    guard position < count else { return count }
    guard bytes[position] == Byte.carriageReturn else { return position + 1 }
    guard position + 1 < count else { return isLast ? count : nil }
    return bytes[position + 1] == Byte.lineFeed ? position + 2 : position + 1
  }
}
