import SQL

/// Known clients of accounts, password reset links made by an operator, and suspended accounts.
enum AccountProtectionSchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(18, "known clients, reset links and suspended accounts", statements)
  }

  private static let statements = [
    // A tag reveals neither the network nor the browser that it was made from.
    """
    CREATE TABLE known_client (
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      tag TEXT NOT NULL,
      seen_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, tag))
    """,
    "CREATE INDEX known_client_seen ON known_client (seen_at)",
    // Only the hash of the link is stored.
    """
    CREATE TABLE reset_link (
      account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      hash TEXT NOT NULL UNIQUE,
      expires_at BIGINT NOT NULL)
    """,
    "ALTER TABLE account ADD COLUMN suspended_at BIGINT",
    "CREATE INDEX account_suspended ON account (suspended_at) WHERE suspended_at IS NOT NULL",
  ]
}
