import Basics
import Notices
import Posts
import SQL

/// Writes likes within one transaction.
enum PostLikes {
  /// Adds or removes a like and its notice, and updates the count. The caller makes sure that the state differs.
  static func set(
    _ isLiked: Bool, on post: (id: PostID, author: AccountID), by account: AccountID, at instant: Timestamp,
    _ notices: NoticeWriter
  ) throws {
    let pair = [Value.id(post.id), .id(account)]
    let like =
      isLiked
      ? BoundStatement(
        "INSERT INTO post_like (post_id, account_id, since) VALUES ($1, $2, $3)", pair + [.instant(instant)])
      : BoundStatement("DELETE FROM post_like WHERE post_id = $1 AND account_id = $2", pair)
    let count = "UPDATE post SET like_count = like_count + $2 WHERE id = $1"
    let statements = [like, BoundStatement(count, [.id(post.id), .integer(isLiked ? 1 : -1)])]
    let person = account.description
    guard isLiked else {
      return _ = try notices.connection.run(statements + NoticeRows.remove(person, .like, of: post.id))
    }
    try notices.add(
      NewNotice(
        recipient: post.author, kind: .like, subject: post.id.description, actor: account, event: person,
        post: post.id, instant: instant), after: statements)
  }
}
