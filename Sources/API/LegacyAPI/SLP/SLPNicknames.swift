import APIKit
import Accounts
import Basics
import NativeAPI

extension SLPRequest {
  /// Clients accept nicknames of 1 to 30 characters.
  private static let maxLength = 30

  /// Uses a nickname, with a number appended when it is taken.
  ///
  /// Nicknames are unique here but not in this contract, and clients have no message for a taken one. After `E12`
  /// Mojitalk says that the account exists already, after `E11` to try again later: neither tells the user to choose
  /// another nickname. The number is visible at once and can be changed.
  /// - Throws: `DomainError` `nickname-invalid`, and what `use` throws.
  func nickname<Result>(_ text: String, _ use: (Nickname) async throws -> Result) async throws -> Result {
    let preferred = try Nickname(text)
    guard preferred.description.count <= Self.maxLength else {
      throw DomainError(
        .invalid, "nickname-invalid", "A nickname has 1 to \(Self.maxLength) characters.", field: "nickname")
    }
    return try await services.accounts.withFreeNickname(preferring: preferred, use)
  }
}
