import Accounts
import Basics
import SQL

/// Removes an account with everything that refers to it.
enum Withdrawal {
  /// Foreign keys remove the rows that refer to the account; the counts of others are corrected before.
  private static let steps = [
    """
    UPDATE account SET follower_count = follower_count - 1
    WHERE id IN (SELECT followed_id FROM follow WHERE follower_id = $1)
    """,
    """
    UPDATE account SET following_count = following_count - 1
    WHERE id IN (SELECT follower_id FROM follow WHERE followed_id = $1)
    """,
    """
    UPDATE post SET like_count = like_count - 1
    WHERE id IN (SELECT post_id FROM post_like WHERE account_id = $1)
    """,
    """
    UPDATE post SET comment_count = comment_count
      - (SELECT COUNT(*) FROM comment WHERE comment.post_id = post.id AND comment.author_id = $1)
    WHERE id IN (SELECT post_id FROM comment WHERE author_id = $1)
    """,
    // Photos that only this account uploaded and nothing else refers to need not wait for the day to pass.
    """
    UPDATE photo SET uploaded_at = 0
    WHERE name IN (SELECT photo FROM photo_upload WHERE account_id = $1)
    AND NOT EXISTS (SELECT 1 FROM photo_upload WHERE photo_upload.photo = photo.name AND account_id <> $1)
    """,
    // An operator still sees that there was a report and its reason, but neither the people nor their texts.
    "UPDATE report SET excerpt = '' WHERE author_id = $1",
    "UPDATE report SET note = '' WHERE reporter_id = $1",
    "UPDATE booth_correction SET note = '' WHERE reporter_id = $1",
    "UPDATE booth_proposal SET note = '' WHERE author_id = $1",
    "UPDATE shop_order SET refund_reason = '' WHERE buyer_id = $1",
    "UPDATE shop_order SET refund_answer = '' WHERE seller_id = $1",
    """
    DELETE FROM correction_photo
    WHERE correction_id IN (SELECT id FROM booth_correction WHERE reporter_id = $1)
    """,
    "DELETE FROM mail WHERE (SELECT email FROM account WHERE id = $1) IN (address, other_address)",
    NoticeRows.forget,
    // The providers are notified in the background.
    IdentityRow.revokeAll,
    "DELETE FROM account WHERE id = $1",
  ]

  static func run(_ id: AccountID, at instant: Timestamp, on connection: any DatabaseConnection) throws -> Account? {
    let account = try connection.first(
      "SELECT \(AccountRow.columns) FROM account WHERE id = $1", [.id(id)]
    ) { try AccountRow.account(of: $0) }
    guard let account else { return nil }
    try connection.run(
      ChatWithdrawal.statements(id, at: instant) + steps.map { BoundStatement($0, [.id(id)]) })
    return account
  }
}
