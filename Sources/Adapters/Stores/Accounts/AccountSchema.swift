import SQL

/// The tables of accounts, sessions, follows and blocks.
enum AccountSchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(2, "accounts, sessions and relations", accounts + sessions + relations)
  }

  private static let accounts = [
    // The counts are stored, so that the cost of a profile does not grow with them.
    """
    CREATE TABLE account (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL,
      nickname TEXT NOT NULL,
      nickname_folded TEXT NOT NULL UNIQUE,
      bio TEXT NOT NULL,
      photo TEXT,
      phone TEXT,
      birthday TEXT,
      created_at BIGINT NOT NULL,
      follower_count BIGINT NOT NULL DEFAULT 0,
      following_count BIGINT NOT NULL DEFAULT 0,
      post_count BIGINT NOT NULL DEFAULT 0)
    """,
    "CREATE INDEX account_photo ON account (photo)",
  ]

  private static let sessions = [
    """
    CREATE TABLE session (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      opened_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL)
    """,
    "CREATE INDEX session_account ON session (account_id)",
    "CREATE INDEX session_expiry ON session (expires_at)",
    // Only the hash of the token is stored.
    """
    CREATE TABLE refresh_token (
      hash TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      expires_at BIGINT NOT NULL,
      used_at BIGINT)
    """,
    "CREATE INDEX refresh_token_session ON refresh_token (session_id)",
    "CREATE INDEX refresh_token_used ON refresh_token (expires_at) WHERE used_at IS NOT NULL",
  ]

  private static let relations = [
    """
    CREATE TABLE follow (
      follower_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      followed_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      since BIGINT NOT NULL,
      PRIMARY KEY (follower_id, followed_id))
    """,
    "CREATE INDEX follow_followed ON follow (followed_id, since, follower_id)",
    "CREATE INDEX follow_follower ON follow (follower_id, since, followed_id)",
    """
    CREATE TABLE block (
      blocker_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      blocked_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      since BIGINT NOT NULL,
      PRIMARY KEY (blocker_id, blocked_id))
    """,
    "CREATE INDEX block_blocked ON block (blocked_id, blocker_id)",
    "CREATE INDEX block_blocker ON block (blocker_id, since, blocked_id)",
  ]
}
