package import Basics
import TextForms

/// A display name: 1 to 40 characters in at most 160 bytes of UTF-8. Its folded form is unique over all accounts.
package struct Nickname: Hashable, Sendable, CustomStringConvertible {
  /// As typed, in Unicode's composed form (NFC), trimmed.
  package let description: String
  /// The form for comparison: case, width, composition and kinds of blanks are folded.
  package let folded: String

  /// Extended grapheme clusters.
  private static let maxLength = 40
  /// Bytes of UTF-8: a single character may have any number of marks.
  private static let maxBytes = 160

  /// Parses a nickname. Control, direction, zero-width and unassigned characters are rejected, as are blank names.
  /// - Throws: `DomainError` `nickname-invalid`, field `nickname`.
  package init(_ text: String) throws(DomainError) {
    // Much longer texts are not composed: composing keeps at least a third of the bytes.
    let name = text.utf8.count > 8 * Self.maxBytes ? text : trimmed(composed(text))
    guard name.utf8.count <= Self.maxBytes, (1...Self.maxLength).contains(name.count) else {
      throw Self.invalid("A nickname has 1 to 40 characters: choose a shorter or longer one.")
    }
    guard CharacterRule.name.firstDisallowed(in: name) == nil else {
      throw Self.invalid("The nickname holds a character that is invisible or not allowed: leave it out.")
    }
    description = name
    folded = TextForms.folded(name)
    if folded.isEmpty { throw Self.invalid("A nickname needs a character that can be seen: choose another one.") }
  }

  private static func invalid(_ message: String) -> DomainError {
    DomainError(.invalid, "nickname-invalid", message, field: "nickname")
  }
}
