import APIKit
import Accounts
import Basics
import NativeAPI

extension SLPRequest {
  /// Clients take nicknames of 1 to 30 characters.
  private static let maxLength = 30

  /// Uses a nickname, or where somebody has it, the same with a number behind it.
  ///
  /// Here everybody has a nickname of their own; in this contract that is not so, and clients have no words for it. To
  /// `E12` Mojitalk would say that the person has signed up already, to `E11` that they should try again later: of
  /// neither does one learn that another nickname would do. The number is seen at once, and can be changed.
  /// - Throws: `DomainError` `nickname-invalid`, and what `use` throws.
  func nickname<Result>(_ text: String, _ use: (Nickname) async throws -> Result) async throws -> Result {
    let preferred = try Nickname(text)
    guard preferred.description.count <= Self.maxLength else {
      throw DomainError(
        .invalid, "nickname-invalid", "A nickname has 1 to \(Self.maxLength) characters.", field: "nickname")
    }
    return try await services.accounts.withFreeNickname(wishing: preferred, use)
  }
}
