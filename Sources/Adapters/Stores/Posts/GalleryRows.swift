import Basics
import Posts
import SQL

/// Reads what people share about a booth within one transaction.
enum GalleryRows {
  /// Posts in the order of `post_booth_likes`. Goods are for the shop.
  private static let about = "booth_id = $1 AND kind NOT IN (\(goods))"
  private static let goods = PostKind.allCases.filter(\.isGoods).map { "'\($0.rawValue)'" }.joined(separator: ", ")

  /// The numbers of posts and of their likes.
  static let countStatement = """
    SELECT COUNT(*), CAST(COALESCE(SUM(like_count), 0) AS BIGINT) FROM post WHERE \(about)
    """

  static func counts(of booth: BoothID, on connection: any DatabaseConnection) throws -> (posts: Int, likes: Int) {
    try connection.first(countStatement, [.integer(booth.number)]) { (Int($0.integer(0)), Int($0.integer(1))) } ?? (
      0, 0
    )
  }

  /// Photos of the most liked posts that a viewer (`$2`, or null) sees, at most `$3`. Posts of old clients may contain
  /// documents, which are no photos.
  static let photoStatement = """
    SELECT account.id, account.nickname, account.photo, post_photo.photo, liked.id, liked.like_count
    FROM (
      SELECT id, author_id, like_count FROM post
      WHERE \(about) AND \(Visibility.shows("author_id", to: "$2"))
      ORDER BY like_count DESC, id DESC LIMIT \(BoothGallery.maxPosts)) AS liked
    JOIN post_photo ON post_photo.post_id = liked.id JOIN account ON account.id = liked.author_id
    WHERE post_photo.photo NOT LIKE '%.pdf'
    ORDER BY liked.like_count DESC, liked.id DESC, post_photo.position LIMIT $3
    """

  /// The first photo of each of some booths (`column1`) that a viewer (`$1`, or null) sees.
  static func coverStatement(_ booths: String) -> String {
    """
    SELECT column1, (
      SELECT post_photo.photo FROM post JOIN post_photo ON post_photo.post_id = post.id
      WHERE post.booth_id = column1 AND post.kind NOT IN (\(goods)) AND \(Visibility.shows("post.author_id", to: "$1"))
        AND post_photo.photo NOT LIKE '%.pdf'
      ORDER BY post.like_count DESC, post.id DESC, post_photo.position LIMIT 1)
    FROM (VALUES \(booths)) AS listed
    """
  }

  static func covers(
    of booths: [BoothID], for viewer: AccountID?, on connection: any DatabaseConnection
  ) throws -> [BoothCover] {
    let listed = ValueList.padded(booths.map { .integer($0.number) })
    let rows = listed.indices.map { "(CAST($\($0 + 2) AS BIGINT))" }.joined(separator: ", ")
    var covers: [BoothID: BoothCover] = [:]
    try connection.each(coverStatement(rows), [.id(orNull: viewer)] + listed) { row in
      guard let text = row.optionalText(1) else { return }
      guard let photo = PhotoName(text) else { throw Unreadable(what: "the name of a photo") }
      let booth = BoothID(row.integer(0))
      covers[booth] = BoothCover(booth: booth, photo: photo)
    }
    return Array(covers.values)
  }

  static func photos(
    of booth: BoothID, for viewer: AccountID?, limit: Int, on connection: any DatabaseConnection
  ) throws -> [GalleryPhoto] {
    var photos: [GalleryPhoto] = []
    try connection.each(photoStatement, [.integer(booth.number), .id(orNull: viewer), .integer(Int64(limit))]) { row in
      guard let name = PhotoName(row.text(3)) else { throw Unreadable(what: "the name of a photo") }
      photos.append(
        GalleryPhoto(
          name: name, post: try row.identifier(4), author: try row.person(from: 0), likeCount: Int(row.integer(5))))
    }
    return photos
  }
}
