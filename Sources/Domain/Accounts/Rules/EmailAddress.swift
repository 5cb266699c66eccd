package import Basics
import TextForms

/// An e-mail address in its canonical form: trimmed and in lower case.
package struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// The maximum length of an address to which mail can be sent (RFC 5321, 4.5.3.1.3).
  private static let maxLength = 254

  /// Parses an address: ASCII letters, digits and `._%+-`, one `@`, then letters, digits, dots and hyphens with a dot
  /// before the last two or more letters; at most 254 characters. Dots may be anywhere else, because every address that
  /// the clients' patterns accept must be accepted.
  /// - Throws: `DomainError` `email-invalid`, field `email`.
  package init(_ text: String) throws(DomainError) {
    let address = trimmed(text).utf8
    let parts = address.split(separator: UInt8(ascii: "@"), maxSplits: 2, omittingEmptySubsequences: false)
    guard address.count <= Self.maxLength, parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1]) else {
      throw DomainError(
        .invalid, "email-invalid", "This is no e-mail address: write one like name@example.com.", field: "email")
    }
    // All bytes are ASCII here.
    description = String(decoding: address, as: UTF8.self).lowercased()
  }

  private static func isLocalPart(_ bytes: Substring.UTF8View) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { isLetter($0) || isDigit($0) || "._%+-".utf8.contains($0) }
  }

  private static func isDomain(_ bytes: Substring.UTF8View) -> Bool {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex else { return false }
    let ending = bytes[bytes.index(after: dot)...]
    return ending.count >= 2 && ending.allSatisfy(isLetter)
      && bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
