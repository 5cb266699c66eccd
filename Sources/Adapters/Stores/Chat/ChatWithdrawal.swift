import Basics
import Chat
import SQL

/// Cleans up chats when an account is deleted. Foreign keys remove its memberships.
enum ChatWithdrawal {
  /// Complexity: O(messages and memberships of the account).
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

  /// Removes the account's submissions and notices. A notice with submissions of others stays without its texts;
  /// deleting the account removes its author.
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

  /// Transfers what an account owns to the other member who joined first, or removes it without other members.
  private static func reassign(_ owner: AccountID, _ chat: ChatTransaction) throws {
    let workspaces = try chat.all("SELECT id FROM workspace WHERE owner_id = $1", [.id(owner)]) {
      WorkspaceID($0.integer(0))
    }
    for workspace in workspaces {
      let successor: AccountID? = try chat.connection.first(
        """
        SELECT account_id FROM workspace_member WHERE workspace_id = $1 AND account_id <> $2
        ORDER BY joined_at, account_id LIMIT 1
        """, [.number(workspace), .id(owner)]
      ) { try $0.identifier(0) }
      if let successor {
        try chat.transferWorkspace(workspace, to: successor)
      } else {
        try chat.removeWorkspace(workspace)
      }
    }
    try chat.reassignChannels(of: [.id(owner)], in: nil)
  }

  /// Empties the account's messages, each with a revision of its own, as if they were removed one after the other.
  /// Deleting the account removes their author; the clients' keys are deleted.
  private static func anonymize(_ author: AccountID, at instant: Timestamp, on connection: any DatabaseConnection)
    throws
  {
    try connection.run(
      "DELETE FROM message_photo WHERE message_id IN (SELECT id FROM message WHERE author_id = $1)", [.id(author)])
    // In one statement: all writers wait for it.
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
    // The channel's revision is that of its last changed message.
    try connection.run(
      """
      UPDATE channel SET revision = silenced.newest
      FROM (SELECT channel_id, MAX(revision) AS newest FROM message WHERE author_id = $1 GROUP BY channel_id) AS silenced
      WHERE channel.id = silenced.channel_id
      """, [.id(author)])
  }
}
