/// Percent-encodes all bytes but letters and digits of ASCII, `-`, `.`, `_`, `~` and those of `plain`, which are characters
/// of ASCII. Complexity: O(length).
package func percentEncoded(_ text: String, plain: String = "") -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var encoded: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
    case _ where plain.utf8.contains(byte): encoded.append(byte)
    default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}
