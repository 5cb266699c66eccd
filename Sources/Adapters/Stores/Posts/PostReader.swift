import Basics
import Posts
import SQL

/// Reads posts as seen by one viewer, within one transaction: two statements, however many posts.
struct PostReader {
  private let viewer: AccountID?
  private let connection: any DatabaseConnection

  init(for viewer: AccountID?, on connection: any DatabaseConnection) {
    self.viewer = viewer
    self.connection = connection
  }

  /// Posts by their identifiers, as the viewer `$1` sees them.
  static func select(_ list: String) -> String {
    """
    SELECT author_id, nickname, photo, post.id, post.created_at, updated_at, like_count, comment_count,
      EXISTS (SELECT 1 FROM post_like WHERE post_id = post.id AND account_id = $1),
      \(PostColumns.content.joined(separator: ", "))
    FROM post JOIN account ON account.id = author_id WHERE post.id IN (\(list))
    """
  }

  /// One post, `$2`, if the viewer `$1` sees it.
  static let selectVisible = "\(select("$2")) AND \(Visibility.shows("post.author_id", to: "$1"))"

  /// The photos with their sizes, and the hashtags of posts, each in order.
  static func details(_ list: String) -> String {
    """
    SELECT 0 AS is_hashtag, post_id, position, photo AS detail, photo.width, photo.height
      FROM post_photo LEFT JOIN photo ON photo.name = post_photo.photo WHERE post_id IN (\(list))
    UNION ALL SELECT 1, post_id, position, tag, 0, 0 FROM post_hashtag WHERE post_id IN (\(list))
    ORDER BY is_hashtag, post_id, position
    """
  }

  static func sizes(
    of photos: [PhotoName], on connection: any DatabaseConnection
  ) throws -> [PhotoName: PhotoSize] {
    var sizes: [PhotoName: PhotoSize] = [:]
    try connection.each(
      in: photos.map { .text($0.description) }, { "SELECT name, width, height FROM photo WHERE name IN (\($0))" }
    ) { row in
      if let name = PhotoName(row.text(0)) { sizes[name] = size(of: row, from: 1) }
    }
    return sizes
  }

  /// A document has no size, and neither has a photo that is not recorded.
  private static func size(of row: any Row, from first: Int) -> PhotoSize? {
    let (width, height) = (row.optionalInteger(first) ?? 0, row.optionalInteger(first + 1) ?? 0)
    return width > 0 && height > 0 ? PhotoSize(width: Int(width), height: Int(height)) : nil
  }

  /// The post; nil if absent or not visible to the viewer.
  func read(_ id: PostID) throws -> Post? { try readTexts(of: id).flatMap { try withDetails([$0]).first } }

  /// The post without photos and hashtags; nil if absent or not visible to the viewer.
  func readTexts(of id: PostID) throws -> Post? {
    try connection.first(Self.selectVisible, [.id(orNull: viewer), .id(id)], Self.post)
  }

  /// The posts that exist, in the given order. Whether the viewer sees them is known.
  func read(_ ids: [String]) throws -> [Post] {
    var found: [String: Post] = [:]
    try connection.each(in: ids.map(Value.text), after: [.id(orNull: viewer)], Self.select) { row in
      found[row.text(3)] = try Self.post(of: row)
    }
    return try withDetails(ids.compactMap { found[$0] })
  }

  /// The posts with their photos and hashtags.
  private func withDetails(_ posts: [Post]) throws -> [Post] {
    var photos: [String: [PhotoName]] = [:]
    var hashtags: [String: [String]] = [:]
    var sizes: [PhotoName: PhotoSize] = [:]
    try connection.each(in: posts.map { .id($0.id) }, Self.details) { row in
      if row.integer(0) != 0 {
        hashtags[row.text(1), default: []].append(row.text(3))
      } else if let photo = PhotoName(row.text(3)) {
        photos[row.text(1), default: []].append(photo)
        sizes[photo] = Self.size(of: row, from: 4)
      }
    }
    return posts.map { post in
      var post = post
      post.content.photos = photos[post.id.description] ?? []
      for photo in post.content.photos { post.photoSizes[photo] = sizes[photo] }
      post.hashtags = hashtags[post.id.description] ?? []
      return post
    }
  }

  /// The post of a row of `select`, without photos and hashtags.
  private static func post(of row: any Row) throws -> Post {
    Post(
      id: try row.identifier(3), author: try row.person(from: 0), content: try PostColumns.content(of: row, from: 9),
      hashtags: [], createdAt: row.instant(4), updatedAt: row.instantIfAny(5), likeCount: Int(row.integer(6)),
      commentCount: Int(row.integer(7)), isLiked: row.integer(8) != 0)
  }
}
