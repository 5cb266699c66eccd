import CSodium

/// Base64url without padding (RFC 4648, 5), safe in URLs and headers.
package enum Base64URL {
  private static let alphabet = Base64Alphabet(variant: Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))

  package static func encode(_ bytes: [UInt8]) -> String { alphabet.encode(bytes) }

  /// Decodes a text; nil unless it is exactly what `encode` returns for some bytes.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? { alphabet.decode(text) }
}

/// Base64 with padding (RFC 4648, 4).
package enum Base64 {
  private static let alphabet = Base64Alphabet(variant: Int32(sodium_base64_VARIANT_ORIGINAL))

  package static func encode(_ bytes: [UInt8]) -> String { alphabet.encode(bytes) }

  /// Decodes a text; nil unless it is exactly what `encode` returns for some bytes.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? { alphabet.decode(text) }
}

/// A Base64 variant of libsodium.
private struct Base64Alphabet: Sendable {
  let variant: Int32

  func encode(_ bytes: [UInt8]) -> String {
    Sodium.start()
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    // The last byte is the NUL terminator.
    return String(decoding: text.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func decode(_ text: some StringProtocol) -> [UInt8]? {
    Sodium.start()
    // The library takes any other byte for the digit 63: it looks up signed characters.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let digits = text.utf8.map(CChar.init(bitPattern:))
    var bytes = [UInt8](repeating: 0, count: digits.count)
    var count = 0
    guard sodium_base642bin(&bytes, bytes.count, digits, digits.count, nil, &count, nil, variant) == 0 else {
      return nil
    }
    return [UInt8](bytes.prefix(count))
  }
}
