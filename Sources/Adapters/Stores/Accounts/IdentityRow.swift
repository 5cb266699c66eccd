import Accounts
import Basics
import SQL

enum IdentityRow {
  static func values(_ key: IdentityKey) -> [Value] { [.text(key.provider.rawValue), .text(key.subject)] }

  static func values(_ revocation: Revocation) -> [Value] { values(revocation.key) + [.instant(revocation.lease)] }

  static func account(of key: IdentityKey, on connection: any DatabaseConnection) throws -> Account? {
    try connection.first(
      """
      SELECT \(AccountRow.columns) FROM account
      WHERE id = (SELECT account_id FROM identity WHERE provider = $1 AND subject = $2)
      """, values(key)
    ) { try AccountRow.account(of: $0) }
  }

  /// The identities of an account, oldest first.
  static func all(of account: AccountID, on connection: any DatabaseConnection) throws -> [LinkedIdentity] {
    var identities: [LinkedIdentity] = []
    try connection.each(
      "SELECT provider, email, linked_at FROM identity WHERE account_id = $1 ORDER BY linked_at, provider",
      [.id(account)]
    ) { row in
      identities.append(
        LinkedIdentity(
          provider: try provider(row.text(0)), email: try row.optionalText(1).map { try EmailAddress($0) },
          linkedAt: row.instant(2)))
    }
    return identities
  }

  /// The providers of the identities of some accounts, oldest identity first.
  static func providers(
    of accounts: [AccountID], on connection: any DatabaseConnection
  ) throws -> [AccountID: [ProviderName]] {
    var providers: [AccountID: [ProviderName]] = [:]
    try connection.each(
      in: accounts.map(Value.id),
      {
        """
        SELECT account_id, provider FROM identity WHERE account_id IN (\($0))
        ORDER BY account_id, linked_at, provider
        """
      },
      { row in providers[try row.identifier(0), default: []].append(try provider(row.text(1))) })
    return providers
  }

  /// Unlinks the providers from before the account's address was confirmed, for the same reason as
  /// `PasskeyRow.forgetUnconfirmed`, but for one that has verified this address.
  static let forgetUnconfirmed = """
    DELETE FROM identity WHERE account_id = $1 AND EXISTS (
      SELECT 1 FROM account WHERE account.id = $1
        AND (email_verified_at IS NULL OR email_verified_at > linked_at)
        AND NOT (is_email_verified = 1 AND identity.email IS NOT NULL AND identity.email = account.email))
    """

  /// Adds a new identity. Removes a pending revocation: a user who returns before the provider was notified does not
  /// want the consent revoked any more.
  static func add(_ identity: StoredIdentity, to account: AccountID, on connection: any DatabaseConnection) throws {
    try connection.run([
      BoundStatement(
        """
        INSERT INTO identity (provider, subject, account_id, email, linked_at, sealed_grant, is_email_verified)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """,
        values(identity.key) + [
          .id(account), .text(orNull: identity.email?.description), .instant(identity.linkedAt),
          identity.sealedGrant.map(Value.blob) ?? .null, .integer(identity.isEmailVerified ? 1 : 0),
        ]),
      BoundStatement("DELETE FROM revocation WHERE provider = $1 AND subject = $2", values(identity.key)),
    ])
  }

  /// Stores the identity's new grant, if there is one.
  static func keepGrant(of identity: StoredIdentity, on connection: any DatabaseConnection) throws {
    guard let grant = identity.sealedGrant else { return }
    try connection.run(
      "UPDATE identity SET sealed_grant = $3 WHERE provider = $1 AND subject = $2",
      values(identity.key) + [.blob(grant)])
  }

  /// Schedules the revocation of all consents of an account. The condition keeps SQLite from parsing `ON` as part of a
  /// join.
  static let revokeAll = """
    INSERT INTO revocation (provider, subject, sealed_grant)
    SELECT provider, subject, sealed_grant FROM identity WHERE account_id = $1
    ON CONFLICT (provider, subject) DO UPDATE SET
      sealed_grant = COALESCE(excluded.sealed_grant, revocation.sealed_grant), attempts = 0, due_at = 0
    """

  /// Removes an identity of an account and schedules the revocation of its consent.
  static func revoke(_ provider: ProviderName, of account: AccountID, on connection: any DatabaseConnection) throws {
    let values = [Value.id(account), .text(provider.rawValue)]
    try connection.run([
      BoundStatement(revokeAll.replacing("account_id = $1", with: "account_id = $1 AND provider = $2"), values),
      BoundStatement("DELETE FROM identity WHERE account_id = $1 AND provider = $2", values),
    ])
  }

  static func revocation(of row: any Row, lease: Timestamp) throws -> Revocation {
    Revocation(
      key: IdentityKey(provider: try provider(row.text(0)), subject: row.text(1)),
      sealedGrant: row.isNull(2) ? nil : row.blob(2), attempts: Int(row.integer(3)), lease: lease)
  }

  private static func provider(_ text: String) throws -> ProviderName {
    guard let provider = ProviderName(rawValue: text) else { throw Unreadable(what: "provider") }
    return provider
  }
}
