package import Accounts
package import Basics
package import SQL

package struct SQLIdentityStore: IdentityStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  package func account(
    _ identity: StoredIdentity, orCreate newcomer: NewAccount
  ) async throws -> (account: Account, isNew: Bool) {
    try await database.write { connection in
      if let account = try IdentityRow.account(of: identity.key, on: connection) {
        try IdentityRow.keepGrant(of: identity, on: connection)
        return (account, false)
      }
      let account = try Self.add(newcomer, by: identity.key.provider, on: connection)
      try IdentityRow.add(identity, to: account.id, on: connection)
      return (account, true)
    }
  }

  private static func add(
    _ newcomer: NewAccount, by provider: ProviderName, on connection: any DatabaseConnection
  ) throws -> Account {
    let emails = [newcomer.email, newcomer.reservedEmail].compactMap { $0.map { Value.text($0.description) } }
    try connection.each(
      in: emails, { "SELECT 1 FROM account WHERE email IN (\($0))" },
      { _ in throw DomainError.identityEmailTaken(provider) })
    var taken: Set<String> = []
    try connection.each(
      in: newcomer.nicknames.map { .text($0.folded) },
      { "SELECT nickname_folded FROM account WHERE nickname_folded IN (\($0))" }, { taken.insert($0.text(0)) })
    guard let nickname = newcomer.nicknames.first(where: { !taken.contains($0.folded) }) else {
      throw DomainError.nicknameTaken
    }
    let account = Account(
      id: newcomer.id, email: newcomer.email, emailVerifiedAt: newcomer.email.map { _ in newcomer.createdAt },
      nickname: nickname, createdAt: newcomer.createdAt)
    guard try AccountRow.add(account, passwordHash: nil, on: connection) else { throw DomainError.nicknameTaken }
    return account
  }

  package func link(_ identity: StoredIdentity, to account: AccountID) async throws -> LinkedIdentity {
    try await database.write { connection in
      let provider = identity.key.provider
      if let owner = try IdentityRow.account(of: identity.key, on: connection) {
        guard owner.id == account else { throw DomainError.identityTaken(provider) }
        try IdentityRow.keepGrant(of: identity, on: connection)
      } else {
        guard try AccountRow.person(account, on: connection) != nil else { throw DomainError.tokenUnusable }
        let linked = try IdentityRow.all(of: account, on: connection)
        guard !linked.contains(where: { $0.provider == provider }) else {
          throw DomainError.identityProviderLinked(provider)
        }
        try IdentityRow.add(identity, to: account, on: connection)
      }
      guard let linked = try IdentityRow.all(of: account, on: connection).first(where: { $0.provider == provider })
      else { throw Unreadable(what: "identity") }
      return linked
    }
  }

  package func identities(of account: AccountID) async throws -> [LinkedIdentity] {
    try await database.read { try IdentityRow.all(of: account, on: $0) }
  }

  package func unlink(_ provider: ProviderName, from account: AccountID) async throws {
    try await database.write { connection in
      let linked = try IdentityRow.all(of: account, on: connection)
      guard linked.contains(where: { $0.provider == provider }) else { throw DomainError.identityUnknown(provider) }
      // Locks the account, so that of two logins removed at the same time one stays.
      try connection.run("UPDATE account SET created_at = created_at WHERE id = $1", [.id(account)])
      try IdentityRow.revoke(provider, of: account, on: connection)
      guard try AccountRow.hasLogin(account, on: connection) else { throw DomainError.identityLast }
    }
  }

  package func leaseRevocations(
    dueAt instant: Timestamp, until lease: Timestamp, limit: Int
  ) async throws -> [Revocation] {
    // Called every few seconds: locks and writes nothing if nothing is due.
    let isAny = try await database.read {
      try $0.integer("SELECT 1 FROM revocation WHERE due_at <= $1 LIMIT 1", [.instant(instant)]) != nil
    }
    guard isAny else { return [] }
    return try await database.write { connection in
      var leased: [Revocation] = []
      try connection.each(
        """
        UPDATE revocation SET due_at = $2, attempts = attempts + 1
        WHERE (provider, subject) IN
          (SELECT provider, subject FROM revocation WHERE due_at <= $1 ORDER BY due_at LIMIT $3)
        RETURNING provider, subject, sealed_grant, attempts
        """, [.instant(instant), .instant(lease), .integer(Int64(limit))]
      ) { leased.append(try IdentityRow.revocation(of: $0, lease: lease)) }
      return leased
    }
  }

  package func finish(_ revocation: Revocation) async throws {
    try await database.write {
      try $0.run(
        "DELETE FROM revocation WHERE provider = $1 AND subject = $2 AND due_at = $3", IdentityRow.values(revocation))
    }
  }

  package func postpone(_ revocation: Revocation, until instant: Timestamp) async throws {
    try await database.write {
      try $0.run(
        "UPDATE revocation SET due_at = $4 WHERE provider = $1 AND subject = $2 AND due_at = $3",
        IdentityRow.values(revocation) + [.instant(instant)])
    }
  }
}
