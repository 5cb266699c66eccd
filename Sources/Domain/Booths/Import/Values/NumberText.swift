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
    guard text.count <= 40, text.allSatisfy(isNumeric), let number = Double(String(decoding: text, as: UTF8.self)),
      number.isFinite
    else { return .notNumber }
    return .number(number)
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
    var digits: UInt64 = 0
    var behindPoint = -1
    var count = 0
    var isNegative = false
    for position in text.indices {
      let byte = text[position]
      let digit = byte &- 0x30
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        count += 1
        if behindPoint >= 0 { behindPoint += 1 }
      } else if byte == 0x2E, behindPoint < 0 {
        behindPoint = 0
      } else if position == 0, byte == 0x2D || byte == 0x2B {
        isNegative = byte == 0x2D
      } else {
        return nil
      }
    }
    guard count > 0, count <= 18, digits <= 1 << 53 else { return nil }
    let magnitude = Double(digits) / powersOfTen[max(behindPoint, 0)]
    return isNegative ? -magnitude : magnitude
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
