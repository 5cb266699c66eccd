package import Basics
import Booths
import Notices
import SQL

/// Called with the recipient of a notice once it is stored, to wake the recipient's connections.
package typealias NoticeAnnouncement = @Sendable (AccountID) -> Void

/// A notice to be written. Others of the same recipient, kind and subject are joined with it until it is read.
struct NewNotice {
  let recipient: AccountID
  let kind: NoticeKind
  /// Within the kind, what the notice is about.
  var subject = ""
  /// Who did it; nil if the recipient is not told.
  var actor: AccountID?
  /// What happened, within the notice: the person, the comment or the order. The same again is counted once.
  let event: String
  /// A post with which the notice is removed.
  var post: PostID?
  /// A workspace with which the notice is removed.
  var workspace: WorkspaceID?
  /// A saved booth, which has closed or opened again.
  var booth: BoothID?
  let instant: Timestamp
}

/// Writes notices within one transaction, and knows whom to wake after it.
final class NoticeWriter {
  let connection: any DatabaseConnection
  private(set) var recipients: Set<AccountID> = []

  init(_ connection: any DatabaseConnection) {
    self.connection = connection
  }

  /// Writes a notice after other statements, in one round trip.
  func add(_ notice: NewNotice?, after statements: [BoundStatement] = []) throws {
    try add([notice].compactMap(\.self), after: statements)
  }

  func add(_ notices: [NewNotice], after statements: [BoundStatement] = []) throws {
    let notices = notices.filter { $0.actor != $0.recipient }
    guard !statements.isEmpty || !notices.isEmpty else { return }
    let counts = try connection.run(statements + notices.flatMap(NoticeRows.add))
    for (index, notice) in notices.enumerated() where counts[statements.count + 2 * index + 1] > 0 {
      recipients.insert(notice.recipient)
    }
  }
}

extension Database {
  /// Runs a write transaction, and announces afterwards whom its notices are for.
  func write<Result: Sendable>(
    announcing announce: NoticeAnnouncement,
    _ body: @escaping @Sendable (any DatabaseConnection, NoticeWriter) throws -> Result
  ) async throws -> Result {
    let (result, recipients) = try await write { connection in
      let notices = NoticeWriter(connection)
      let result = try body(connection, notices)
      return (result, notices.recipients)
    }
    for recipient in recipients { announce(recipient) }
    return result
  }
}
