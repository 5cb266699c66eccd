import Geo
import Tabular

/// Parses numbers in the formats of public data from bytes.
enum NumberText {
  /// The content of a cell.
  enum Reading: Hashable {
    /// Empty, or a word for "none".
    case none
    case number(Double)
    case notNumber
  }

  /// Parses a decimal number with optional surrounding whitespace. Correctly rounded; never infinite or NaN.
  /// Complexity: O(length).
  static func reading(_ bytes: ArraySlice<UInt8>) -> Reading {
    let text = PlainText.trimmed(bytes)
    if text.isEmpty { return .none }
    if let number = exactDecimal(text.span) { return .number(number) }
    if PlainText.startsNoneWord(text.span) { return .none }
    guard text.count <= 40 else { return .notNumber }
    let string = String(decoding: text, as: UTF8.self)
    if text.allSatisfy(isNumeric), let number = Double(string), number.isFinite { return .number(number) }
    // `1e` is the beginning of a number, not a longitude.
    if text.last == 0x65 { return .notNumber }
    return (decimalComma(text) ?? CoordinateText.degrees(string)).map { .number($0) } ?? .notNumber
  }

  /// A number with a comma for its point. Three digits behind it may be thousands: no number.
  private static func decimalComma(_ text: ArraySlice<UInt8>) -> Double? {
    let parts = text.split(separator: 0x2C, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count != 3, parts[1].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let pointed = Array(parts[0]) + [0x2E] + parts[1]
    return exactDecimal(pointed.span)
  }

  /// Parses a field of a record.
  static func reading(_ batch: RecordBatch, _ record: Int, _ field: Int) -> Reading {
    // Most fields hold a number and no white space.
    if let number = exactDecimal(batch.buffer.span.extracting(batch.range(record, field))) { return .number(number) }
    return reading(batch.bytes(record, field))
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
