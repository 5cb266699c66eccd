import Basics
import Posts
import SQL

/// Reads and writes reports within one transaction.
enum ReportRows {
  private static let select = """
    SELECT author_id, nickname, photo, report.id, post_id, comment_id, excerpt, reason, note, report.created_at,
      closed_at, is_removed
    FROM report LEFT JOIN account ON account.id = author_id
    """

  static func report(_ id: ReportID, on connection: any DatabaseConnection) throws -> Report? {
    try connection.first("\(select) WHERE report.id = $1", [.id(id)], report(of:))
  }

  static func details(of id: ReportID, on connection: any DatabaseConnection) throws -> ReportDetails? {
    guard let report = try report(id, on: connection) else { return nil }
    let reporter = try connection.first(
      """
      SELECT \(AccountRow.personColumns) FROM account
      WHERE account.id = (SELECT reporter_id FROM report WHERE report.id = $1)
      """, [.id(id)]
    ) { try $0.person(from: 0) }
    var photos: [PhotoName] = []
    try connection.each(Self.photos, [.id(report.subject.post)]) { row in
      PhotoName(row.text(0)).map { photos.append($0) }
    }
    return ReportDetails(report: report, reporter: reporter, photos: photos)
  }

  static let photos = "SELECT photo FROM post_photo WHERE post_id = $1 ORDER BY position"

  /// The open report of a reporter about a subject; nil when absent.
  static func open(
    _ subject: ReportSubjectReference, by reporter: AccountID, on connection: any DatabaseConnection
  ) throws -> Report? {
    try connection.first(
      "\(select) WHERE \(about(subject)) AND reporter_id = $2 AND closed_at IS NULL",
      values(subject, .id(reporter)), report(of:))
  }

  /// Adds a report, or changes the reason and note of the one with its identifier.
  static func write(_ report: Report, by reporter: AccountID, on connection: any DatabaseConnection) throws {
    try connection.run(
      """
      INSERT INTO report (id, reporter_id, post_id, comment_id, author_id, excerpt, reason, note, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, note = excluded.note
      """,
      [
        .id(report.id), .id(reporter), .id(report.subject.post),
        report.subject.comment.map(Value.id) ?? .null, report.author.map { .id($0.id) } ?? .null,
        .text(report.excerpt), .text(report.reason.rawValue), .text(report.note), .instant(report.createdAt),
      ])
  }

  /// The open reports about a subject, with their reporters.
  static func openReporters(
    of subject: ReportSubjectReference, on connection: any DatabaseConnection
  ) throws -> [(ReportID, AccountID)] {
    var found: [(ReportID, AccountID)] = []
    // The value between those of the subject is none.
    try connection.each(
      "SELECT id, reporter_id FROM report WHERE \(about(subject)) AND closed_at IS NULL AND reporter_id <> $2",
      values(subject, .text(""))
    ) { found.append((try $0.identifier(0), try $0.identifier(1))) }
    return found
  }

  /// Closes every open report about a subject.
  static func close(_ subject: ReportSubjectReference, isRemoved: Bool, at instant: Timestamp) -> BoundStatement {
    BoundStatement(
      """
      UPDATE report SET closed_at = $2, is_removed = \(isRemoved ? 1 : 0)
      WHERE \(about(subject)) AND closed_at IS NULL
      """, values(subject, .instant(instant)))
  }

  /// A page of the queue: after the key (`$1`, `$2`), at most `$3`.
  static func pageStatement(openOnly: Bool) -> String {
    """
    \(select) WHERE \(openOnly ? "closed_at IS NULL AND " : "")(report.created_at, report.id) < ($1, $2)
    ORDER BY report.created_at DESC, report.id DESC LIMIT $3
    """
  }

  static func page(openOnly: Bool, _ request: PageRequest, on connection: any DatabaseConnection) throws -> Page<Report>
  {
    try connection.page(
      pageStatement(openOnly: openOnly), request,
      key: { PageKey(instant: $0.createdAt, id: $0.id.description) }, report(of:))
  }

  /// The condition that a report is about a subject: `$1` is the post, `$3` the comment, if any.
  private static func about(_ subject: ReportSubjectReference) -> String {
    "post_id = $1 AND comment_id \(subject.comment == nil ? "IS NULL" : "= $3")"
  }

  /// The values of `about`, with the caller's own value between.
  private static func values(_ subject: ReportSubjectReference, _ own: Value) -> [Value] {
    [.id(subject.post), own] + (subject.comment.map { [.id($0)] } ?? [])
  }

  private static func report(of row: any Row) throws -> Report {
    guard let reason = ReportReason(rawValue: row.text(7)) else { throw Unreadable(what: "a report's reason") }
    let post: PostID = try row.identifier(4)
    return Report(
      id: try row.identifier(3),
      subject: row.isNull(5) ? .post(post) : .comment(try row.identifier(5), on: post),
      author: row.isNull(0) ? nil : try row.person(from: 0), excerpt: row.text(6), reason: reason,
      note: row.text(8), createdAt: row.instant(9), closedAt: row.instantIfAny(10),
      isRemoved: row.integer(11) != 0)
  }
}
