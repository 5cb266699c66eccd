import Basics
import Notices
import SQL

/// The statements that write and remove notices.
enum NoticeRows {
  /// The condition that the recipient `$1` gets a notice of the kind `$2` by the actor `$6`.
  private static let permits = """
    \(Visibility.shows("$6", to: "$1"))
    AND NOT EXISTS (SELECT 1 FROM muted_notice WHERE account_id = $1 AND kind = $2)
    """

  private static let addNotice = """
    INSERT INTO notice (recipient_id, kind, subject, id, updated_at, post_id, workspace_id, booth_id)
    SELECT account.id, $2, $3, $4, $5, $7, $8, $9 FROM account WHERE account.id = $1 AND \(permits)
    ON CONFLICT (recipient_id, kind, subject) WHERE read_at IS NULL DO UPDATE SET updated_at = excluded.updated_at
    """

  private static let addEvent = """
    INSERT INTO notice_event (notice_id, event, actor_id, created_at)
    SELECT id, $4, $6, $5 FROM notice
    WHERE recipient_id = $1 AND kind = $2 AND subject = $3 AND read_at IS NULL AND \(permits)
    ON CONFLICT (notice_id, event) DO UPDATE SET created_at = excluded.created_at
    """

  /// Two statements; the second changes a row exactly if the recipient gets the notice.
  static func add(_ notice: NewNotice) -> [BoundStatement] {
    let id = NoticeID(at: notice.instant)
    let key: [Value] = [.id(notice.recipient), .text(notice.kind.rawValue), .text(notice.subject)]
    let (instant, actor) = (Value.instant(notice.instant), Value.id(orNull: notice.actor))
    let subjects: [Value] = [
      .id(orNull: notice.post), .integer(orNull: notice.workspace?.value), .integer(orNull: notice.booth?.number),
    ]
    return [
      BoundStatement(addNotice, key + [.id(id), instant, actor] + subjects),
      BoundStatement(addEvent, key + [.text(notice.event), instant, actor]),
    ]
  }

  // MARK: Removing

  /// Takes back what happened to a post: a like by its account, a comment by its identifier.
  static func remove(_ event: String, _ kind: NoticeKind, of post: PostID) -> [BoundStatement] {
    remove(event, from: "post_id = $1 AND kind = $2", [.id(post), .text(kind.rawValue)])
  }

  static func removeFollow(of followed: AccountID, by follower: AccountID) -> [BoundStatement] {
    remove(
      follower.description, from: "recipient_id = $1 AND kind = $2",
      [.id(followed), .text(NoticeKind.follow.rawValue)])
  }

  private static func remove(_ event: String, from condition: String, _ values: [Value]) -> [BoundStatement] {
    [
      BoundStatement(
        """
        DELETE FROM notice_event WHERE event = $3 AND notice_id IN (SELECT id FROM notice WHERE \(condition))
        """, values + [.text(event)]),
      BoundStatement("DELETE FROM notice WHERE \(condition) AND \(isEmpty)", values),
    ]
  }

  /// The condition that nothing is left of a notice.
  static let isEmpty = "NOT EXISTS (SELECT 1 FROM notice_event WHERE notice_event.notice_id = notice.id)"

  /// Removes what two accounts, of which one blocks the other, did to each other.
  static func removeAll(between one: AccountID, and other: AccountID) -> [BoundStatement] {
    let pair = [Value.id(one), .id(other)]
    let ofOthers = "DELETE FROM notice_event WHERE actor_id = $2 AND notice_id IN (\(own))"
    return [
      BoundStatement(ofOthers, pair), BoundStatement(ofOthers, pair.reversed()),
      BoundStatement("DELETE FROM notice WHERE recipient_id IN ($1, $2) AND \(isEmpty)", pair),
    ]
  }

  private static let own = "SELECT id FROM notice WHERE recipient_id = $1"

  /// Removes the notices of which nothing is left without the account `$1`. Foreign keys remove the others' parts.
  static let forget = """
    DELETE FROM notice WHERE id IN (SELECT notice_id FROM notice_event WHERE actor_id = $1) AND NOT EXISTS (
      SELECT 1 FROM notice_event AS other
      WHERE other.notice_id = notice.id AND (other.actor_id IS NULL OR other.actor_id <> $1))
    """
}
