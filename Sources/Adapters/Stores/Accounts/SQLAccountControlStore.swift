package import Accounts
package import Basics
package import SQL

package struct SQLAccountControlStore: AccountAdministrationStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  package func accounts(onlySuspended: Bool, limit: Int) async throws -> [ManagedAccount] {
    try await database.read { connection in
      try Self.accounts(
        "\(onlySuspended ? "WHERE suspended_at IS NOT NULL" : "") ORDER BY account.id DESC LIMIT $1",
        [.integer(Int64(limit))], on: connection)
    }
  }

  package func account(_ id: AccountID) async throws -> ManagedAccount? {
    try await database.read { try Self.accounts("WHERE account.id = $1", [.id(id)], on: $0).first }
  }

  /// The account with an email address; nil when absent. An account's own address precedes one from a provider.
  package func account(of email: EmailAddress) async throws -> ManagedAccount? {
    try await database.read { connection in
      let value = [Value.text(email.description)]
      return try Self.accounts("WHERE account.email = $1", value, on: connection).first
        ?? Self.accounts(
          "WHERE account.id = (SELECT account_id FROM identity WHERE identity.email = $1 ORDER BY account_id LIMIT 1)",
          value, on: connection
        ).first
    }
  }

  package func account(named nickname: Nickname) async throws -> ManagedAccount? {
    try await database.read {
      try Self.accounts("WHERE nickname_folded = $1", [.text(nickname.folded)], on: $0).first
    }
  }

  package func addResetLink(_ hash: String, for account: AccountID, until end: Timestamp) async throws {
    try await database.write { try ResetLinkRow.add(hash, for: account, until: end, on: $0) }
  }

  package func setSuspended(_ account: AccountID, at instant: Timestamp?) async throws {
    try await database.write { connection in
      try connection.run(
        "UPDATE account SET suspended_at = $2 WHERE id = $1", [.id(account), .instant(orNull: instant)])
      if instant != nil { try SessionRow.endAll(of: account, but: nil, on: connection) }
    }
  }

  package func setRole(_ role: AccountRole?, of account: AccountID, at instant: Timestamp) async throws {
    try await database.write { connection in
      if let role {
        try connection.run(
          """
          INSERT INTO account_role (account_id, role, granted_at) VALUES ($1, $2, $3)
          ON CONFLICT (account_id) DO UPDATE SET role = excluded.role, granted_at = excluded.granted_at
          """, [.id(account), .text(role.rawValue), .instant(instant)])
      } else {
        try connection.run("DELETE FROM account_role WHERE account_id = $1", [.id(account)])
      }
    }
  }

  package func removeSecondFactor(of account: AccountID) async throws {
    try await database.write { connection in
      try connection.run("DELETE FROM second_factor WHERE account_id = $1", [.id(account)])
      try connection.run("DELETE FROM role_session WHERE account_id = $1", [.id(account)])
    }
  }

  private static func accounts(
    _ condition: String, _ values: [Value], on connection: any DatabaseConnection
  ) throws -> [ManagedAccount] {
    var found: [ManagedAccount] = []
    try connection.each(
      """
      SELECT \(AccountRow.columns), password_hash IS NOT NULL, post_count, suspended_at,
        (SELECT COUNT(*) FROM session WHERE session.account_id = account.id),
        (SELECT role FROM account_role WHERE account_role.account_id = account.id),
        EXISTS (SELECT 1 FROM second_factor WHERE second_factor.account_id = account.id AND confirmed_at IS NOT NULL),
        (SELECT COUNT(*) FROM passkey WHERE passkey.account_id = account.id)
      FROM account \(condition)
      """, values
    ) { row in
      let width = AccountRow.width
      var managed = ManagedAccount(
        account: try AccountRow.account(of: row), hasPassword: row.integer(width) != 0, identities: [],
        sessionCount: Int(row.integer(width + 3)), postCount: Int(row.integer(width + 1)),
        suspendedAt: row.instantIfAny(width + 2))
      if !row.isNull(width + 4) { managed.role = try row.rawValue(width + 4) }
      managed.hasSecondFactor = row.integer(width + 5) != 0
      managed.passkeyCount = Int(row.integer(width + 6))
      found.append(managed)
    }
    let providers = try IdentityRow.providers(of: found.map(\.account.id), on: connection)
    for index in found.indices { found[index].identities = providers[found[index].account.id] ?? [] }
    return found
  }
}
