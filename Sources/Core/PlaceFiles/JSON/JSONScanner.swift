/// Why a JSON text cannot be scanned.
enum JSONFault: Error {
  /// The text ends within the value.
  case incomplete
  case malformed(String)
}

/// Scans a JSON text (RFC 8259) without making values of it: it finds where texts and numbers are. It is as strict as
/// `JSONReader`, except for what it skips. It never reads outside of its bytes. Complexity: O(bytes).
struct JSONScanner {
  /// The maximum nesting of arrays and objects, as in `JSONReader`.
  static let maxDepth = 32
  private static let maxNumberLength = 64

  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int

  /// A text between quotes, as written.
  struct Text {
    var range: Range<Int>
    var isEscaped: Bool
  }

  /// The next byte that is not white space.
  @inline(__always)
  mutating func peek() throws(JSONFault) -> UInt8 {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    throw .incomplete
  }

  mutating func expect(_ byte: UInt8, _ what: String) throws(JSONFault) {
    guard try peek() == byte else { throw .malformed("\(what) is missing") }
    position += 1
  }

  /// The key of the next member of an object, with the position at its value; nil after the object's end.
  /// - Parameter isFirst: true before the first member; false afterwards.
  mutating func nextKey(_ isFirst: inout Bool) throws(JSONFault) -> Text? {
    var byte = try peek()
    if byte == 0x7D {
      position += 1
      return nil
    }
    if !isFirst {
      guard byte == 0x2C else { throw .malformed("an object is not closed") }
      position += 1
      byte = try peek()
    }
    isFirst = false
    guard byte == 0x22 else { throw .malformed("a key between quotes is missing") }
    let key = try text()
    try expect(0x3A, "a colon")
    _ = try peek()
    return key
  }

  /// Whether a next item of an array follows, with the position at it; false after the array's end.
  mutating func nextItem(_ isFirst: inout Bool) throws(JSONFault) -> Bool {
    let byte = try peek()
    if byte == 0x5D {
      position += 1
      return false
    }
    if !isFirst {
      guard byte == 0x2C else { throw .malformed("a list is not closed") }
      position += 1
      _ = try peek()
    }
    isFirst = false
    return true
  }

  /// The text that begins here, with the position behind it.
  mutating func text() throws(JSONFault) -> Text {
    position += 1
    let start = position
    var isEscaped = false
    let raw = UnsafeRawBufferPointer(bytes)
    while position < bytes.count {
      if position + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if !Self.hasMark(word) {
          position += 8
          continue
        }
      }
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x22: return Text(range: start..<position - 1, isEscaped: isEscaped)
      case 0x5C:
        isEscaped = true
        position += 1
      case 0..<0x20: throw .malformed("control characters must be escaped")
      default: break
      }
    }
    throw .incomplete
  }

  /// Whether a word of eight bytes has a quote, a backslash or a control character. It may say so wrongly, never the
  /// opposite.
  @inline(__always)
  private static func hasMark(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let found =
      (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word
    return found & (ones &* 0x80) != 0
  }

  /// The number that begins here, with the position behind it.
  mutating func number() throws(JSONFault) -> Range<Int> {
    let start = position
    _ = skip(0x2D)
    var isRight = skip(0x30) || skipDigits()
    if skip(0x2E) { isRight = skipDigits() && isRight }
    if skip(0x65) || skip(0x45) {
      _ = skip(0x2B) || skip(0x2D)
      isRight = skipDigits() && isRight
    }
    guard position < bytes.count else { throw .incomplete }
    guard isRight else { throw .malformed("it contains an invalid value") }
    guard position - start <= Self.maxNumberLength else { throw .malformed("a number has too many digits") }
    return start..<position
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position > start
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a word of letters.
  mutating func word(_ word: StaticString) throws(JSONFault) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count else { throw .incomplete }
      guard bytes[position] == word.utf8Start[index] else {
        throw .malformed("a word is neither true, false nor null")
      }
      position += 1
    }
  }

  /// Skips the value that begins here, and checks it except for the escapes of its texts.
  mutating func skipValue(depth: Int) throws(JSONFault) {
    switch try peek() {
    case 0x7B:
      try enter(depth)
      var isFirst = true
      while try nextKey(&isFirst) != nil { try skipValue(depth: depth + 1) }
    case 0x5B:
      try enter(depth)
      var isFirst = true
      while try nextItem(&isFirst) { try skipValue(depth: depth + 1) }
    case 0x22: _ = try text()
    case 0x74: try word("true")
    case 0x66: try word("false")
    case 0x6E: try word("null")
    default: _ = try number()
    }
  }

  /// Skips the opening bracket of an object or array.
  mutating func enter(_ depth: Int) throws(JSONFault) {
    guard depth < Self.maxDepth else { throw .malformed("it is nested deeper than \(Self.maxDepth) levels") }
    position += 1
  }

  func isEqual(_ text: Text, _ word: StaticString) -> Bool {
    guard text.range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.range.count where bytes[text.range.lowerBound + index] != word.utf8Start[index] {
      return false
    }
    return true
  }

  /// A text without its escapes.
  func string(_ text: Text) throws(JSONFault) -> String {
    var place = PlaceFields()
    try write(text, to: &place)
    return place.text(0..<place.end)
  }

  /// Writes a text without its escapes.
  func write(_ text: Text, to place: inout PlaceFields) throws(JSONFault) {
    guard text.isEscaped else { return place.write(slice(text.range)) }
    var start = text.range.lowerBound
    var offset = start
    while offset < text.range.upperBound {
      guard bytes[offset] == 0x5C else {
        offset += 1
        continue
      }
      place.write(slice(start..<offset))
      try writeEscape(&offset, end: text.range.upperBound, to: &place)
      start = offset
    }
    place.write(slice(start..<text.range.upperBound))
  }

  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { bytes.extracting(range) }

  /// Writes the character of the escape at `offset`, which moves behind it.
  private func writeEscape(_ offset: inout Int, end: Int, to place: inout PlaceFields) throws(JSONFault) {
    guard offset + 1 < end else { throw .malformed("an escape sequence is invalid") }
    let byte = bytes[offset + 1]
    offset += 2
    switch byte {
    case 0x22, 0x5C, 0x2F: place.write(byte)
    case 0x62: place.write(0x08)
    case 0x66: place.write(0x0C)
    case 0x6E: place.write(0x0A)
    case 0x72: place.write(0x0D)
    case 0x74: place.write(0x09)
    case 0x75:
      var value = try unit(&offset, end: end)
      if (0xD800..<0xDC00).contains(value) {
        guard offset + 2 <= end, bytes[offset] == 0x5C, bytes[offset + 1] == 0x75 else { throw Self.half }
        offset += 2
        let second = try unit(&offset, end: end)
        guard (0xDC00..<0xE000).contains(second) else { throw Self.half }
        value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw Self.half }
      guard value != 0 else { throw .malformed("it holds the character NUL") }
      place.write(String(scalar))
    default: throw .malformed("an escape sequence is invalid")
    }
  }

  private static let half = JSONFault.malformed("it holds half of a surrogate pair")

  /// Four hexadecimal digits.
  private func unit(_ offset: inout Int, end: Int) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard offset < end, let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
        throw .malformed("\\u is not followed by four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
