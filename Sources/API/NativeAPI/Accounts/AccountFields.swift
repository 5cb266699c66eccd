import APIKit
import Accounts
import Basics
import Contracts
import JSON

enum AccountFields {
  static let email = BodyField<String>(
    "email", .text(1...254), "An e-mail address; case does not count.", isRequired: true, example: "mina@example.com")
  private static let passwordRule =
    "8 to 128 characters; no common passwords, repetitions or sequences."
  static let firstPassword = BodyField<String>("password", .text(1...128), passwordRule, isRequired: true)
  static let newPassword = BodyField<String>("new_password", .text(1...128), passwordRule, isRequired: true)
  static let password = BodyField<String>("password", .text(1...128), "The password.", isRequired: true)
  static let currentPassword = BodyField<String>(
    "current_password", .text(1...128), "The current password.", isRequired: true)
  static let shownPassword = BodyField<String>(
    "current_password", .text(1...128), "The current password; required if the account has one.")
  static let linkToken = BodyField<String>(
    "token", .text(1...128), "The token at the end of the link.", isRequired: true)
  static let language = BodyField<Language>(
    "language", .enumeration(of: Language.allCases), "The language of the mail; Korean when absent.", example: "en")
  static let mailLanguage = BodyField<Language>(
    "language", .enumeration(of: Language.allCases),
    "The language of a mail for confirming the address; none is sent when absent.", example: "en")
  static let nickname = BodyField<String>(
    "nickname", .text(1...40), "The display name, which is unique.", isRequired: true,
    example: "느긋한 고래")
  static let refreshToken = BodyField<String>(
    "refresh_token", .text(1...512), "The newest refresh token; required unless a cookie holds it.")

  static let changedNickname = BodyField<String>(
    "nickname", .text(1...40), "The display name, which is unique; unchanged when absent.", example: "느긋한 고래")
  static let bio = BodyField<String>(
    "bio", .text(0...500), "A text of the account about itself; unchanged when absent.")
  static let photo = BodyField<PhotoName?>(
    "photo", ValueKind.photo().orNull,
    "The profile image, a photo that the caller has uploaded; null removes it; unchanged when absent.")
}

enum AccountParameters {
  static let id = Parameter<AccountID>(
    "id", .identifier(), "The identifier of an account.", example: "0199c0ffee0123456789abcd")
  static let nickname = Parameter<String>(
    "nickname", .text(maxCount: 40), "How the nickname begins; case is ignored.", isRequired: true, example: "느긋")
  static let limit = Parameter<Int>(
    "limit", .integer(1...50, default: 20), "The maximum number of accounts.", example: "20")
}
