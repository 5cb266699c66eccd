import SQL

/// The tables of passkeys.
enum PasskeySchema {
  /// A passkey counts as second factor only with a confirmed authenticator app, and goes with it. Of challenges only
  /// those that were used are stored, by their digests, until they expire.
  static func passkeys(_ number: Int, _ dialect: SQLDialect) -> Migration {
    Migration(
      number, "passkeys",
      [
        """
        CREATE TABLE passkey (
          id TEXT PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          credential TEXT NOT NULL UNIQUE,
          public_key \(dialect.blob) NOT NULL,
          algorithm BIGINT NOT NULL,
          sign_count BIGINT NOT NULL,
          is_backup_eligible BIGINT NOT NULL,
          is_backed_up BIGINT NOT NULL,
          name TEXT NOT NULL,
          created_at BIGINT NOT NULL,
          used_at BIGINT)
        """,
        "CREATE INDEX passkey_account ON passkey (account_id, created_at, id)",
        """
        CREATE TABLE factor_passkey (
          passkey_id TEXT PRIMARY KEY REFERENCES passkey (id) ON DELETE CASCADE,
          account_id TEXT NOT NULL REFERENCES second_factor (account_id) ON DELETE CASCADE)
        """,
        "CREATE INDEX factor_passkey_account ON factor_passkey (account_id)",
        "CREATE TABLE used_challenge (hash TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)",
        "CREATE INDEX used_challenge_end ON used_challenge (expires_at)",
      ])
  }
}
