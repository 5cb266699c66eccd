import APIKit
import Basics
import Contracts

/// The fields of the bodies that speak of accounts and sessions.
enum AccountFields {
  static let email = BodyField<String>(
    "email", .text(1...254), "An e-mail address; case does not count.", isRequired: true, example: "mina@example.com")
  private static let passwordRule =
    "8 to 128 characters, none of the commonest passwords, and nothing repeated or counted."
  static let firstPassword = BodyField<String>("password", .text(1...128), passwordRule, isRequired: true)
  static let newPassword = BodyField<String>("new_password", .text(1...128), passwordRule, isRequired: true)
  static let password = BodyField<String>("password", .text(1...128), "The password.", isRequired: true)
  static let currentPassword = BodyField<String>(
    "current_password", .text(1...128), "The password until now.", isRequired: true)
  static let shownPassword = BodyField<String>(
    "current_password", .text(1...128), "The password; needed where the account has one.")
  static let resetToken = BodyField<String>(
    "token", .text(1...128), "What the operator's link ends with.", isRequired: true)
  static let nickname = BodyField<String>(
    "nickname", .text(1...40), "By which others know the person; nobody else may have it.", isRequired: true,
    example: "느긋한 고래")
  static let refreshToken = BodyField<String>(
    "refresh_token", .text(1...512), "The newest refresh token; needed where no cookie holds it.")

  static let changedNickname = BodyField<String>(
    "nickname", .text(1...40), "By which others know the person; without it, as it was.", example: "느긋한 고래")
  static let bio = BodyField<String>(
    "bio", .text(0...500), "What the person says of themselves; without it, as it was.")
  static let photo = BodyField<PhotoName?>(
    "photo", FieldKind.photo().orNull,
    "The profile's image, which the person has uploaded; null takes it away; without it, as it was.")
}

/// The parameters of the account endpoints.
enum AccountParameters {
  static let id = Parameter<AccountID>(
    "id", .identifier(), "The identifier of an account.", example: "0199c0ffee0123456789abcd")
}
