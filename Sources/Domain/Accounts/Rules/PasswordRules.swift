import Basics
import TextForms

/// What a new password must be, on every contract: 8 to 128 characters, none of the 10,000 commonest, nor one that is
/// made by repeating or counting.
enum PasswordRules {
  private static let lengths = 8...128
  /// More bytes than 128 characters have in any script; a single character may have any number of marks.
  private static let maxBytes = 2048
  /// A password of fewer different characters is a repetition.
  private static let minDifferent = 4

  /// Says what is wrong with a password.
  /// - Throws: `DomainError` `password-weak`, with the field that is named.
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

  /// `aaaaaaaa`, `abababab`, `abcdabcd`: few different characters, or a short piece again and again.
  private static func isRepeated(_ text: String) -> Bool {
    let characters = Array(text)
    if Set(characters).count < minDifferent { return true }
    return (1...max(1, characters.count / 2)).contains { length in
      length <= 4 && characters.indices.allSatisfy { characters[$0] == characters[$0 % length] }
    }
  }

  /// `abcdefgh`, `98765432`: each character is the next of its alphabet, or each the one before.
  private static func isSequence(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map { Int64($0.value) }
    let steps = Set(zip(scalars.dropFirst(), scalars).map { $0 - $1 })
    // What wraps at the end of the digits counts on.
    return steps.isSubset(of: [1, -9]) || steps.isSubset(of: [-1, 9])
  }
}
