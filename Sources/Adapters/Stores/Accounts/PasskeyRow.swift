import Accounts
import Basics
import Crypto
import SQL

enum PasskeyRow {
  private static let select = """
    SELECT passkey.id, passkey.account_id, credential, public_key, algorithm, sign_count, is_backup_eligible,
      is_backed_up, name, created_at, used_at, factor_passkey.passkey_id IS NOT NULL
    FROM passkey LEFT JOIN factor_passkey ON factor_passkey.passkey_id = passkey.id
    """

  static func text(_ credential: [UInt8]) -> Value { .text(Base64URL.encode(credential)) }

  static func first(
    _ condition: String, _ values: [Value], on connection: any DatabaseConnection
  ) throws -> Passkey? {
    try connection.first("\(select) WHERE \(condition)", values) { try passkey(of: $0) }
  }

  /// The passkeys of an account, oldest first.
  static func all(of account: AccountID, on connection: any DatabaseConnection) throws -> [Passkey] {
    var found: [Passkey] = []
    try connection.each(
      "\(select) WHERE passkey.account_id = $1 ORDER BY created_at, passkey.id", [.id(account)]
    ) { found.append(try passkey(of: $0)) }
    return found
  }

  private static func passkey(of row: any Row) throws -> Passkey {
    guard let credential = Base64URL.decode(row.text(2)), let signCount = UInt32(exactly: row.integer(5)) else {
      throw Unreadable(what: "passkey")
    }
    return Passkey(
      id: try row.identifier(0), account: try row.identifier(1), credential: credential, key: row.blob(3),
      algorithm: Int(row.integer(4)), signCount: signCount, isBackupEligible: row.integer(6) != 0,
      isBackedUp: row.integer(7) != 0, name: row.text(8), createdAt: row.instant(9), usedAt: row.instantIfAny(10),
      isSecondFactor: row.integer(11) != 0)
  }

  /// Adds a passkey.
  /// - Throws: `DomainError` `passkey-taken`.
  static func add(_ passkey: Passkey, on connection: any DatabaseConnection) throws {
    let added = try connection.run(
      """
      INSERT INTO passkey
        (id, account_id, credential, public_key, algorithm, sign_count, is_backup_eligible, is_backed_up, name,
        created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
      """,
      [
        .id(passkey.id), .id(passkey.account), text(passkey.credential), .blob(passkey.key),
        .integer(Int64(passkey.algorithm)), .integer(Int64(passkey.signCount)),
        .integer(passkey.isBackupEligible ? 1 : 0), .integer(passkey.isBackedUp ? 1 : 0), .text(passkey.name),
        .instant(passkey.createdAt),
      ])
    guard added > 0 else { throw DomainError.passkeyTaken }
  }

  /// Uses a challenge up.
  /// - Throws: `DomainError` `challenge-unusable` if it was used before.
  static func use(_ challenge: UsedChallenge, on connection: any DatabaseConnection) throws {
    let added = try connection.run(
      "INSERT INTO used_challenge (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
      [.text(challenge.hash), .instant(challenge.expiresAt)])
    guard added > 0 else { throw DomainError.challengeUnusable }
  }

  /// Removes the passkeys from before the account's address was confirmed: somebody else may have signed up with it, and
  /// its owner now takes the account over.
  static let forgetUnconfirmed = """
    DELETE FROM passkey WHERE account_id = $1 AND EXISTS (
      SELECT 1 FROM account WHERE account.id = $1
        AND (email_verified_at IS NULL OR email_verified_at > passkey.created_at))
    """
}
