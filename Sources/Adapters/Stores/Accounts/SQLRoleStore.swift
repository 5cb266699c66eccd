package import Accounts
package import Basics
package import SQL

package struct SQLRoleStore: RoleStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  package func holder(_ account: AccountID) async throws -> RoleHolder? {
    try await database.read { connection in
      try connection.first(
        """
        SELECT account.id, nickname, role,
          EXISTS (SELECT 1 FROM second_factor WHERE second_factor.account_id = account.id AND confirmed_at IS NOT NULL)
        FROM account JOIN account_role ON account_role.account_id = account.id
        WHERE account.id = $1 AND suspended_at IS NULL
        """, [.id(account)]
      ) {
        RoleHolder(
          account: try $0.identifier(0), nickname: $0.text(1), role: try $0.rawValue(2),
          hasSecondFactor: $0.integer(3) != 0)
      }
    }
  }

  // MARK: Second factors

  package func beginSecondFactor(
    of account: AccountID, sealed: [UInt8], at instant: Timestamp
  ) async throws -> Bool {
    try await database.write { connection in
      let role = try connection.integer("SELECT 1 FROM account_role WHERE account_id = $1", [.id(account)])
      guard role != nil else { return false }
      return try connection.run(
        """
        INSERT INTO second_factor (account_id, sealed_secret, begun_at) VALUES ($1, $2, $3)
        ON CONFLICT (account_id) DO UPDATE SET
          sealed_secret = excluded.sealed_secret, begun_at = excluded.begun_at
        WHERE second_factor.confirmed_at IS NULL
        """, [.id(account), .blob(sealed), .instant(instant)]) > 0
    }
  }

  package func secondFactor(of account: AccountID) async throws -> StoredSecondFactor? {
    try await database.read { connection in
      try connection.first(
        "SELECT sealed_secret, confirmed_at, last_step FROM second_factor WHERE account_id = $1", [.id(account)]
      ) { StoredSecondFactor(sealed: $0.blob(0), confirmedAt: $0.instantIfAny(1), lastStep: $0.integer(2)) }
    }
  }

  package func confirmSecondFactor(
    of account: AccountID, sealed: [UInt8], step: Int64, recoveryHashes: [String], at instant: Timestamp
  ) async throws -> Bool {
    try await database.write { connection in
      let confirmed = try connection.run(
        """
        UPDATE second_factor SET confirmed_at = $2, last_step = $3
        WHERE account_id = $1 AND confirmed_at IS NULL AND sealed_secret = $4 AND last_step < $3
        """, [.id(account), .instant(instant), .integer(step), .blob(sealed)])
      guard confirmed > 0 else { return false }
      try connection.run(
        recoveryHashes.map {
          BoundStatement(
            "INSERT INTO recovery_code (account_id, hash) VALUES ($1, $2)", [.id(account), .text($0)])
        })
      return true
    }
  }

  package func useStep(_ step: Int64, of account: AccountID) async throws -> Bool {
    try await database.write {
      try $0.run(
        "UPDATE second_factor SET last_step = $2 WHERE account_id = $1 AND last_step < $2",
        [.id(account), .integer(step)]) > 0
    }
  }

  package func useRecoveryCode(hashed hash: String, of account: AccountID) async throws -> Bool {
    try await database.write {
      try $0.run("DELETE FROM recovery_code WHERE account_id = $1 AND hash = $2", [.id(account), .text(hash)]) > 0
    }
  }

  // MARK: Sessions

  package func open(tokenHash: String, for caller: Caller, at instant: Timestamp) async throws -> RoleSession? {
    try await database.write { connection in
      try connection.run(
        """
        INSERT INTO role_session (token_hash, account_id, session_id, opened_at, used_at, code_at)
        SELECT $1, account.id, session.id, CAST($4 AS BIGINT), CAST($4 AS BIGINT), CAST($4 AS BIGINT)
        FROM account JOIN account_role ON account_role.account_id = account.id
          JOIN session ON session.account_id = account.id
        WHERE account.id = $2 AND session.id = $3 AND suspended_at IS NULL
        """, [.text(tokenHash), .id(caller.account), .id(caller.session), .instant(instant)])
      return try RoleSessionRow.session(tokenHash, on: connection)
    }
  }

  package func session(tokenHash: String, _ limits: RoleSessionLimits) async throws -> RoleSession? {
    try await database.read { connection in
      try RoleSessionRow.session(tokenHash, on: connection).flatMap { limits.isOpen($0) ? $0 : nil }
    }
  }

  package func touch(tokenHash: String, at instant: Timestamp) async throws {
    try await database.write {
      try $0.run(
        "UPDATE role_session SET used_at = $2 WHERE token_hash = $1 AND used_at < $2",
        [.text(tokenHash), .instant(instant)])
    }
  }

  package func replaceToken(
    hash: String, by new: String, _ limits: RoleSessionLimits, at instant: Timestamp
  ) async throws -> RoleSession? {
    try await database.write { connection in
      guard let session = try RoleSessionRow.session(hash, on: connection), limits.isOpen(session) else { return nil }
      try connection.run(
        "UPDATE role_session SET token_hash = $2, used_at = $3 WHERE token_hash = $1",
        [.text(hash), .text(new), .instant(instant)])
      return try RoleSessionRow.session(new, on: connection)
    }
  }

  package func confirm(tokenHash: String, at instant: Timestamp) async throws -> RoleSession? {
    try await database.write { connection in
      try connection.run(
        "UPDATE role_session SET code_at = $2 WHERE token_hash = $1", [.text(tokenHash), .instant(instant)])
      return try RoleSessionRow.session(tokenHash, on: connection)
    }
  }

  package func end(tokenHash: String) async throws {
    try await database.write { _ = try $0.run("DELETE FROM role_session WHERE token_hash = $1", [.text(tokenHash)]) }
  }

  /// Complexity: O(sessions), which are few.
  package func removeEnded(_ limits: RoleSessionLimits) async throws -> Int {
    try await database.write {
      try $0.run(
        "DELETE FROM role_session WHERE opened_at <= $1 OR used_at <= $2",
        [.instant(limits.openedAfter), .instant(limits.usedAfter)])
    }
  }
}

extension RoleSessionLimits {
  fileprivate func isOpen(_ session: RoleSession) -> Bool {
    session.openedAt > openedAfter && session.usedAt > usedAfter
  }
}

private enum RoleSessionRow {
  /// A session, open or not, with the present role of its account.
  static func session(_ tokenHash: String, on connection: any DatabaseConnection) throws -> RoleSession? {
    try connection.first(
      """
      SELECT token_hash, role_session.account_id, role, opened_at, used_at, code_at
      FROM role_session JOIN account_role ON account_role.account_id = role_session.account_id
        JOIN account ON account.id = role_session.account_id
      WHERE token_hash = $1 AND suspended_at IS NULL
      """, [.text(tokenHash)]
    ) {
      RoleSession(
        tokenHash: $0.text(0), account: try $0.identifier(1), role: try $0.rawValue(2), openedAt: $0.instant(3),
        usedAt: $0.instant(4), codeAt: $0.instant(5))
    }
  }
}
