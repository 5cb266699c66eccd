import Basics
import Posts
import SQL

/// Decides whose content a viewer sees, within one transaction: everyone's, except if either has blocked the other.
///
/// Most accounts have no blocks at all, which is checked once; otherwise each author is looked up once.
final class Visibility {
  private let connection: any DatabaseConnection
  private let viewer: AccountID?
  private var known: [AccountID: Bool] = [:]
  private let isInBlocks: Bool

  init(of viewer: AccountID?, on connection: any DatabaseConnection) throws {
    self.connection = connection
    self.viewer = viewer
    isInBlocks =
      try viewer.map { viewer in
        try connection.integer(
          """
          SELECT 1 WHERE EXISTS (SELECT 1 FROM block WHERE blocker_id = $1)
            OR EXISTS (SELECT 1 FROM block WHERE blocked_id = $1)
          """, [.id(viewer)]) != nil
      } ?? false
  }

  /// Throws `DomainError.callerGone` if the viewer's account was deleted in the meantime.
  func checkViewerExists() throws {
    guard let viewer else { throw DomainError.callerGone }
    try AccountRow.checkExists(viewer, on: connection)
  }

  /// Whether the viewer sees an author's content. Complexity: two lookups, once for each author.
  func shows(_ author: AccountID) throws -> Bool {
    guard isInBlocks, let viewer else { return true }
    if let answer = known[author] { return answer }
    let answer = try !AccountRow.isBlockBetween(viewer, author, on: connection)
    known[author] = answer
    return answer
  }
}
