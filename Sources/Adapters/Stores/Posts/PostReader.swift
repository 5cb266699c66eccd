import Basics
import Posts
import SQL

/// Reads posts as seen by one viewer, within one transaction. Four statements per post, all by key.
struct PostReader {
  let visibility: Visibility
  private let viewer: AccountID?
  private let connection: any DatabaseConnection

  init(for viewer: AccountID?, on connection: any DatabaseConnection) throws {
    self.viewer = viewer
    self.connection = connection
    visibility = try Visibility(of: viewer, on: connection)
  }

  static let select = """
    SELECT author_id, nickname, photo, post.created_at, updated_at, like_count, comment_count,
      \(PostColumns.content.joined(separator: ", "))
    FROM post JOIN account ON account.id = author_id WHERE post.id = $1
    """
  static let photos = "SELECT photo FROM post_photo WHERE post_id = $1 ORDER BY position"
  static let hashtags = "SELECT tag FROM post_hashtag WHERE post_id = $1 ORDER BY position"
  static let like = "SELECT 1 FROM post_like WHERE post_id = $1 AND account_id = $2"

  /// The post; nil if absent, not visible to the viewer, or rejected by `admits`.
  func read(_ id: PostID, where admits: (PostContent) -> Bool = { _ in true }) throws -> Post? {
    let key = Value.id(id)
    guard var found = try bare(id, key), try visibility.shows(found.author.id), admits(found.content) else {
      return nil
    }
    found.content.photos = try texts(Self.photos, key).compactMap { PhotoName($0) }
    found.hashtags = try texts(Self.hashtags, key)
    if let viewer, found.likeCount > 0 {
      found.isLiked = try connection.integer(Self.like, [key, .id(viewer)]) != nil
    }
    return found
  }

  /// The post without photos and hashtags.
  private func bare(_ id: PostID, _ key: Value) throws -> Post? {
    try connection.first(Self.select, [key]) { row in
      Post(
        id: id, author: try row.person(from: 0), content: try PostColumns.content(of: row, from: 7),
        hashtags: [], createdAt: row.instant(3), updatedAt: row.instantIfAny(4),
        likeCount: Int(row.integer(5)), commentCount: Int(row.integer(6)))
    }
  }

  private func texts(_ query: String, _ key: Value) throws -> [String] {
    var texts: [String] = []
    try connection.each(query, [key]) { texts.append($0.text(0)) }
    return texts
  }
}
