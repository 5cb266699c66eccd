import Basics
import Posts
import SQL

/// Writes likes within one transaction.
enum PostLikes {
  /// Adds or removes a like, and updates the count. The caller makes sure that the state differs.
  static func set(
    _ isLiked: Bool, on post: PostID, by account: AccountID, at instant: Timestamp,
    on connection: any DatabaseConnection
  ) throws {
    let pair = [Value.id(post), .id(account)]
    let like =
      isLiked
      ? BoundStatement(
        "INSERT INTO post_like (post_id, account_id, since) VALUES ($1, $2, $3)", pair + [.instant(instant)])
      : BoundStatement("DELETE FROM post_like WHERE post_id = $1 AND account_id = $2", pair)
    let count = "UPDATE post SET like_count = like_count + $2 WHERE id = $1"
    try connection.run([like, BoundStatement(count, [.id(post), .integer(isLiked ? 1 : -1)])])
  }
}
