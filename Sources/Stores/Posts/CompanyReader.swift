import Basics
import Posts
import SQL

/// Reads who likes posts and what was said of them, as one viewer sees it, within one transaction.
struct CompanyReader {
  private let viewer: AccountID?
  private let visibility: Visibility
  private let connection: any Connection

  init(for viewer: AccountID?, on connection: any Connection) throws {
    self.viewer = viewer
    self.connection = connection
    visibility = try Visibility(of: viewer, on: connection)
  }

  /// The company of a post; none where the viewer does not see it.
  func read(_ post: PostID) throws -> PostCompany {
    let author: AccountID? = try connection.first(
      "SELECT author_id FROM post WHERE id = $1", [.id(post)]
    ) { try PostColumns.identifier(of: $0, 0) }
    guard let author, try visibility.shows(author) else { return PostCompany() }
    let comments = try CommentReader(visibility, on: connection).page(of: post, after: nil, limit: PostCompany.most)
    return PostCompany(likers: try likers(of: post), comments: comments.items)
  }

  static let likers =
    "SELECT account_id FROM post_like WHERE post_id = $1 ORDER BY since DESC, account_id DESC LIMIT $2"

  /// Of more likers than are shown the viewer takes the last place.
  private func likers(of post: PostID) throws -> [AccountID] {
    var found: [AccountID] = []
    try connection.each(Self.likers, [.id(post), .integer(Int64(PostCompany.most))]) { row in
      let liker: AccountID = try PostColumns.identifier(of: row, 0)
      if try visibility.shows(liker) { found.append(liker) }
    }
    guard let viewer, found.count == PostCompany.most, !found.contains(viewer) else { return found }
    let own = try connection.integer(PostReader.like, [.id(post), .id(viewer)])
    return own == nil ? found : found.dropLast() + [viewer]
  }
}
