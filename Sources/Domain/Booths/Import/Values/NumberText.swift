import Basics
import Geo
import Tabular

/// Parses numbers in the formats of public data from bytes.
enum NumberText {
  enum Reading: Hashable {
    /// Empty, or a word for "none".
    case none
    case number(Double)
    case notNumber
  }

  /// What a comma before three digits at the end is: `37,557` or `193,412`.
  enum Comma {
    /// A number above 180 has thousands, others are no number.
    case undecided
    case decimal
    case thousands
  }

  /// Parses a number with optional surrounding whitespace: decimal, with separated thousands, or degrees with minutes and
  /// seconds, in full width as well. Correctly rounded; never infinite or NaN. Complexity: O(length).
  static func reading(_ bytes: ArraySlice<UInt8>, comma: Comma = .undecided) -> Reading {
    let text = PlainText.trimmed(bytes)
    if text.isEmpty { return .none }
    if let number = exactDecimal(text.span) { return .number(number) }
    if PlainText.startsNoneWord(text.span) { return .none }
    guard text.count <= 60 else { return .notNumber }
    return number(plain(String(decoding: text, as: UTF8.self)), comma).map { .number($0) } ?? .notNumber
  }

  /// The number of a text in ASCII as far as `plain` makes it so.
  static func number(_ text: String, _ comma: Comma) -> Double? {
    if !text.isEmpty, text.utf8.allSatisfy(isNumeric), let number = Double(text), number.isFinite { return number }
    // `1e` is the beginning of a number, not a longitude.
    if text.utf8.last == 0x65 { return nil }
    return grouped(text, comma) ?? CoordinateText.degrees(text) ?? sexagesimal(text)
  }

  /// A text with the digits, marks and blanks of ASCII for those of full width and of typographers.
  static func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x27 }) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: plain.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x2212: plain.append("-")
      case 0xA0, 0x2007, 0x2009, 0x202F, 0x3000: plain.append(" ")
      case 0xB4: plain.append("'")
      case 0x2DD: plain.append("\"")
      default: plain.append(scalar)
      }
    }
    // An apostrophe with which spreadsheets mark a text.
    let view = plain.first == "'" ? plain.dropFirst() : plain[...]
    return trimmed(String(String.UnicodeScalarView(view)))
  }

  /// `193,412.5`, `193 412.5`, `193'412.5`, `193.412,5`, `37,5572`; with the unit `m` or without.
  private static func grouped(_ text: String, _ comma: Comma) -> Double? {
    var digits = Array(text.utf8)
    if digits.last == 0x6D { digits.removeLast() }
    while digits.last == 0x20 { digits.removeLast() }
    let sign = digits.first == 0x2D || digits.first == 0x2B ? 1 : 0
    let marks = digits.indices.dropFirst(sign).filter { !isDigit(digits[$0]) }
    guard let last = marks.last, digits.count > sign, isDigit(digits[sign]) else { return nil }
    let kinds = Set(marks.map { digits[$0] })
    guard kinds.isSubset(of: [0x2C, 0x2E, 0x20, 0x27]), kinds.count <= 2 else { return nil }
    let isRepeated = marks.count { digits[$0] == digits[last] } > 1
    var point: Int?
    if kinds.count == 2 || (digits[last] == 0x2E && !isRepeated) {
      // The last of two kinds is the decimal one.
      guard !isRepeated, digits[last] == 0x2E || digits[last] == 0x2C else { return nil }
      point = last
    } else if digits[last] == 0x2C, !isRepeated {
      let decimals = digits.count - last - 1
      let whole = Int(String(decoding: digits[sign..<last], as: UTF8.self)) ?? .max
      let isDecimal = decimals != 3 || digits[sign] == 0x30 || (comma == .decimal && whole <= 180)
      if isDecimal { point = last } else if comma != .thousands, whole <= 180 { return nil }
    }
    var starts = marks.filter { $0 != point }
    starts.append(point ?? digits.count)
    // Groups behind a separator have three digits.
    for (start, end) in zip(starts, starts.dropFirst()) where end - start != 4 { return nil }
    guard starts.count == 1 || starts[0] - sign <= 3 else { return nil }
    var plain: [UInt8] = []
    for (offset, byte) in digits.enumerated() {
      if offset == point { plain.append(0x2E) } else if offset < sign || isDigit(byte) { plain.append(byte) }
    }
    return Double(String(decoding: plain, as: UTF8.self))
  }

  /// Degrees, minutes and seconds with hyphens, colons or blanks between: `37-33-25.9`, `126:55:31.4E`. Two parts need
  /// a fraction, which a lot number lacks.
  private static func sexagesimal(_ text: String) -> Double? {
    let letters = "NSEWnsew"
    var body = text[...]
    var letter = ""
    if let first = body.first, letters.contains(first) {
      letter = String(body.removeFirst())
    } else if let last = body.last, letters.contains(last) {
      letter = String(body.removeLast())
    }
    let isNegative = body.first == "-"
    let parts = body.split { $0 == "-" || $0 == ":" || $0 == " " }
    guard (2...3).contains(parts.count), parts.count == 3 || parts[1].contains("."), !isNegative || letter.isEmpty
    else { return nil }
    let marks = ["°", "'", "\""]
    let marked = zip(parts, marks).map { $0 + $1 }.joined()
    return CoordinateText.degrees(marked + letter).map { isNegative ? -$0 : $0 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func reading(_ batch: RecordBatch, _ record: Int, _ field: Int, comma: Comma = .undecided) -> Reading {
    // Most fields hold a number and no white space.
    if let number = exactDecimal(batch.buffer.span.extracting(batch.range(record, field))) { return .number(number) }
    return reading(batch.bytes(record, field), comma: comma)
  }

  /// `[+-]digits[.digits]` whose digits fit in 53 bits, at most 22 of them decimals: such a number is one exact integer
  /// divided by one exact power of ten, so a single division rounds it correctly.
  private static func exactDecimal(_ text: Span<UInt8>) -> Double? {
    guard !text.isEmpty, text.count <= 20 else { return nil }
    let isNegative = text[0] == 0x2D
    let start = isNegative || text[0] == 0x2B ? 1 : 0
    var number: UInt64 = 0
    var position = start
    readDigits(text, &position, &number)
    var count = position - start
    var decimals = 0
    if position < text.count, text[position] == 0x2E {
      position += 1
      let first = position
      readDigits(text, &position, &number)
      decimals = position - first
      count += decimals
    }
    guard position == text.count, count > 0, count <= 18, number <= 1 << 53 else { return nil }
    let magnitude = Double(number) / powersOfTen[decimals]
    return isNegative ? -magnitude : magnitude
  }

  /// Adds the digits from a position on to a number; at most 19 fit.
  @inline(__always)
  private static func readDigits(_ text: Span<UInt8>, _ position: inout Int, _ number: inout UInt64) {
    while position < text.count {
      let digit = text[position] &- 0x30
      guard digit < 10 else { return }
      number = number &* 10 &+ UInt64(digit)
      position += 1
    }
  }

  /// Powers of ten that a `Double` represents exactly, as far as `exactDecimal` needs them.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// Digits, signs, point and exponent: excludes `inf`, `nan` and hexadecimal forms, which `Double` accepts.
  private static func isNumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
  }
}
