/// Two digits in lower case for each byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: bytes.flatMap { [hexadecimalDigit($0 >> 4), hexadecimalDigit($0 & 15)] }, as: UTF8.self)
}

/// 16 digits in lower case.
package func hexadecimal(_ number: UInt64) -> String {
  String(unsafeUninitializedCapacity: 16) { digits in
    for position in 0..<16 {
      let value = UInt8(truncatingIfNeeded: number >> (60 - 4 * position)) & 15
      digits.initializeElement(at: position, to: hexadecimalDigit(value))
    }
    return 16
  }
}

/// The digit in lower case of a value below 16.
private func hexadecimalDigit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x61 - 10) }

/// The bytes of digits in either case; nil for anything else.
package func bytes(ofHexadecimal text: String) -> [UInt8]? {
  let digits = text.utf8.map { hexadecimalValue($0) }
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  for pair in stride(from: 0, to: digits.count, by: 2) {
    guard let high = digits[pair], let low = digits[pair + 1] else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}

/// The value of a digit in either case; nil for other bytes.
package func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
