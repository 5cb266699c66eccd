import Basics
import TextForms

/// What any text that people write may be.
///
/// Length is counted in Unicode scalars: a single character as people see it may be of any length in memory.
enum TextRules {
  /// Refuses a text that is too long or holds a character that no text may hold.
  static func check(_ text: String, most: Int, field: String, tooLong code: String) throws(Refusal) {
    // A scalar has at most four bytes, so that a huge text is not walked through.
    guard text.utf8.count <= 4 * most, text.unicodeScalars.count <= most else {
      throw .invalid(code, field, "The \(field) may have at most \(most) characters.")
    }
    if let offender = CharacterRule.text.offender(in: text) {
      let name = "U+" + String(offender.value, radix: 16, uppercase: true)
      throw .invalid(
        "text-invalid", field, "The \(field) holds the character \(name), which no text may hold: remove it.")
    }
  }

  /// Whether a text says nothing.
  static func isBlank(_ text: String?) -> Bool {
    text?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? true
  }
}
