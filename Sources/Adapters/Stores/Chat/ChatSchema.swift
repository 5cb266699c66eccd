/// The tables of workspaces, invitations, channels and messages.
enum ChatSchema {
  static func statements(_ dialect: SQLDialect) -> [String] {
    workspaces(dialect) + invitations + channels(dialect) + messages(dialect)
  }

  private static func workspaces(_ dialect: SQLDialect) -> [String] {
    [
      // An account cannot be deleted while it owns a workspace: ownership is transferred before.
      """
      CREATE TABLE workspace (
        id \(dialect.counter),
        owner_id TEXT NOT NULL REFERENCES account (id),
        name TEXT NOT NULL,
        name_folded TEXT NOT NULL,
        description TEXT NOT NULL,
        photo TEXT,
        created_at BIGINT NOT NULL,
        member_count BIGINT NOT NULL,
        origin TEXT NOT NULL DEFAULT 'native')
      """,
      "CREATE INDEX workspace_owner ON workspace (owner_id, name_folded)",
      "CREATE INDEX workspace_photo ON workspace (photo) WHERE photo IS NOT NULL",
      """
      CREATE TABLE workspace_member (
        workspace_id BIGINT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        joined_at BIGINT NOT NULL,
        PRIMARY KEY (workspace_id, account_id))
      """,
      "CREATE INDEX workspace_member_account ON workspace_member (account_id, joined_at, workspace_id)",
      "CREATE INDEX workspace_member_joined ON workspace_member (workspace_id, joined_at, account_id)",
    ]
  }

  private static let invitations = [
    """
    CREATE TABLE workspace_invitation (
      workspace_id BIGINT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      inviter_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (workspace_id, account_id))
    """,
    "CREATE INDEX workspace_invitation_account ON workspace_invitation (account_id, created_at, workspace_id)",
    "CREATE INDEX workspace_invitation_inviter ON workspace_invitation (inviter_id)",
    // Only the hash of the code is stored.
    """
    CREATE TABLE workspace_link (
      code_hash TEXT PRIMARY KEY,
      workspace_id BIGINT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
      inviter_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL)
    """,
    "CREATE INDEX workspace_link_workspace ON workspace_link (workspace_id, expires_at)",
    "CREATE INDEX workspace_link_inviter ON workspace_link (inviter_id)",
  ]

  private static func channels(_ dialect: SQLDialect) -> [String] {
    [
      // A room has two people and no name; other channels have a name that is unique in the workspace. Messages are
      // numbered by the counters, in the transaction that adds them.
      """
      CREATE TABLE channel (
        id \(dialect.counter),
        workspace_id BIGINT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        owner_id TEXT REFERENCES account (id),
        name TEXT NOT NULL,
        name_folded TEXT,
        description TEXT NOT NULL,
        one_id TEXT REFERENCES account (id) ON DELETE SET NULL,
        other_id TEXT REFERENCES account (id) ON DELETE SET NULL,
        created_at BIGINT NOT NULL,
        said_at BIGINT,
        last_sequence BIGINT NOT NULL DEFAULT 0,
        revision BIGINT NOT NULL DEFAULT 0)
      """,
      "CREATE UNIQUE INDEX channel_name ON channel (workspace_id, name_folded) WHERE name_folded IS NOT NULL",
      "CREATE UNIQUE INDEX channel_room ON channel (one_id, workspace_id, other_id) WHERE one_id IS NOT NULL",
      "CREATE INDEX channel_other ON channel (other_id, workspace_id) WHERE other_id IS NOT NULL",
      "CREATE INDEX channel_workspace ON channel (workspace_id, kind)",
      "CREATE INDEX channel_owner ON channel (owner_id, workspace_id) WHERE owner_id IS NOT NULL",
      // Members of a channel are members of its workspace.
      """
      CREATE TABLE channel_member (
        channel_id BIGINT NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
        account_id TEXT NOT NULL,
        workspace_id BIGINT NOT NULL,
        joined_at BIGINT NOT NULL,
        read_sequence BIGINT NOT NULL,
        PRIMARY KEY (channel_id, account_id),
        FOREIGN KEY (workspace_id, account_id) REFERENCES workspace_member (workspace_id, account_id)
          ON DELETE CASCADE)
      """,
      "CREATE INDEX channel_member_account ON channel_member (account_id, workspace_id, channel_id)",
      "CREATE INDEX channel_member_joined ON channel_member (channel_id, joined_at, account_id)",
    ]
  }

  private static func messages(_ dialect: SQLDialect) -> [String] {
    [
      """
      CREATE TABLE message (
        id \(dialect.counter),
        channel_id BIGINT NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
        workspace_id BIGINT NOT NULL,
        sequence BIGINT NOT NULL,
        revision BIGINT NOT NULL,
        author_id TEXT REFERENCES account (id) ON DELETE SET NULL,
        text TEXT NOT NULL,
        text_folded TEXT NOT NULL,
        key TEXT,
        created_at BIGINT NOT NULL,
        edited_at BIGINT,
        removed_at BIGINT)
      """,
      // One index for each order in which a channel is read; they are unique, so that no position occurs twice.
      "CREATE UNIQUE INDEX message_sequence ON message (channel_id, sequence)",
      "CREATE UNIQUE INDEX message_revision ON message (channel_id, revision)",
      "CREATE UNIQUE INDEX message_moment ON message (channel_id, created_at)",
      "CREATE UNIQUE INDEX message_key ON message (channel_id, author_id, key) WHERE key IS NOT NULL",
      "CREATE INDEX message_author ON message (author_id, id)",
      // Unread messages are counted from this index alone, and the newest is found with it. The last column only
      // repeats the condition: without it SQLite would read the table.
      """
      CREATE INDEX message_standing ON message (channel_id, sequence, author_id, removed_at)
      WHERE removed_at IS NULL
      """,
      "CREATE INDEX message_search ON message (workspace_id, id) WHERE removed_at IS NULL",
      """
      CREATE TABLE message_photo (
        message_id BIGINT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        position BIGINT NOT NULL,
        photo TEXT NOT NULL,
        PRIMARY KEY (message_id, position))
      """,
      "CREATE INDEX message_photo_photo ON message_photo (photo)",
    ]
  }
}
