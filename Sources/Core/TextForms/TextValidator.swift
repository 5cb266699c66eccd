package import Basics

/// What any text that people write may be.
///
/// Length is counted in Unicode scalars: a single character as people see it may be of any length in memory.
package enum TextValidator {
  /// Refuses a text that is too long or holds a character that no text may hold. Complexity: O(maxLength).
  /// - Throws: `DomainError` (invalid) of the code that is given, or `text-invalid`, both with the field.
  package static func check(_ text: String, maxLength: Int, field: String, tooLong code: String) throws(DomainError) {
    try checkLength(text, maxLength: maxLength, field: field, tooLong: code)
    if let offender = CharacterRule.text.offender(in: text) {
      throw DomainError(
        .invalid, "text-invalid",
        "The \(field) holds the character \(name(of: offender)), which no text may hold: remove it.",
        field: field)
    }
  }

  /// Refuses a text that is too long. Complexity: O(maxLength).
  /// - Throws: `DomainError` (invalid) of the code that is given, with the field.
  package static func checkLength(_ text: String, maxLength: Int, field: String, tooLong code: String)
    throws(DomainError)
  {
    // A scalar has at most four bytes, so that a huge text is not walked through.
    guard text.utf8.count <= 4 * maxLength, text.unicodeScalars.count <= maxLength else {
      throw DomainError(.invalid, code, "The \(field) may have at most \(maxLength) characters.", field: field)
    }
  }

  /// How a character that cannot be shown is named: `U+7F`.
  package static func name(of scalar: Unicode.Scalar) -> String {
    "U+" + String(scalar.value, radix: 16, uppercase: true)
  }

  /// Whether a text says nothing.
  package static func isBlank(_ text: String?) -> Bool {
    text?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? true
  }
}
