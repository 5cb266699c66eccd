import Contracts

/// Strict parsing of decimal numbers: no blanks, no sign `+`, no hexadecimal, no infinity.
package enum DecimalText {
  /// The nearest double to a number such as `-37.25` or `1e3`; nil when the text is not one or exceeds doubles.
  package static func number(_ text: String) -> Double? {
    if let plain = plainNumber(text) { return plain }
    guard text.utf8.count <= 64, isDecimal(Array(text.utf8)) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// An integer of at most 18 digits; nil for other texts.
  package static func integer(_ text: String) -> Int? {
    let digits = text.utf8.first == 0x2D ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// The shortest text of a number, without `.0`.
  package static func plain(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? value.description
  }

  /// Digits with at most one dot, few enough for one integer; nil for other texts.
  private static func plainNumber(_ text: String) -> Double? {
    var text = text
    return text.withUTF8(plainNumber)
  }

  private static func plainNumber(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    var decimals: Int?
    var isNegative = false
    for (offset, byte) in text.enumerated() {
      switch byte {
      case 0x30...0x39 where count < 19:
        digits = digits * 10 + UInt64(byte - 0x30)
        count += 1
        if let known = decimals { decimals = known + 1 }
      case 0x2E where decimals == nil && count > 0: decimals = 0
      case 0x2D where offset == 0: isNegative = true
      default: return nil
      }
    }
    guard count > 0, decimals != 0 else { return nil }
    let value = quotient(digits, powersOfTen[decimals ?? 0])
    return isNegative ? -value : value
  }

  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    // Both are exact: one division rounds once (W. D. Clinger, How to read floating-point numbers accurately, 1990).
    if dividend <= 1 << 53, divisor <= 1 << 53 { return Double(dividend) / Double(divisor) }
    // 63 or 64 bits of the quotient, of which the last one also stands for all that follow: they round as the whole.
    let (dividendShift, divisorShift) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let shifted = dividend << dividendShift
    let (bits, rest) = (divisor << divisorShift).dividingFullWidth((shifted >> 1, shifted << 63))
    let exponent = divisorShift - dividendShift - 63
    return Double(sign: .plus, exponent: exponent, significand: Double(rest == 0 ? bits : bits | 1))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether bytes match `-`? digits (`.` digits)? (`e` (`+`|`-`)? digits)?.
  private static func isDecimal(_ bytes: [UInt8]) -> Bool {
    var position = bytes.first == 0x2D ? 1 : 0
    func skipDigits() -> Bool {
      let start = position
      while position < bytes.count, isDigit(bytes[position]) { position += 1 }
      return position > start
    }
    guard skipDigits() else { return false }
    if position < bytes.count, bytes[position] == 0x2E {
      position += 1
      guard skipDigits() else { return false }
    }
    if position < bytes.count, bytes[position] | 0x20 == 0x65 {
      position += 1
      if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
      guard skipDigits() else { return false }
    }
    return position == bytes.count
  }
}
