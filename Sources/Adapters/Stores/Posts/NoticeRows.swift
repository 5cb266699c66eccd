import Basics
import Posts
import SQL

/// Reads what others did with an account's posts, within one transaction.
enum NoticeRows {
  /// The newest `$3` since `$2` for the account `$1`, of its `$4` newest posts.
  ///
  /// Of each post, rows before the one `$3` places after the newest are not read: there may be any number of them.
  static let select = """
    WITH own AS (
      SELECT id, SUBSTR(COALESCE(title, text), 1, \(Notice.maxTextLength)) AS text
      FROM post WHERE author_id = $1 ORDER BY created_at DESC, id DESC LIMIT $4)
    SELECT found.kind, found.instant, found.post_id, found.order_id, found.text, \(AccountRow.personColumns)
    FROM (
      SELECT 'like' AS kind, post_like.since AS instant, own.id AS post_id, own.text AS text,
        post_like.account_id AS person_id, NULL AS order_id
      FROM own JOIN post_like ON post_like.post_id = own.id
      WHERE post_like.since > $2 AND post_like.since >= COALESCE((
        SELECT since FROM post_like AS earlier WHERE earlier.post_id = own.id
        ORDER BY since DESC, account_id DESC LIMIT 1 OFFSET $3), 0)
      UNION ALL
      SELECT 'comment', comment.created_at, own.id, SUBSTR(comment.text, 1, \(Notice.maxTextLength)),
        comment.author_id, NULL
      FROM own JOIN comment ON comment.post_id = own.id
      WHERE comment.created_at > $2 AND comment.created_at >= COALESCE((
        SELECT created_at FROM comment AS earlier WHERE earlier.post_id = own.id
        ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET $3), 0)
      UNION ALL
      SELECT 'follow', since, NULL, '', follower_id, NULL FROM (
        SELECT since, follower_id FROM follow WHERE followed_id = $1 AND since > $2
        ORDER BY since DESC, follower_id DESC LIMIT $3) AS followers
      UNION ALL
      SELECT 'sale', paid_at, post_id, name, NULL, id FROM (
        SELECT paid_at, post_id, name, id FROM shop_order WHERE seller_id = $1 AND state = 'paid'
        ORDER BY created_at DESC, id DESC LIMIT $3) AS sales
      WHERE paid_at > $2
      UNION ALL
      SELECT 'refundRequest', refund_requested_at, post_id, name, NULL, id FROM (
        SELECT seller_id, refund_requested_at, post_id, name, id FROM shop_order WHERE \(OrderRows.isRefundRequested)
        ORDER BY created_at DESC, id DESC LIMIT \(maxRefundRequests)) AS requested
      WHERE seller_id = $1 AND refund_requested_at > $2
      UNION ALL
      SELECT 'refundDecision', refund_decided_at, post_id, name, NULL, id FROM (\(decided("cancelled"))) AS accepted
      WHERE refund_decided_at > $2
      UNION ALL
      SELECT 'refundDecision', refund_decided_at, post_id, name, NULL, id FROM (\(decided("paid"))) AS declined
      WHERE refund_decided_at > $2) AS found
      LEFT JOIN account ON account.id = found.person_id
    WHERE found.person_id IS NULL
      OR (account.id IS NOT NULL AND found.person_id <> $1 AND \(Visibility.shows("found.person_id", to: "$1")))
    ORDER BY found.instant DESC, found.kind, found.person_id LIMIT $3
    """

  /// The newest undecided requests, of all sellers: they are few, and only they are in the index.
  private static let maxRefundRequests = 1_000

  /// The newest orders of the buyer `$1` in a state.
  private static func decided(_ state: String) -> String {
    """
    SELECT refund_decided_at, post_id, name, id FROM shop_order WHERE buyer_id = $1 AND state = '\(state)'
    ORDER BY created_at DESC, id DESC LIMIT $3
    """
  }

  static func all(
    for account: AccountID, since instant: Timestamp, limit: Int, on connection: any DatabaseConnection
  ) throws -> [Notice] {
    var notices: [Notice] = []
    let values: [Value] = [
      .id(account), .instant(instant), .integer(Int64(limit)), .integer(Int64(Notice.maxPosts)),
    ]
    try connection.each(select, values) { row in
      guard let kind = Notice.Kind(rawValue: row.text(0)) else { throw Unreadable(what: "a notice's kind") }
      notices.append(
        Notice(
          kind: kind, instant: row.instant(1), person: row.isNull(5) ? nil : try row.person(from: 5),
          post: try row.identifierIfAny(2), order: try row.identifierIfAny(3), text: row.text(4)))
    }
    return notices
  }
}
