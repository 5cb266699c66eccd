import SQL

/// Who people are elsewhere, and providers that have to be told that somebody left.
enum IdentitySchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(7, "identities of providers", loosened(dialect) + identities)
  }

  /// Accounts that are entered by somebody else's word have no password, and no address where none was vouched for.
  private static func loosened(_ dialect: SQLDialect) -> [String] {
    dialect.loosen(
      "account",
      [
        ("email", "email TEXT NOT NULL UNIQUE", "email TEXT UNIQUE"),
        ("password_hash", "password_hash TEXT NOT NULL", "password_hash TEXT"),
      ])
  }

  private static let identities = [
    // One of each provider for an account, so that it can be spoken of by the provider's name.
    """
    CREATE TABLE identity (
      provider TEXT NOT NULL,
      subject TEXT NOT NULL,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      email TEXT,
      linked_at BIGINT NOT NULL,
      sealed_grant BLOB,
      PRIMARY KEY (provider, subject),
      UNIQUE (account_id, provider))
    """,
    // Of an account that is gone: nothing refers to it.
    """
    CREATE TABLE revocation (
      provider TEXT NOT NULL,
      subject TEXT NOT NULL,
      sealed_grant BLOB,
      attempts BIGINT NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL DEFAULT 0,
      PRIMARY KEY (provider, subject))
    """,
    "CREATE INDEX revocation_due ON revocation (due_at)",
  ]
}
