import Basics
import TextForms

/// The validation rules of groups and todos. Lengths are counted in Unicode scalars.
enum GrapeCardRules {
  static let maxContentsLength = 200
  static let maxNameLength = 21
  /// Per day; groups per account.
  static let maxTodos = 100
  static let maxGroups = 50
  /// Days in one list: six weeks, as a calendar sheet shows.
  static let maxDays = 42
  static let days = CivilDate(daysSince1970: 10_957)...CivilDate(daysSince1970: 84_005)

  /// - Throws: `DomainError` `contents-empty`, `contents-too-long`, `text-invalid`, field `contents`.
  static func check(contents: String) throws(DomainError) {
    try check(contents, maxLength: maxContentsLength, field: "contents")
  }

  /// - Throws: `DomainError` `name-empty`, `name-too-long`, `text-invalid`, field `name`.
  static func check(name: String) throws(DomainError) {
    try check(name, maxLength: maxNameLength, field: "name")
  }

  private static func check(_ text: String, maxLength: Int, field: String) throws(DomainError) {
    try TextValidator.checkLength(text, maxLength: maxLength, field: field, tooLong: "\(field)-too-long")
    guard !TextValidator.isBlank(text) else {
      throw DomainError(.invalid, "\(field)-empty", "The \(field) must say something.", field: field)
    }
    let control = text.unicodeScalars.first { $0.properties.generalCategory == .control }
    if let offender = control ?? CharacterRule.text.firstDisallowed(in: text) {
      throw DomainError(
        .invalid, "text-invalid",
        "The \(field) holds the character \(TextValidator.name(of: offender)), which it may not: remove it.",
        field: field)
    }
  }

  /// - Throws: `DomainError` `day-out-of-range`, field `day`.
  static func check(day: CivilDate) throws(DomainError) {
    guard days.contains(day) else {
      throw DomainError(
        .invalid, "day-out-of-range",
        "The day must be from \(days.lowerBound.rfc3339) to \(days.upperBound.rfc3339).", field: "day")
    }
  }

  /// - Throws: `DomainError` `days-reversed`, `days-too-many`, field `to`.
  static func checkListed(from first: CivilDate, to last: CivilDate) throws(DomainError) {
    guard first <= last else {
      throw DomainError(.invalid, "days-reversed", "The day 'to' must not lie before the day 'from'.", field: "to")
    }
    guard last.daysSince1970 - first.daysSince1970 < maxDays else {
      throw DomainError(.invalid, "days-too-many", "Ask for at most \(maxDays) days at once.", field: "to")
    }
  }
}
