package import Basics

/// Rules for all texts that users write.
///
/// Lengths are counted in Unicode scalars: a grapheme cluster may have any size in memory.
package enum TextValidator {
  /// Throws for a text that is too long or contains a disallowed character. Complexity: O(maxLength).
  /// - Throws: `DomainError` (invalid) with the given code, or `text-invalid`, both with the field.
  package static func check(_ text: String, maxLength: Int, field: String, tooLong code: String) throws(DomainError) {
    try checkLength(text, maxLength: maxLength, field: field, tooLong: code)
    if let offender = CharacterRule.text.firstDisallowed(in: text) {
      throw DomainError(
        .invalid, "text-invalid",
        "The \(field) contains the character \(name(of: offender)), which is not allowed: remove it.",
        field: field)
    }
  }

  /// Throws for a text that is too long. Complexity: O(maxLength).
  /// - Throws: `DomainError` (invalid) with the given code and field.
  package static func checkLength(_ text: String, maxLength: Int, field: String, tooLong code: String)
    throws(DomainError)
  {
    // A scalar has at most four bytes, so a huge text is not traversed.
    guard text.utf8.count <= 4 * maxLength, text.unicodeScalars.count <= maxLength else {
      throw DomainError(.invalid, code, "The \(field) may have at most \(maxLength) characters.", field: field)
    }
  }

  /// The code point notation of a character that cannot be shown: `U+7F`.
  package static func name(of scalar: Unicode.Scalar) -> String {
    "U+" + String(scalar.value, radix: 16, uppercase: true)
  }

  /// Whether a text is nil, empty or white space.
  package static func isBlank(_ text: String?) -> Bool {
    text?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? true
  }
}
