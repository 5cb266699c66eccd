package import Basics
import FoundationEssentials

/// An unstructured text of a header, such as a subject. It has no line break and no other control character, so that it
/// cannot add a header.
package struct HeaderText: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private static let maxLength = 200

  /// - Throws: `DomainError` `mail-header-invalid` for an empty or long text, and for one with a control character.
  package init(_ text: String) throws(DomainError) {
    let isAllowed = text.unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    guard isAllowed, !text.isEmpty, text.unicodeScalars.count <= Self.maxLength else {
      throw DomainError(
        .invalid, "mail-header-invalid",
        "A name or subject of a mail has 1 to \(Self.maxLength) characters and no line break: change it.")
    }
    description = text
  }

  /// The text as it stands in a header: encoded words of RFC 2047, unless it has nothing but letters, digits, blanks and
  /// hyphens of ASCII.
  var encoded: String {
    let isPlain = description.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x20 || byte == 0x2D
    }
    if isPlain, description.utf8.count <= Self.maxPlain { return description }
    var words: [[UInt8]] = [[]]
    // A character must not be divided.
    for bytes in description.unicodeScalars.map({ Array(String($0).utf8) }) {
      if words[words.count - 1].count + bytes.count > Self.maxWord { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }

  /// A line with a header's name and an encoded word has at most 76 characters (RFC 2047, 2).
  private static let maxWord = 39
  private static let maxPlain = 60
}
