import Tabular
import TextForms

/// Cells as text: trimmed, without tags and control characters, with entities decoded.
enum PlainText {
  /// The bytes without surrounding whitespace (ASCII, no-break, ideographic and zero-width).
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let kept = trimmed(bytes.span)
    return bytes[bytes.startIndex + kept.lowerBound..<bytes.startIndex + kept.upperBound]
  }

  /// The range without surrounding whitespace, without the apostrophe that exports write before what looks like a
  /// formula or a text of digits, and without the `="` and `"` that spreadsheets write around such texts (`="0123"`).
  static func trimmed(_ bytes: Span<UInt8>) -> Range<Int> {
    let range = trimmed(bytes, 0..<bytes.count)
    guard range.count >= 2 else { return range }
    if bytes[range.lowerBound] == 0x27, FormulaGuard.isGuarded(bytes.extracting(range)) || isNumeral(bytes, range) {
      return range.lowerBound + 1..<range.upperBound
    }
    guard range.count >= 3, bytes[range.lowerBound] == 0x3D, bytes[range.lowerBound + 1] == 0x22,
      bytes[range.upperBound - 1] == 0x22
    else { return range }
    return trimmed(bytes, range.lowerBound + 2..<range.upperBound - 1)
  }

  /// Whether digits and the marks of numbers and times are all that follows the first byte.
  private static func isNumeral(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var hasDigit = false
    for position in range.dropFirst() {
      switch bytes[position] {
      case 0x30...0x39: hasDigit = true
      case 0x20, 0x28...0x2F, 0x3A: continue
      default: return false
      }
    }
    return hasDigit
  }

  @inline(__always)
  private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, let length = blank(startingAt: start, before: end, in: bytes) { start += length }
    while end > start, let length = blank(endingAt: end, after: start, in: bytes) { end -= length }
    return start..<end
  }

  /// The length of the whitespace character that starts at a position; nil when absent.
  private static func blank(startingAt start: Int, before end: Int, in bytes: Span<UInt8>) -> Int? {
    let first = bytes[start]
    if first <= 0x20 { return 1 }
    guard first == 0xC2 || first == 0xE2 || first == 0xE3 || first == 0xEF else { return nil }
    return wideBlanks.first { end - start >= $0.count && bytes.holds($0, at: start) }?.count
  }

  /// The length of the whitespace character that ends before a position; nil when absent.
  private static func blank(endingAt end: Int, after start: Int, in bytes: Span<UInt8>) -> Int? {
    let last = bytes[end - 1]
    if last <= 0x20 { return 1 }
    guard last == 0xA0 || last == 0x80 || last == 0x8B || last == 0xBF else { return nil }
    return wideBlanks.first { end - start >= $0.count && bytes.holds($0, at: end - $0.count) }?.count
  }

  /// No-break space, ideographic space, zero-width space, zero-width no-break space.
  private static let wideBlanks: [[UInt8]] = [
    [0xC2, 0xA0], [0xE3, 0x80, 0x80], [0xE2, 0x80, 0x8B], [0xEF, 0xBB, 0xBF],
  ]

  /// Whether a trimmed cell is empty or holds a mark or word for "none", or the error of a spreadsheet's formula.
  static func startsNoneWord(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return true }
    guard text.count <= maxNoneWord, isNone[Int(text[0])] else { return false }
    return noneWords.contains { text.count == $0.count && text.holds($0, at: 0) }
  }

  private static let noneWords = [
    "-", "--", "---", "\u{2013}", "\u{2014}", "\u{FF0D}", "ー", "―", "?", "\\N", "NULL", "null", "Null", "(null)",
    "<null>", "nil", "undefined", "N/A", "n/a", "N.A.", "NA", "NaN", "nan", "None", "none", "없음", "해당없음", "해당 없음",
    "정보없음", "정보 없음", "미상", "미정", "なし", "無", "不明", "无", "暂无", "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?",
    "#NULL!", "#NUM!", "#ERROR!", "#SPILL!", "#CALC!", "#FIELD!", "Err:502", "Err:508", "Err:522", "Loading...",
    "########",
  ].map { Array($0.utf8) }
  private static let maxNoneWord = noneWords.map(\.count).max() ?? 0

  private static let isNone: [Bool] = (0..<256).map { byte in noneWords.contains { Int($0[0]) == byte } }

  /// The cleaned text of a field of a record; nil when empty. Complexity: O(length).
  static func text(_ batch: RecordBatch, _ record: Int, _ field: Int) -> String? {
    let range = batch.range(record, field)
    let bytes = batch.buffer.span.extracting(range)
    let kept = trimmed(bytes)
    let text = bytes.extracting(kept)
    if startsNoneWord(text) { return nil }
    guard !needsCleaning(text) else { return Self.text(batch.bytes(record, field)) }
    return batch.text(range.lowerBound + kept.lowerBound..<range.lowerBound + kept.upperBound)
  }

  /// The cleaned text of a cell; nil when empty. Complexity: O(length).
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = trimmed(bytes)
    if startsNoneWord(text.span) { return nil }
    if !needsCleaning(text.span) { return String(decoding: text, as: UTF8.self) }
    let cleaned = cleaned(HTMLText.plain(String(decoding: text, as: UTF8.self)))
    return cleaned.isEmpty ? nil : cleaned
  }

  /// Whether a text has at most `limit` characters, counted as code points: a single letter can carry any number of
  /// combining marks.
  static func isShort(_ text: String, _ limit: Int) -> Bool {
    text.utf8.count <= limit || (text.utf8.count <= limit * 4 && text.unicodeScalars.count <= limit)
  }

  /// Whether the text contains a byte with which a tag, an entity, a control or format character or a wide blank begins. In blocks
  /// of a constant size, which the compiler makes vectors; the last one overlaps, so that no byte remains.
  private static func needsCleaning(_ bytes: Span<UInt8>) -> Bool {
    var found: UInt8 = 0
    if bytes.count >= 16 {
      var position = 0
      while position + 16 <= bytes.count {
        found |= marks(bytes, position..<position + 16)
        position += 16
      }
      found |= marks(bytes, bytes.count - 16..<bytes.count)
    } else if bytes.count >= 8 {
      found = marks(bytes, 0..<8) | marks(bytes, bytes.count - 8..<bytes.count)
    } else {
      found = marks(bytes, 0..<bytes.count)
    }
    return found & 0x80 != 0
  }

  /// Sets the highest bit if one of the bytes marks a text that needs cleaning. Without early exit and comparisons, only
  /// arithmetic whose highest bit is the result, for vectors have no other.
  @inline(__always)
  private static func marks(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt8 {
    var found: UInt8 = 0
    for position in range {
      let byte = bytes[position]
      // Below a blank, delete, `&` and `<`; C2 and E2; E3; EF.
      found |= (byte &- 0x20) & ~byte | (byte &+ 1) & ~byte | equality(byte, 0x26) | equality(byte, 0x3C)
      found |= equality(byte | 0x20, 0xE2) | equality(byte, 0xE3) | equality(byte, 0xEF)
    }
    return found
  }

  /// A byte whose highest bit is set if two bytes are equal.
  @inline(__always)
  private static func equality(_ first: UInt8, _ second: UInt8) -> UInt8 {
    let difference = first ^ second
    return ~(difference | (0 &- difference))
  }

  /// The text with each run of control characters and line ends, and each blank of another width, replaced by one space,
  /// zero-width and direction marks removed (they change how a name looks, not what it says), and trimmed.
  private static func cleaned(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if kept.last != " " { kept.append(" ") }
      case .spaceSeparator:
        kept.append(" ")
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

extension Span<UInt8> {
  func holds(_ word: [UInt8], at position: Int) -> Bool {
    guard count - position >= word.count else { return false }
    for offset in word.indices where self[position + offset] != word[offset] { return false }
    return true
  }
}
