import SQL

/// The tables of notices. A notice copies no text: what it says is read from what it is about.
enum NoticeSchema {
  /// An unread notice collects what happens: `event` names the person, the comment or the order. Only likes and
  /// comments refer to the post, so that a sale outlives it.
  static let notices = Migration(
    37, "notices",
    [
      """
      CREATE TABLE notice (
        id TEXT PRIMARY KEY,
        recipient_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        post_id TEXT REFERENCES post (id) ON DELETE CASCADE,
        workspace_id BIGINT REFERENCES workspace (id) ON DELETE CASCADE,
        updated_at BIGINT NOT NULL,
        read_at BIGINT)
      """,
      "CREATE UNIQUE INDEX notice_unread ON notice (recipient_id, kind, subject) WHERE read_at IS NULL",
      "CREATE INDEX notice_recipient ON notice (recipient_id, updated_at, id)",
      "CREATE INDEX notice_post ON notice (post_id) WHERE post_id IS NOT NULL",
      "CREATE INDEX notice_workspace ON notice (workspace_id) WHERE workspace_id IS NOT NULL",
      "CREATE INDEX notice_updated ON notice (updated_at)",
      """
      CREATE TABLE notice_event (
        notice_id TEXT NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
        event TEXT NOT NULL,
        actor_id TEXT REFERENCES account (id) ON DELETE CASCADE,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (notice_id, event))
      """,
      "CREATE INDEX notice_event_order ON notice_event (notice_id, created_at, event)",
      "CREATE INDEX notice_event_actor ON notice_event (actor_id) WHERE actor_id IS NOT NULL",
      // The kinds that an account does not want.
      """
      CREATE TABLE muted_notice (
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        PRIMARY KEY (account_id, kind))
      """,
    ])

  /// What an account has chosen beside the kinds that it does not want; and its daily mail, with the instant up to which
  /// the last one told of notices.
  static let settings = Migration(
    46, "settings of notices",
    [
      """
      CREATE TABLE notice_settings (
        account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
        not_pushed TEXT NOT NULL,
        mailed TEXT NOT NULL,
        quiet_from BIGINT,
        quiet_until BIGINT,
        time_zone TEXT,
        mail_due_at BIGINT,
        mailed_up_to BIGINT NOT NULL)
      """,
      "CREATE INDEX notice_settings_mail ON notice_settings (mail_due_at) WHERE mail_due_at IS NOT NULL",
    ])

  /// What operators write, and who has agreed to get it.
  static let announcements = Migration(
    47, "announcements",
    [
      """
      CREATE TABLE announcement (
        id TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        path TEXT,
        latitude_e7 BIGINT,
        longitude_e7 BIGINT,
        metres BIGINT,
        send_at BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        state TEXT NOT NULL,
        started_at BIGINT,
        recipient_count BIGINT NOT NULL,
        progress TEXT NOT NULL)
      """,
      "CREATE INDEX announcement_sending ON announcement (send_at, id)",
      "CREATE INDEX notice_announcement ON notice (subject) WHERE kind = 'announcement'",
      """
      CREATE TABLE announcement_consent (
        account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
        agreed_at BIGINT NOT NULL)
      """,
    ])

  /// Browsers that show notices. A subscription ends with its session.
  static let push = Migration(
    41, "subscriptions of browsers",
    [
      """
      CREATE TABLE push_subscription (
        endpoint TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        session_id TEXT NOT NULL UNIQUE REFERENCES session (id) ON DELETE CASCADE,
        public_key TEXT NOT NULL,
        secret TEXT NOT NULL,
        language TEXT NOT NULL,
        shown_up_to BIGINT NOT NULL,
        attempts BIGINT NOT NULL,
        due_at BIGINT NOT NULL)
      """,
      "CREATE INDEX push_subscription_account ON push_subscription (account_id)",
      "CREATE INDEX push_subscription_due ON push_subscription (due_at, endpoint)",
    ])
}
