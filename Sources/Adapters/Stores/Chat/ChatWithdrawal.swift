import Basics
import Chat
import SQL

/// What becomes of chats when somebody withdraws. Their memberships go with the account, by the tables' references.
enum ChatWithdrawal {
  /// Complexity: O(what they said and where they are).
  static func run(_ account: AccountID, at instant: Timestamp, on connection: any DatabaseConnection) throws {
    let chat = ChatTransaction(connection: connection)
    try reassign(account, chat)
    try connection.run(
      """
      DELETE FROM channel WHERE kind = 'direct'
        AND ((one_id = $1 AND other_id IS NULL) OR (other_id = $1 AND one_id IS NULL))
      """, [.id(account)])
    try connection.run(
      """
      UPDATE workspace SET member_count = member_count - 1
      WHERE id IN (SELECT workspace_id FROM workspace_member WHERE account_id = $1)
      """, [.id(account)])
    try anonymize(account, at: instant, on: connection)
    for step in forgettingQuests { try connection.run(step, [.id(account)]) }
  }

  /// What they submitted goes, and so do their notices; where others have submitted something of one, its place stays,
  /// without words, and who wrote it is gone with the account.
  private static let forgettingQuests = [
    "DELETE FROM quest WHERE writer_id = $1 AND notice_id IS NOT NULL",
    """
    DELETE FROM quest WHERE writer_id = $1
      AND NOT EXISTS (SELECT 1 FROM quest AS submission WHERE submission.notice_id = quest.id)
    """,
    """
    UPDATE quest SET title = '', title_folded = '', description = '', starts_at = NULL, ends_at = NULL
    WHERE writer_id = $1
    """,
  ]

  /// Gives what somebody owns to whoever else joined it first, or removes it where there is nobody else.
  private static func reassign(_ owner: AccountID, _ chat: ChatTransaction) throws {
    let workspaces = try chat.all("SELECT id FROM workspace WHERE owner_id = $1", [.id(owner)]) {
      WorkspaceID($0.integer(0))
    }
    for workspace in workspaces {
      let heir: AccountID? = try chat.connection.first(
        """
        SELECT account_id FROM workspace_member WHERE workspace_id = $1 AND account_id <> $2
        ORDER BY joined_at, account_id LIMIT 1
        """, [.number(workspace), .id(owner)]
      ) { try $0.identifier(0) }
      if let heir { try chat.transferWorkspace(workspace, to: heir) } else { try chat.removeWorkspace(workspace) }
    }
    let channels = try chat.all("SELECT id FROM channel WHERE owner_id = $1", [.id(owner)]) {
      ChannelID($0.integer(0))
    }
    for channel in channels { try chat.reassign(channel, of: owner) }
  }

  /// Leaves only the places of what somebody said, each with a revision of its own, as if one was removed after the
  /// other: who it was is gone from all of them, and what a client called them is nobody's any more.
  private static func anonymize(_ author: AccountID, at instant: Timestamp, on connection: any DatabaseConnection)
    throws
  {
    try connection.run(
      "DELETE FROM message_photo WHERE message_id IN (SELECT id FROM message WHERE author_id = $1)", [.id(author)])
    // All at once: everybody who writes waits for it.
    try connection.run(
      """
      UPDATE message SET revision = place.revision, text = '', text_folded = '', key = NULL,
        removed_at = COALESCE(removed_at, $2)
      FROM (
        SELECT message.id,
          channel.revision + ROW_NUMBER() OVER (PARTITION BY message.channel_id ORDER BY message.id) AS revision
        FROM message JOIN channel ON channel.id = message.channel_id WHERE message.author_id = $1) AS place
      WHERE message.id = place.id
      """, [.id(author), .instant(instant)])
    // What was changed last is the newest of its channel.
    try connection.run(
      """
      UPDATE channel SET revision = silenced.newest
      FROM (SELECT channel_id, MAX(revision) AS newest FROM message WHERE author_id = $1 GROUP BY channel_id) AS silenced
      WHERE channel.id = silenced.channel_id
      """, [.id(author)])
  }
}
