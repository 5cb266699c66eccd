import APIKit
import Accounts
import Basics
import Contracts

struct AccountRoleValue: OpenEnum {
  let rawValue: String

  static let all = AccountRole.allCases.map { AccountRoleValue(rawValue: $0.rawValue) }
}

/// The role of the caller's account.
struct OperatorDocument: NativeDocument {
  let role: AccountRoleValue
  /// Whether an authenticator app has been added.
  let hasSecondFactor: Bool
  let nickname: String

  enum CodingKeys: String, CodingKey {
    case role
    case hasSecondFactor = "has_second_factor"
    case nickname
  }

  init(_ holder: RoleHolder) {
    role = AccountRoleValue(rawValue: holder.role.rawValue)
    hasSecondFactor = holder.hasSecondFactor
    nickname = holder.nickname
  }
}

/// What an authenticator app needs. It is shown once.
struct SecondFactorDocument: NativeDocument {
  /// In Base32, for typing.
  let secret: String
  /// The content of the QR code.
  let uri: String
}

struct RecoveryCodesDocument: NativeDocument {
  /// Each replaces the authenticator app once. They are shown once.
  let recoveryCodes: [String]

  enum CodingKeys: String, CodingKey { case recoveryCodes = "recovery_codes" }
}

struct OperatorSessionDocument: NativeDocument {
  /// For `Authorization: Bearer`.
  let token: String
  let role: AccountRoleValue
  /// When the session ends at the latest.
  let expiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case token, role
    case expiresAt = "expires_at"
  }

  init(_ session: RoleSession, token: String) {
    self.token = token
    role = AccountRoleValue(rawValue: session.role.rawValue)
    expiresAt = session.expiresAt
  }
}
