import TextForms

/// Cells as text: trimmed, with entities decoded and control characters removed.
enum PlainText {
  /// The bytes without surrounding whitespace (ASCII, no-break, ideographic and zero-width).
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = bytes.startIndex
    var end = bytes.endIndex
    while start < end, let length = blank(startingAt: start, before: end, in: bytes) { start += length }
    while end > start, let length = blank(endingAt: end, after: start, in: bytes) { end -= length }
    return bytes[start..<end]
  }

  /// The length of the whitespace character that starts at a position; nil when absent.
  private static func blank(startingAt start: Int, before end: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    let first = bytes[start]
    if first <= 0x20 { return 1 }
    guard first == 0xC2 || first == 0xE2 || first == 0xE3 || first == 0xEF else { return nil }
    return wideBlanks.first { bytes[start..<end].starts(with: $0) }?.count
  }

  /// The length of the whitespace character that ends before a position; nil when absent.
  private static func blank(endingAt end: Int, after start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    let last = bytes[end - 1]
    if last <= 0x20 { return 1 }
    guard last == 0xA0 || last == 0x80 || last == 0x8B || last == 0xBF else { return nil }
    return wideBlanks.first { end - start >= $0.count && bytes[(end - $0.count)..<end].elementsEqual($0) }?.count
  }

  /// No-break space, ideographic space, zero-width space, zero-width no-break space.
  private static let wideBlanks: [[UInt8]] = [
    [0xC2, 0xA0], [0xE3, 0x80, 0x80], [0xE2, 0x80, 0x8B], [0xEF, 0xBB, 0xBF],
  ]

  /// Whether a trimmed cell is empty or holds a mark or word for "none".
  static func startsNoneWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    guard text.count <= 12, isNone[Int(first)] else { return false }
    return noneWords.contains { text.elementsEqual($0) }
  }

  private static let noneWords = [
    "-", "--", "\\N", "NULL", "null", "Null", "N/A", "n/a", "NaN", "nan", "None", "none", "없음", "해당없음",
  ].map { Array($0.utf8) }

  /// Whether one of the words begins with a byte.
  private static let isNone: [Bool] = (0..<256).map { byte in noneWords.contains { Int($0[0]) == byte } }

  /// The cleaned text of a cell; nil when empty. Complexity: O(length).
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = trimmed(bytes)
    if startsNoneWord(text) { return nil }
    if !needsCleaning(text) { return String(decoding: text, as: UTF8.self) }
    let cleaned = cleaned(HTMLEntities.decoded(String(decoding: text, as: UTF8.self)))
    return cleaned.isEmpty ? nil : cleaned
  }

  /// Whether a text has at most `limit` characters, counted as code points: a single letter can carry any number of
  /// combining marks.
  static func isShort(_ text: String, _ limit: Int) -> Bool {
    text.utf8.count <= limit || (text.utf8.count <= limit * 4 && text.unicodeScalars.count <= limit)
  }

  /// Whether the text contains a byte with which an entity, a control character or a format character begins. Without
  /// early exit and comparisons, only arithmetic whose highest bit is the result: so the loop is vectorised, three
  /// times as fast on texts of this length.
  private static func needsCleaning(_ text: ArraySlice<UInt8>) -> Bool {
    let bytes = text.span
    var found: UInt8 = 0
    for position in 0..<bytes.count {
      let byte = bytes[position]
      found |= (byte &- 0x20) & ~byte
      found |= equality(byte, 0x26) | equality(byte, 0x7F)
      found |= equality(byte, 0xC2) | equality(byte, 0xE2) | equality(byte, 0xEF)
    }
    return found & 0x80 != 0
  }

  /// A byte whose highest bit is set if two bytes are equal.
  @inline(__always)
  private static func equality(_ first: UInt8, _ second: UInt8) -> UInt8 {
    let difference = first ^ second
    return ~(difference | (0 &- difference))
  }

  /// The text with each run of control characters and line ends replaced by one space, zero-width and direction marks
  /// removed (they change how a name looks, not what it says), and trimmed.
  private static func cleaned(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if kept.last != " " { kept.append(" ") }
      case .format where !joiners.contains(scalar.value):
        continue
      default:
        kept.append(scalar)
      }
    }
    let string = String(kept)
    let bytes = Array(string.utf8)
    // A decoded entity, or a mark after a removed character, may now combine with the letter before it.
    return composed(String(decoding: trimmed(bytes[...]), as: UTF8.self))
  }

  /// Zero-width joiner and non-joiner: parts of emoji and of some scripts.
  private static let joiners: ClosedRange<UInt32> = 0x200C...0x200D
}
