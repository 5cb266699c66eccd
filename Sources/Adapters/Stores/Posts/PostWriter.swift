import Basics
import Posts
import SQL

/// Writes posts within one transaction.
struct PostWriter {
  let connection: any DatabaseConnection

  /// Adds a post and updates the author's count, in at most five statements.
  /// - Returns: The post; nil, with nothing written, if its identifier is taken or the author is gone.
  func add(_ post: CheckedContent, as id: PostID, by author: AccountID, at instant: Timestamp) throws -> Post? {
    guard try insert(post.content, as: id, by: author, at: instant) else { return nil }
    let person = try connection.first(
      "UPDATE account SET post_count = post_count + 1 WHERE id = $1 RETURNING \(AccountRow.personColumns)",
      [.id(author)]
    ) { try $0.person(from: 0) }
    guard let person else { throw DomainError.callerGone }
    let (content, hashtags) = (post.content, post.hashtags)
    try putPhotos(content.photos, of: id, uploadedBy: author, orAmong: [])
    if let price = content.price, price > 0 { try markSold(content.photos) }
    try putHashtags(of: post, to: id, madeAt: instant)
    return Post(
      id: id, author: person, content: content, hashtags: hashtags.map(\.text), createdAt: instant)
  }

  private func insert(
    _ content: PostContent, as id: PostID, by author: AccountID, at instant: Timestamp
  ) throws -> Bool {
    var bound = BoundValues()
    let author = bound.add(.id(author))
    let values = ([.id(id), .instant(instant)] + PostColumns.values(of: content)).map { bound.add($0) }
    let names = ["author_id", "id", "created_at"] + PostColumns.content
    return try connection.run(
      """
      INSERT INTO post (\(names.joined(separator: ", ")))
      SELECT account.id, \(values.joined(separator: ", ")) FROM account WHERE account.id = \(author)
      ON CONFLICT (id) DO NOTHING
      """, bound.values) > 0
  }

  /// Replaces the content. What stays the same is not written again.
  /// - Returns: The post as the caller sees it now.
  func replace(_ old: Post, by new: CheckedContent, caller: AccountID, at instant: Timestamp) throws -> Post {
    var post = old
    (post.content, post.hashtags, post.updatedAt) = (new.content, new.hashtags.map(\.text), instant)
    let assignments = PostColumns.content.enumerated().map { "\($1) = $\($0 + 3)" }.joined(separator: ", ")
    try connection.run(
      "UPDATE post SET updated_at = $2, \(assignments) WHERE id = $1",
      [.id(post.id), .instant(instant)] + PostColumns.values(of: post.content))
    try replacePhotos(of: old, by: post.content, caller: caller)
    let isListedAsBefore =
      post.hashtags == old.hashtags && post.content.kind == old.content.kind && post.content.board == old.content.board
    guard !isListedAsBefore else { return post }
    try cut("post_hashtag", of: post.id, from: old.hashtags.count, to: post.hashtags.count)
    try putHashtags(of: new, to: post.id, madeAt: post.createdAt)
    return post
  }

  private func replacePhotos(of old: Post, by new: PostContent, caller: AccountID) throws {
    let (before, now) = (old.content.photos, new.photos)
    if now != before {
      try cut("post_photo", of: old.id, from: before.count, to: now.count)
      try putPhotos(now, of: old.id, uploadedBy: caller, orAmong: before)
    }
    guard let price = new.price, price > 0 else { return }
    let wasSold = (old.content.price ?? 0) > 0
    try markSold(wasSold ? now.filter { !before.contains($0) } : now)
  }

  /// Removes a post with everything that refers to it, and updates the author's count.
  static func remove(_ id: PostID, by author: AccountID, on connection: any DatabaseConnection) throws {
    try connection.run("DELETE FROM post WHERE id = $1", [.id(id)])
    try connection.run("UPDATE account SET post_count = post_count - 1 WHERE id = $1", [.id(author)])
  }

  // MARK: Photos and hashtags

  /// Removes the last photos or hashtags, where there are fewer now.
  private func cut(_ table: String, of id: PostID, from before: Int, to count: Int) throws {
    guard count < before else { return }
    try connection.run(
      "DELETE FROM \(table) WHERE post_id = $1 AND position >= $2", [.id(id), .integer(Int64(count))])
  }

  /// Adds or replaces photos by their positions.
  /// - Parameter known: photos that the post may show although the account did not upload them.
  /// - Throws: `photoUnknown` for any other photo.
  private func putPhotos(
    _ photos: [PhotoName], of id: PostID, uploadedBy account: AccountID, orAmong known: [PhotoName]
  ) throws {
    guard !photos.isEmpty else { return }
    var bound = BoundValues()
    let (id, account) = (bound.add(.id(id)), bound.add(.id(account)))
    let rows = photos.enumerated().map { position, photo in
      "(CAST(\(bound.add(.integer(Int64(position)))) AS BIGINT), CAST(\(bound.add(.text(photo.description))) AS TEXT))"
    }
    let isKnown = known.isEmpty ? "" : " OR column2 IN (\(bound.add(list: known.map { .text($0.description) })))"
    let added = try connection.run(
      """
      INSERT INTO post_photo (post_id, position, photo)
      SELECT CAST(\(id) AS TEXT), column1, column2 FROM (VALUES \(rows.joined(separator: ", "))) AS shown
      WHERE EXISTS (SELECT 1 FROM photo_upload WHERE photo = column2 AND account_id = \(account))\(isKnown)
      ON CONFLICT (post_id, position) DO UPDATE SET photo = excluded.photo
      """, bound.values)
    guard added == photos.count else { throw DomainError.photoUnknown }
  }

  /// Marks the photos of goods with a price, permanently: their full size is restricted.
  private func markSold(_ photos: [PhotoName]) throws {
    try connection.run(in: photos.map { .text($0.description) }) {
      "UPDATE photo SET is_sold = 1 WHERE name IN (\($0))"
    }
  }

  /// Adds or replaces hashtags by their positions.
  private func putHashtags(of post: CheckedContent, to id: PostID, madeAt instant: Timestamp) throws {
    guard !post.hashtags.isEmpty else { return }
    var bound = BoundValues()
    let rows = post.hashtags.enumerated().map { position, hashtag -> [Value] in
      [
        .id(id), .integer(Int64(position)), .text(hashtag.text), .text(hashtag.folded),
        .text(post.content.kind.rawValue), .text(post.content.board), .instant(instant),
      ]
    }
    try connection.run(
      """
      INSERT INTO post_hashtag (post_id, position, tag, folded, kind, board, created_at)
      VALUES \(bound.add(rows: rows)) ON CONFLICT (post_id, position) DO UPDATE
      SET tag = excluded.tag, folded = excluded.folded, kind = excluded.kind, board = excluded.board
      """, bound.values)
  }
}
