import Basics
import TextForms

/// What a new password must be.
public struct PasswordRules: Sendable {
  private let lengths: ClosedRange<Int>
  private let refusesCommonOnes: Bool

  /// 8 to 128 characters and none of the 10,000 commonest.
  public static let native = PasswordRules(lengths: 8...128, refusesCommonOnes: true)
  /// 8 to 128 characters, common ones too: for old clients that have rules of their own for what a password is made of,
  /// and no words for a refusal of one that keeps them.
  public static let lengthAlone = PasswordRules(lengths: 8...128, refusesCommonOnes: false)
  /// Whatever the old clients' own patterns let through: 1 to 128 characters.
  public static let legacy = PasswordRules(lengths: 1...128, refusesCommonOnes: false)

  /// More bytes than 128 characters have in any script; a single character may have any number of marks.
  private static let largest = 2048

  /// Says what is wrong with a password.
  /// - Throws: `Refusal` `password-weak`, with the field that is named.
  func check(_ password: String, field: String) throws(Refusal) {
    guard password.utf8.count <= Self.largest, lengths.contains(password.count) else {
      throw Refusal(
        .invalid, "password-weak", "A password has \(lengths.lowerBound) to \(lengths.upperBound) characters.",
        field: field)
    }
    guard !refusesCommonOnes || !CommonPasswords.all.contains(Substring(folded(password))) else {
      throw Refusal(
        .invalid, "password-weak", "This password is one of the commonest, which are tried first: choose another one.",
        field: field)
    }
  }
}
