import SQL

/// The tables of accounts: their sessions, identities, numbers and relations, and what protects them.
enum AccountSchema {
  static func statements(_ dialect: SQLDialect) -> [String] {
    accounts + sessions + relations + identities(dialect) + numbers(dialect) + protection
  }

  /// An operator's link and one by mail do not replace each other. A mail holds neither its text nor a token.
  static let mail = Migration(
    33, "mails to be sent, and links by mail",
    [
      """
      CREATE TABLE mail (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        language TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        attempts BIGINT NOT NULL DEFAULT 0,
        UNIQUE (kind, address))
      """,
      "CREATE INDEX mail_due ON mail (due_at, id)",
      """
      CREATE TABLE account_link (
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        purpose TEXT NOT NULL,
        hash TEXT NOT NULL UNIQUE,
        expires_at BIGINT NOT NULL,
        PRIMARY KEY (account_id, purpose))
      """,
      """
      INSERT INTO account_link (account_id, purpose, hash, expires_at)
      SELECT account_id, 'operator-reset', hash, expires_at FROM reset_link
      """,
      "DROP TABLE reset_link",
    ])

  /// The address of a link is the one that it confirms.
  static let verifiedAddresses = Migration(
    34, "verified and changed addresses",
    [
      "ALTER TABLE account ADD COLUMN email_verified_at BIGINT",
      // An account without a password got its address from a provider that had verified it.
      "UPDATE account SET email_verified_at = created_at WHERE email IS NOT NULL AND password_hash IS NULL",
      "ALTER TABLE account_link ADD COLUMN address TEXT",
      "ALTER TABLE account_link ADD COLUMN confirmed_at BIGINT",
      "ALTER TABLE mail ADD COLUMN other_address TEXT",
    ])

  static let devices = Migration(
    39, "devices of sessions",
    [
      "ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE session ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0",
      "UPDATE session SET used_at = opened_at",
    ])

  /// Of mails with a detail, such as receipts, more than one may wait for an address. The table is created again,
  /// because SQLite cannot remove its constraint.
  static let mailDetails = Migration(
    43, "mails about what has happened",
    [
      "ALTER TABLE account ADD COLUMN language TEXT NOT NULL DEFAULT 'ko'",
      """
      CREATE TABLE next_mail (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        language TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        attempts BIGINT NOT NULL DEFAULT 0,
        other_address TEXT,
        detail TEXT,
        leased_until BIGINT)
      """,
      """
      INSERT INTO next_mail (id, kind, address, language, created_at, due_at, attempts, other_address)
      SELECT id, kind, address, language, created_at, due_at, attempts, other_address FROM mail
      """,
      "DROP TABLE mail", "ALTER TABLE next_mail RENAME TO mail", "CREATE INDEX mail_due ON mail (due_at, id)",
      "CREATE UNIQUE INDEX mail_wanted ON mail (kind, address) WHERE detail IS NULL",
    ])

  static let consents = Migration(
    40, "consents",
    [
      """
      CREATE TABLE consent (
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        document TEXT NOT NULL,
        version TEXT NOT NULL,
        agreed_at BIGINT NOT NULL,
        PRIMARY KEY (account_id, document, version))
      """
    ])

  private static let accounts = [
    // The counts are stored, so that the cost of a profile does not grow with them. Accounts that log in through a
    // provider have no password, and no email address unless the provider verified one.
    """
    CREATE TABLE account (
      id TEXT PRIMARY KEY,
      email TEXT UNIQUE,
      password_hash TEXT,
      nickname TEXT NOT NULL,
      nickname_folded TEXT NOT NULL UNIQUE,
      bio TEXT NOT NULL,
      photo TEXT,
      phone TEXT,
      birthday TEXT,
      created_at BIGINT NOT NULL,
      follower_count BIGINT NOT NULL DEFAULT 0,
      following_count BIGINT NOT NULL DEFAULT 0,
      post_count BIGINT NOT NULL DEFAULT 0,
      suspended_at BIGINT)
    """,
    "CREATE INDEX account_photo ON account (photo)",
    "CREATE INDEX account_suspended ON account (suspended_at) WHERE suspended_at IS NOT NULL",
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
        is_email_verified BIGINT NOT NULL DEFAULT 0,
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

  /// Old clients identify accounts by number.
  private static func numbers(_ dialect: SQLDialect) -> [String] {
    [
      // `slp_since` is when the account first used a client of the SLP contract.
      """
      CREATE TABLE account_number (
        number \(dialect.counter),
        account_id TEXT NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE,
        slp_since BIGINT)
      """
    ] + dialect.afterInsert("account", "INSERT INTO account_number (account_id) VALUES (NEW.id)")
  }

  private static let protection = [
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
    // The key reveals nothing about whom it counts. The limit is that of the last attempt, so that one statement can
    // decide about several counters.
    """
    CREATE TABLE attempt_counter (
      key TEXT PRIMARY KEY,
      attempts BIGINT NOT NULL,
      max_attempts BIGINT NOT NULL,
      ends_at BIGINT NOT NULL)
    """,
    "CREATE INDEX attempt_counter_end ON attempt_counter (ends_at)",
    // Token buckets of clients that several nodes serve. No index over the instants: few rows are kept, and a take then
    // changes none.
    "CREATE TABLE rate_bucket (key TEXT PRIMARY KEY, full_at BIGINT NOT NULL)",
  ]
}
