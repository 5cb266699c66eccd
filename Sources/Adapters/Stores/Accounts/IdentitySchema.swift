import SQL

/// The accounts' identities at providers, and pending revocations of consents.
enum IdentitySchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(7, "identities of providers", loosened(dialect) + identities(dialect))
  }

  /// Accounts that log in through a provider have no password, and no email address unless the provider verified one.
  private static func loosened(_ dialect: SQLDialect) -> [String] {
    dialect.dropNotNull(
      "account",
      [
        ("email", "email TEXT NOT NULL UNIQUE", "email TEXT UNIQUE"),
        ("password_hash", "password_hash TEXT NOT NULL", "password_hash TEXT"),
      ])
  }

  private static func identities(_ dialect: SQLDialect) -> [String] {
    [
      // At most one identity per provider and account, so that the provider's name identifies it.
      """
      CREATE TABLE identity (
        provider TEXT NOT NULL,
        subject TEXT NOT NULL,
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        email TEXT,
        linked_at BIGINT NOT NULL,
        sealed_grant \(dialect.blob),
        PRIMARY KEY (provider, subject),
        UNIQUE (account_id, provider))
      """,
      // Without references: the account is already deleted.
      """
      CREATE TABLE revocation (
        provider TEXT NOT NULL,
        subject TEXT NOT NULL,
        sealed_grant \(dialect.blob),
        attempts BIGINT NOT NULL DEFAULT 0,
        due_at BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (provider, subject))
      """,
      "CREATE INDEX revocation_due ON revocation (due_at)",
    ]
  }
}
