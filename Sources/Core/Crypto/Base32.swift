/// Base32 without padding (RFC 4648, 6), for texts that people copy by hand.
package enum Base32 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// The text in capitals: 8 letters for each 5 bytes. It does not take the same time for all bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (value, bits) = (0, 0)
    for byte in bytes {
      value = (value << 8 | Int(byte)) & 0xFFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(letters[value >> bits & 31])
      }
    }
    if bits > 0 { text.append(letters[value << (5 - bits) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }
}
