/// Limits how many combining marks a text from outside has in a row.
///
/// Texts are equal when they are canonically equivalent, so each `==` and each look-up in a set or dictionary sorts the
/// marks of every run, in quadratic time: 64 KB of marks take a quarter of a second. Therefore whatever reads texts from
/// outside checks them before they are compared.
package enum CombiningMarks {
  /// No language needs more (30 is the limit of the Stream-Safe Text Format, Unicode Standard Annex #15).
  package static let maxCount = 100

  /// Whether more than `maxCount` marks follow each other. Complexity: O(length), O(1) for short texts.
  package static func areTooMany(in text: String) -> Bool {
    // Each mark has at least two bytes.
    guard text.utf8.count > 2 * maxCount else { return false }
    var count = 0
    for scalar in text.unicodeScalars {
      count = isMark(scalar) ? count + 1 : 0
      if count > maxCount { return true }
    }
    return false
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // The first mark is U+0300.
    guard scalar.value >= 0x300 else { return false }
    switch scalar.value {
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
    // They decompose to marks only, without being marks.
    case 0xF73, 0xF75, 0xF81: return true
    default: return scalar.properties.canonicalCombiningClass != .notReordered
    }
  }
}

extension DomainError {
  /// A text from outside has too many combining marks in a row.
  package static func tooManyMarks(field: String?) -> DomainError {
    DomainError(
      .invalid, "text-invalid",
      "A text has more than \(CombiningMarks.maxCount) combining marks in a row: remove some.", field: field)
  }
}
