package import Accounts
package import Basics
package import SQL

package struct SQLPasskeyStore: PasskeyStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  package func passkey(_ credential: [UInt8]) async throws -> Passkey? {
    try await database.read { try PasskeyRow.first("credential = $1", [PasskeyRow.text(credential)], on: $0) }
  }

  package func passkeys(of account: AccountID) async throws -> [Passkey] {
    try await database.read { try PasskeyRow.all(of: account, on: $0) }
  }

  package func add(_ passkey: Passkey, in session: SessionID, using challenge: UsedChallenge) async throws {
    try await database.write { connection in
      try PasskeyRow.use(challenge, on: connection)
      // Locks the account, so that no two additions count the same passkeys.
      let isThere = try connection.run(
        "UPDATE account SET created_at = created_at WHERE id = $1", [.id(passkey.account)])
      let isOpen = try connection.integer(
        "SELECT 1 FROM session WHERE id = $1 AND account_id = $2", [.id(session), .id(passkey.account)])
      guard isThere > 0, isOpen != nil else { throw DomainError.tokenUnusable }
      let count = try connection.integer(
        "SELECT COUNT(*) FROM passkey WHERE account_id = $1", [.id(passkey.account)])
      guard count ?? 0 < Passkey.maxCount else { throw DomainError.tooManyPasskeys }
      try PasskeyRow.add(passkey, on: connection)
    }
  }

  package func add(
    _ account: Account, with passkey: Passkey, mail: QueuedMail?, using challenge: UsedChallenge
  ) async throws {
    try await database.write { connection in
      try PasskeyRow.use(challenge, on: connection)
      guard try AccountRow.add(account, passwordHash: nil, on: connection) else {
        let isFree = try account.email.map { try SQLAccountStore.isFree($0, on: connection) } ?? true
        throw isFree ? DomainError.nicknameTaken : DomainError.emailTaken
      }
      try PasskeyRow.add(passkey, on: connection)
      if let mail { try connection.run(MailRow.addFirst(mail, of: account.id)) }
    }
  }

  package func use(
    _ passkey: PasskeyID, signCount: UInt32, isBackedUp: Bool, at instant: Timestamp, using challenge: UsedChallenge
  ) async throws -> Bool {
    try await database.write { connection in
      let used = try connection.run(
        """
        UPDATE passkey SET sign_count = $2, is_backed_up = $3, used_at = $4
        WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))
        """,
        [.id(passkey), .integer(Int64(signCount)), .integer(isBackedUp ? 1 : 0), .instant(instant)])
      guard used > 0 else {
        guard try PasskeyRow.first("passkey.id = $1", [.id(passkey)], on: connection) != nil else {
          throw DomainError.passkeyRejected
        }
        return false
      }
      try PasskeyRow.use(challenge, on: connection)
      return true
    }
  }

  package func rename(_ passkey: PasskeyID, of account: AccountID, to name: String) async throws -> Passkey? {
    try await database.write { connection in
      try connection.run(
        "UPDATE passkey SET name = $3 WHERE id = $1 AND account_id = $2", [.id(passkey), .id(account), .text(name)])
      return try PasskeyRow.first(
        "passkey.id = $1 AND passkey.account_id = $2", [.id(passkey), .id(account)], on: connection)
    }
  }

  package func remove(_ passkey: PasskeyID, of account: AccountID) async throws {
    try await database.write { connection in
      // Locks the account, so that of two logins removed at the same time one stays.
      try connection.run("UPDATE account SET created_at = created_at WHERE id = $1", [.id(account)])
      let removed = try connection.run(
        "DELETE FROM passkey WHERE id = $1 AND account_id = $2", [.id(passkey), .id(account)])
      guard removed > 0 else { throw DomainError.passkeyUnknown }
      guard try AccountRow.hasLogin(account, on: connection) else { throw DomainError.passkeyLast }
    }
  }

  package func setSecondFactor(
    _ isSecondFactor: Bool, _ passkey: PasskeyID, of account: AccountID
  ) async throws -> Bool {
    try await database.write { connection in
      guard isSecondFactor else {
        return try connection.run(
          "DELETE FROM factor_passkey WHERE passkey_id = $1 AND account_id = $2", [.id(passkey), .id(account)]) > 0
      }
      try connection.run(
        """
        INSERT INTO factor_passkey (passkey_id, account_id)
        SELECT passkey.id, passkey.account_id FROM passkey
        JOIN second_factor ON second_factor.account_id = passkey.account_id
        WHERE passkey.id = $1 AND passkey.account_id = $2 AND confirmed_at IS NOT NULL
        ON CONFLICT (passkey_id) DO NOTHING
        """, [.id(passkey), .id(account)])
      return try connection.integer(
        "SELECT 1 FROM factor_passkey WHERE passkey_id = $1 AND account_id = $2",
        [.id(passkey), .id(account)]) != nil
    }
  }

  package func removeChallenges(before instant: Timestamp) async throws {
    try await database.write {
      _ = try $0.run("DELETE FROM used_challenge WHERE expires_at <= $1", [.instant(instant)])
    }
  }
}
