package import Basics
import Notices
package import Posts
package import SQL

package struct SQLReportStore: ReportStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each reporter whose report is closed.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  /// Files a report. Complexity: O(log n + reports about the same post).
  package func file(
    _ subject: ReportSubjectReference, by reporter: AccountID,
    _ decide: @escaping @Sendable (_ reported: ReportedContent, _ open: Report?) throws -> Report
  ) async throws -> Report {
    try await database.write { connection in
      let reported = try Self.reported(subject, by: reporter, on: connection)
      let open = try ReportRows.open(subject, by: reporter, on: connection)
      let report = try decide(reported, open)
      try ReportRows.write(report, by: reporter, on: connection)
      return report
    }
  }

  /// Complexity: O(limit).
  package func page(openOnly: Bool, _ request: PageRequest) async throws -> Page<Report> {
    try await database.read { try ReportRows.page(openOnly: openOnly, request, on: $0) }
  }

  package func details(of id: ReportID) async throws -> ReportDetails? {
    try await database.read { try ReportRows.details(of: id, on: $0) }
  }

  /// Complexity: O(log n + reports about the same post), plus the removal.
  package func close(_ id: ReportID, removing: Bool, at instant: Timestamp) async throws -> Report {
    try await database.write(announcing: announce) { connection, notices in
      guard var report = try ReportRows.report(id, on: connection) else { throw DomainError.reportUnknown }
      guard report.closedAt == nil else { throw DomainError.reportClosed }
      let decisions = try ReportRows.openReporters(of: report.subject, on: connection).map { id, reporter in
        NewNotice(
          recipient: reporter, kind: .reportDecision, subject: id.description, event: id.description, instant: instant)
      }
      if removing { try Self.remove(report.subject, on: connection) }
      try notices.add(
        decisions, after: [ReportRows.close(report.subject, isRemoved: removing, at: instant)])
      (report.closedAt, report.isRemoved) = (instant, removing)
      return report
    }
  }

  // MARK: Within a transaction

  private static func reported(
    _ subject: ReportSubjectReference, by reporter: AccountID, on connection: any DatabaseConnection
  ) throws -> ReportedContent {
    try AccountRow.checkExists(reporter, on: connection)
    switch subject {
    case .post(let id):
      guard let post = try PostReader(for: reporter, on: connection).readTexts(of: id) else {
        throw DomainError.postUnknown
      }
      let texts = [post.content.title ?? "", post.content.text] + post.content.notes.map { $0 ?? "" }
      return ReportedContent(author: post.author, texts: texts)
    case .comment(let id, let post):
      let found = try CommentReader(for: reporter, on: connection).find(id, on: post)
      guard found.isVisible, let comment = found.comment else { throw DomainError.commentUnknown }
      return ReportedContent(author: comment.author, texts: [comment.text])
    }
  }

  /// Removes the subject, if it still exists.
  private static func remove(_ subject: ReportSubjectReference, on connection: any DatabaseConnection) throws {
    switch subject {
    case .post(let id):
      let author: AccountID? = try connection.first(
        "SELECT author_id FROM post WHERE id = $1", [.id(id)]
      ) { try $0.identifier(0) }
      guard let author else { return }
      // Buyers do not keep what had to go.
      try connection.run(
        "DELETE FROM order_photo WHERE photo IN (SELECT photo FROM post_photo WHERE post_id = $1)", [.id(id)])
      try PostWriter.remove(id, by: author, on: connection)
    case .comment(let id, let post): try SQLCommentStore.remove(id, on: post, on: connection)
    }
  }
}

extension ReportSubjectReference {
  var post: PostID {
    switch self {
    case .post(let post), .comment(_, let post): post
    }
  }

  /// The comment; nil for a post.
  var comment: CommentID? {
    switch self {
    case .post: nil
    case .comment(let comment, _): comment
    }
  }
}
