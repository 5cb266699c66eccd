import Basics
import Posts
import SQL

/// Writes posts within one transaction.
struct PostWriter {
  let connection: any DatabaseConnection

  /// Adds a post and updates the author's count, in at most four round trips.
  /// - Returns: The post; nil, with nothing written, if its identifier is taken or the author is gone.
  func add(_ post: CheckedContent, as id: PostID, by author: AccountID, at instant: Timestamp) throws -> Post? {
    guard try insert(post.content, as: id, by: author, at: instant) else { return nil }
    let person = try connection.first(
      "UPDATE account SET post_count = post_count + 1 WHERE id = $1 RETURNING \(AccountRow.personColumns)",
      [.id(author)]
    ) { try $0.person(from: 0) }
    guard let person else { throw DomainError.callerGone }
    let (content, hashtags) = (post.content, post.hashtags)
    let isSold = (content.price ?? 0) > 0
    try run(
      put(content.photos, of: id, uploadedBy: author, orAmong: []), count: content.photos.count,
      (isSold ? markSold(content.photos) : []) + putHashtags(of: post, to: id, madeAt: instant))
    var made = Post(
      id: id, author: person, content: content, hashtags: hashtags.map(\.text), createdAt: instant)
    made.photoSizes = try PostReader.sizes(of: content.photos, on: connection)
    return made
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
    let update = BoundStatement(
      "UPDATE post SET updated_at = $2, \(assignments) WHERE id = $1",
      [.id(post.id), .instant(instant)] + PostColumns.values(of: post.content))
    let (before, now) = (old.content.photos, new.content.photos)
    try run(
      now == before ? nil : put(now, of: old.id, uploadedBy: caller, orAmong: before), count: now.count,
      [update] + cut("post_photo", of: old.id, from: before.count, to: now.count) + markNewlySold(old, new.content)
        + replaceHashtags(of: old, by: new))
    let added = now.filter { !before.contains($0) }
    post.photoSizes.merge(try PostReader.sizes(of: added, on: connection)) { $1 }
    for removed in before where !now.contains(removed) { post.photoSizes[removed] = nil }
    return post
  }

  private func markNewlySold(_ old: Post, _ new: PostContent) -> [BoundStatement] {
    guard let price = new.price, price > 0 else { return [] }
    let wasSold = (old.content.price ?? 0) > 0
    return markSold(wasSold ? new.photos.filter { !old.content.photos.contains($0) } : new.photos)
  }

  private func replaceHashtags(of old: Post, by new: CheckedContent) -> [BoundStatement] {
    let isListedAsBefore =
      new.hashtags.map(\.text) == old.hashtags && new.content.kind == old.content.kind
      && new.content.board == old.content.board
    guard !isListedAsBefore else { return [] }
    return cut("post_hashtag", of: old.id, from: old.hashtags.count, to: new.hashtags.count)
      + putHashtags(of: new, to: old.id, madeAt: old.createdAt)
  }

  /// Removes a post with everything that refers to it, and updates the author's count.
  static func remove(_ id: PostID, by author: AccountID, on connection: any DatabaseConnection) throws {
    try connection.run([
      BoundStatement("DELETE FROM post WHERE id = $1", [.id(id)]),
      BoundStatement("UPDATE account SET post_count = post_count - 1 WHERE id = $1", [.id(author)]),
    ])
  }

  // MARK: Photos and hashtags

  /// Runs the statement that puts photos, if there is one, and others.
  /// - Throws: `photoUnknown` if it puts fewer.
  private func run(_ photos: BoundStatement?, count: Int, _ others: [BoundStatement]) throws {
    guard let photos else { return _ = try connection.run(others) }
    guard try connection.run([photos] + others)[0] == count else { throw DomainError.photoUnknown }
  }

  /// Removes the last photos or hashtags if there are fewer now.
  private func cut(_ table: String, of id: PostID, from before: Int, to count: Int) -> [BoundStatement] {
    guard count < before else { return [] }
    let statement = "DELETE FROM \(table) WHERE post_id = $1 AND position >= $2"
    return [BoundStatement(statement, [.id(id), .integer(Int64(count))])]
  }

  /// Adds or replaces photos by their positions; only those that the account uploaded, or that are known.
  /// - Parameter known: photos that the post may show although the account did not upload them.
  private func put(
    _ photos: [PhotoName], of id: PostID, uploadedBy account: AccountID, orAmong known: [PhotoName]
  ) -> BoundStatement? {
    guard !photos.isEmpty else { return nil }
    var bound = BoundValues()
    let (id, account) = (bound.add(.id(id)), bound.add(.id(account)))
    let rows = photos.enumerated().map { position, photo in
      "(CAST(\(bound.add(.integer(Int64(position)))) AS BIGINT), CAST(\(bound.add(.text(photo.description))) AS TEXT))"
    }
    let isKnown = known.isEmpty ? "" : " OR column2 IN (\(bound.add(list: known.map { .text($0.description) })))"
    return BoundStatement(
      """
      INSERT INTO post_photo (post_id, position, photo)
      SELECT CAST(\(id) AS TEXT), column1, column2 FROM (VALUES \(rows.joined(separator: ", "))) AS shown
      WHERE EXISTS (SELECT 1 FROM photo_upload WHERE photo = column2 AND account_id = \(account))\(isKnown)
      ON CONFLICT (post_id, position) DO UPDATE SET photo = excluded.photo
      """, bound.values)
  }

  /// Marks the photos of goods with a price, permanently: their full size is restricted.
  private func markSold(_ photos: [PhotoName]) -> [BoundStatement] {
    BoundStatement.batches(in: photos.map { .text($0.description) }) {
      "UPDATE photo SET is_sold = 1 WHERE name IN (\($0))"
    }
  }

  /// Adds or replaces hashtags by their positions.
  private func putHashtags(of post: CheckedContent, to id: PostID, madeAt instant: Timestamp) -> [BoundStatement] {
    guard !post.hashtags.isEmpty else { return [] }
    var bound = BoundValues()
    let rows = post.hashtags.enumerated().map { position, hashtag -> [Value] in
      [
        .id(id), .integer(Int64(position)), .text(hashtag.text), .text(hashtag.folded),
        .text(post.content.kind.rawValue), .text(post.content.board), .instant(instant),
      ]
    }
    let places = bound.add(rows: rows)
    let statement = """
      INSERT INTO post_hashtag (post_id, position, tag, folded, kind, board, created_at)
      VALUES \(places) ON CONFLICT (post_id, position) DO UPDATE
      SET tag = excluded.tag, folded = excluded.folded, kind = excluded.kind, board = excluded.board
      """
    return [BoundStatement(statement, bound.values)]
  }
}
