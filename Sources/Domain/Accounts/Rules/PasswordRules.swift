import Basics
import TextForms

/// The rules for new passwords, on every contract: 8 to 128 characters, not one of the 10,000 most common passwords,
/// not a repetition and not a sequence.
enum PasswordRules {
  private static let lengths = 8...128
  /// In UTF-8. More than 128 characters take up in any script; a single character may have any number of marks.
  private static let maxBytes = 2048
  /// Distinct characters; a password with fewer counts as a repetition.
  private static let minDifferent = 4

  /// Checks a password.
  /// - Throws: `DomainError` `password-weak` with the given field.
  static func check(_ password: String, field: String) throws(DomainError) {
    guard password.utf8.count <= maxBytes, lengths.contains(password.count) else {
      throw weak("A password has \(lengths.lowerBound) to \(lengths.upperBound) characters.", field)
    }
    let folded = folded(password)
    guard !CommonPasswords.all.contains(Substring(folded)) else {
      throw weak("This password is one of the commonest, which are tried first: choose another one.", field)
    }
    guard !isRepeated(folded), !isSequence(folded) else {
      throw weak("This password only repeats or counts characters: choose another one.", field)
    }
  }

  private static func weak(_ message: String, _ field: String) -> DomainError {
    DomainError(.invalid, "password-weak", message, field: field)
  }

  /// Few distinct characters, or a unit of at most four characters repeated: `aaaaaaaa`, `abababab`, `abcdabcd`.
  private static func isRepeated(_ text: String) -> Bool {
    let characters = Array(text)
    if Set(characters).count < minDifferent { return true }
    return (1...max(1, characters.count / 2)).contains { length in
      length <= 4 && characters.indices.allSatisfy { characters[$0] == characters[$0 % length] }
    }
  }

  /// Each character follows or precedes the one before it by one code point: `abcdefgh`, `98765432`.
  private static func isSequence(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map { Int64($0.value) }
    let steps = Set(zip(scalars.dropFirst(), scalars).map { $0 - $1 })
    // The digits wrap around: 0 follows 9, and 9 precedes 0.
    return steps.isSubset(of: [1, -9]) || steps.isSubset(of: [-1, 9])
  }
}
