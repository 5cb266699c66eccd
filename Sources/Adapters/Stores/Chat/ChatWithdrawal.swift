import Basics
import Chat
import SQL

/// Cleans up chats when an account is deleted. Foreign keys remove its memberships.
enum ChatWithdrawal {
  /// The steps before the account is deleted. Complexity: O(messages and memberships of the account).
  static func statements(_ account: AccountID, at instant: Timestamp) -> [BoundStatement] {
    let own = [Value.id(account)]
    return transfer.map { BoundStatement($0, own) } + ChatTransaction.reassignChannels(of: own, in: nil)
      + memberships.map { BoundStatement($0, own) } + anonymize(account, at: instant)
      + forgettingQuests.map { BoundStatement($0, own) }
  }

  /// Transfers the workspaces of an account to the other member who joined first, or removes them without other members.
  private static let transfer = [
    """
    DELETE FROM workspace WHERE owner_id = $1 AND NOT EXISTS (
      SELECT 1 FROM workspace_member WHERE workspace_id = workspace.id AND account_id <> $1)
    """,
    """
    UPDATE channel SET owner_id = \(successor(in: "channel.workspace_id"))
    WHERE kind = 'standard' AND workspace_id IN (SELECT id FROM workspace WHERE owner_id = $1)
    """,
    // The master of a party is not also an admin.
    """
    DELETE FROM party_admin
    WHERE party_id IN (SELECT id FROM workspace WHERE owner_id = $1) AND account_id = \(successor(in: "party_id"))
    """,
    "UPDATE workspace SET owner_id = \(successor(in: "workspace.id")) WHERE owner_id = $1",
  ]

  private static func successor(in workspace: String) -> String {
    """
    (SELECT member.account_id FROM workspace_member AS member
      WHERE member.workspace_id = \(workspace) AND member.account_id <> $1
      ORDER BY member.joined_at, member.account_id LIMIT 1)
    """
  }

  private static let memberships = [
    """
    DELETE FROM channel WHERE kind = 'direct'
      AND ((one_id = $1 AND other_id IS NULL) OR (other_id = $1 AND one_id IS NULL))
    """,
    """
    UPDATE workspace SET member_count = member_count - 1
    WHERE id IN (SELECT workspace_id FROM workspace_member WHERE account_id = $1)
    """,
  ]

  /// Empties the account's messages, each with a new revision, as if they were removed one after the other. Deleting
  /// the account removes their author; the clients' keys are deleted.
  private static func anonymize(_ author: AccountID, at instant: Timestamp) -> [BoundStatement] {
    [
      BoundStatement(
        "DELETE FROM message_photo WHERE message_id IN (SELECT id FROM message WHERE author_id = $1)", [.id(author)]),
      // In one statement: all writers wait for it.
      BoundStatement(
        """
        UPDATE message SET revision = place.revision, text = '', text_folded = '', key = NULL,
          removed_at = COALESCE(removed_at, $2)
        FROM (
          SELECT message.id,
            channel.revision + ROW_NUMBER() OVER (PARTITION BY message.channel_id ORDER BY message.id) AS revision
          FROM message JOIN channel ON channel.id = message.channel_id WHERE message.author_id = $1) AS place
        WHERE message.id = place.id
        """, [.id(author), .instant(instant)]),
      // The channel's revision is that of its last changed message.
      BoundStatement(
        """
        UPDATE channel SET revision = silenced.newest
        FROM (SELECT channel_id, MAX(revision) AS newest FROM message WHERE author_id = $1 GROUP BY channel_id) AS silenced
        WHERE channel.id = silenced.channel_id
        """, [.id(author)]),
    ]
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
}
