import SQL

/// The tables of roles, second factors, and the sessions in which accounts act with a role.
enum RoleSchema {
  /// What belongs to a role goes with it; a session goes with the login session too. Of tokens and recovery codes only
  /// hashes are stored, and the secret of an authenticator app is encrypted.
  static func roles(_ number: Int, _ dialect: SQLDialect) -> Migration {
    Migration(
      number, "roles, second factors and operator sessions",
      [
        """
        CREATE TABLE account_role (
          account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          role TEXT NOT NULL,
          granted_at BIGINT NOT NULL)
        """,
        """
        CREATE TABLE second_factor (
          account_id TEXT PRIMARY KEY REFERENCES account_role (account_id) ON DELETE CASCADE,
          sealed_secret \(dialect.blob) NOT NULL,
          begun_at BIGINT NOT NULL,
          confirmed_at BIGINT,
          last_step BIGINT NOT NULL DEFAULT 0)
        """,
        """
        CREATE TABLE recovery_code (
          account_id TEXT NOT NULL REFERENCES second_factor (account_id) ON DELETE CASCADE,
          hash TEXT NOT NULL,
          PRIMARY KEY (account_id, hash))
        """,
        """
        CREATE TABLE role_session (
          token_hash TEXT PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES account_role (account_id) ON DELETE CASCADE,
          session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
          opened_at BIGINT NOT NULL,
          used_at BIGINT NOT NULL,
          code_at BIGINT NOT NULL)
        """,
        "CREATE INDEX role_session_account ON role_session (account_id)",
        "CREATE INDEX role_session_session ON role_session (session_id)",
      ])
  }
}
