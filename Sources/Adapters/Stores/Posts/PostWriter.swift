import Basics
import Posts
import SQL

/// Writes posts within one transaction.
struct PostWriter {
  let connection: any DatabaseConnection

  /// Adds a post and updates the author's count.
  func add(_ post: CheckedContent, as id: PostID, by author: AccountID, at instant: Timestamp) throws {
    guard
      try connection.run(
        "UPDATE account SET post_count = post_count + 1 WHERE id = $1", [.id(author)]) == 1
    else { throw DomainError.callerGone }
    try checkPhotos(post.content.photos, uploadedBy: author)
    let names = (["id", "author_id", "created_at"] + PostColumns.content).joined(separator: ", ")
    try connection.run(
      "INSERT INTO post (\(names)) VALUES (\(Self.parameters(1..<4 + PostColumns.content.count)))",
      [.id(id), .id(author), .instant(instant)] + PostColumns.values(of: post.content))
    try addPhotos(of: post.content, to: id)
    try markSold(of: post.content)
    try addHashtags(of: post, to: id, madeAt: instant)
  }

  /// Replaces the content.
  func replace(_ old: Post, by new: CheckedContent, caller: AccountID, at instant: Timestamp) throws {
    let (id, content) = (old.id, new.content)
    let assignments = PostColumns.content.enumerated().map { "\($1) = $\($0 + 3)" }.joined(separator: ", ")
    try connection.run(
      "UPDATE post SET updated_at = $2, \(assignments) WHERE id = $1",
      [.id(id), .instant(instant)] + PostColumns.values(of: content))
    if content.photos != old.content.photos {
      try checkPhotos(content.photos.filter { !old.content.photos.contains($0) }, uploadedBy: caller)
      try connection.run("DELETE FROM post_photo WHERE post_id = $1", [.id(id)])
      try addPhotos(of: content, to: id)
    }
    try markSold(of: content)
    try connection.run("DELETE FROM post_hashtag WHERE post_id = $1", [.id(id)])
    try addHashtags(of: new, to: id, madeAt: old.createdAt)
  }

  /// Removes a post with everything that refers to it, and updates the author's count.
  static func remove(_ id: PostID, by author: AccountID, on connection: any DatabaseConnection) throws {
    try connection.run("DELETE FROM post WHERE id = $1", [.id(id)])
    try connection.run("UPDATE account SET post_count = post_count - 1 WHERE id = $1", [.id(author)])
  }

  private func checkPhotos(_ photos: [PhotoName], uploadedBy account: AccountID) throws {
    for photo in photos {
      let found = try connection.integer(
        "SELECT 1 FROM photo_upload WHERE photo = $1 AND account_id = $2",
        [.text(photo.description), .id(account)])
      guard found != nil else { throw DomainError.photoUnknown }
    }
  }

  private func addPhotos(of content: PostContent, to id: PostID) throws {
    for (position, photo) in content.photos.enumerated() {
      try connection.run(
        "INSERT INTO post_photo (post_id, position, photo) VALUES ($1, $2, $3)",
        [.id(id), .integer(Int64(position)), .text(photo.description)])
    }
  }

  /// Marks the photos of goods with a price, permanently: their full size is restricted.
  private func markSold(of content: PostContent) throws {
    guard let price = content.price, price > 0 else { return }
    for photo in content.photos {
      try connection.run("UPDATE photo SET is_sold = 1 WHERE name = $1", [.text(photo.description)])
    }
  }

  private func addHashtags(of post: CheckedContent, to id: PostID, madeAt instant: Timestamp) throws {
    for (position, hashtag) in post.hashtags.enumerated() {
      try connection.run(
        """
        INSERT INTO post_hashtag (post_id, position, tag, folded, kind, board, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """,
        [
          .id(id), .integer(Int64(position)), .text(hashtag.text), .text(hashtag.folded),
          .text(post.content.kind.rawValue), .text(post.content.board), .instant(instant),
        ])
    }
  }

  private static func parameters(_ numbers: Range<Int>) -> String {
    numbers.map { "$\($0)" }.joined(separator: ", ")
  }
}
