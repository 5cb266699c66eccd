import Basics
import Posts
import SQL

/// Reads likers and comments of posts as seen by one viewer, within one transaction.
struct ParticipantReader {
  private let viewer: AccountID?
  private let visibility: Visibility
  private let connection: any DatabaseConnection
  /// The maximum size of comments per post, in bytes.
  private let maxBytesPerPost: Int
  /// The number of comments per read.
  private static let batch = 50

  init(for viewer: AccountID?, of posts: Int, on connection: any DatabaseConnection) throws {
    self.viewer = viewer
    self.connection = connection
    maxBytesPerPost = PostParticipants.maxTextBytes / max(1, posts)
    visibility = try Visibility(of: viewer, on: connection)
  }

  /// The participants of a post; empty if the viewer does not see it.
  func read(_ post: PostID) throws -> PostParticipants {
    let author: AccountID? = try connection.first(
      "SELECT author_id FROM post WHERE id = $1", [.id(post)]
    ) { try $0.identifier(0) }
    guard let author, try visibility.shows(author) else { return PostParticipants() }
    return PostParticipants(likers: try likers(of: post), comments: try comments(of: post))
  }

  private func comments(of post: PostID) throws -> [Comment] {
    let reader = CommentReader(visibility, on: connection)
    var found: [Comment] = []
    var left = maxBytesPerPost
    var key: PageKey?
    repeat {
      let limit = min(Self.batch, PostParticipants.maxCount - found.count)
      let page = try reader.page(of: post, after: key, limit: limit)
      for comment in page.items {
        left -= comment.text.utf8.count
        guard left >= 0 else { return found }
        found.append(comment)
      }
      // An empty page with a next page has skipped thousands of keys: stop here.
      key = page.items.isEmpty ? nil : page.next
    } while key != nil && found.count < PostParticipants.maxCount
    return found
  }

  static let likers =
    "SELECT account_id FROM post_like WHERE post_id = $1 ORDER BY since DESC, account_id DESC LIMIT $2"

  /// The likers. If there are more than the limit and the viewer is one of them, the viewer is the last.
  private func likers(of post: PostID) throws -> [AccountID] {
    var found: [AccountID] = []
    try connection.each(Self.likers, [.id(post), .integer(Int64(PostParticipants.maxCount))]) { row in
      let liker: AccountID = try row.identifier(0)
      if try visibility.shows(liker) { found.append(liker) }
    }
    guard let viewer, found.count == PostParticipants.maxCount, !found.contains(viewer) else { return found }
    let own = try connection.integer(PostReader.like, [.id(post), .id(viewer)])
    return own == nil ? found : found.dropLast() + [viewer]
  }
}
