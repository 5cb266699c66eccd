package import Basics
import TextForms

package enum ReportReason: String, Hashable, Sendable, CaseIterable {
  case spam, sexual, violence, hate, personalInformation, copyright, other
}

package enum ReportSubjectReference: Hashable, Sendable {
  case post(PostID)
  case comment(CommentID, on: PostID)
}

/// A report in the operator's moderation queue.
package struct Report: Hashable, Sendable {
  package let id: ReportID
  /// It may have been removed since.
  package let subject: ReportSubjectReference
  /// The author of the content; nil once that account is removed.
  package var author: Person?
  /// The first 500 Unicode scalars of the content when it was reported.
  package var excerpt: String
  package var reason: ReportReason
  /// The reporter's note; at most 1,000 characters.
  package var note: String
  /// When it was first reported.
  package let createdAt: Timestamp
  /// Nil while it is open.
  package var closedAt: Timestamp?
  package var isRemoved: Bool

  package init(
    id: ReportID, subject: ReportSubjectReference, author: Person?, excerpt: String, reason: ReportReason, note: String,
    createdAt: Timestamp, closedAt: Timestamp? = nil, isRemoved: Bool = false
  ) {
    self.id = id
    self.subject = subject
    self.author = author
    self.excerpt = excerpt
    self.reason = reason
    self.note = note
    self.createdAt = createdAt
    self.closedAt = closedAt
    self.isRemoved = isRemoved
  }
}

package struct ReportDetails: Hashable, Sendable {
  package let report: Report
  /// Nil once that account is removed.
  package let reporter: Person?
  /// The photos of the post now, in order.
  package let photos: [PhotoName]

  package init(report: Report, reporter: Person?, photos: [PhotoName]) {
    self.report = report
    self.reporter = reporter
    self.photos = photos
  }
}

/// Reports of posts and comments, and the operator's moderation queue.
package struct ReportService: Sendable {
  private let reports: any ReportStore
  private let clock: @Sendable () -> Timestamp
  private let random: RandomBytes

  package init(reports: any ReportStore, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes) {
    self.reports = reports
    self.clock = clock
    self.random = random
  }

  static let maxNoteLength = 1_000
  static let maxExcerptLength = 500

  /// Files a report. While a report by the same account about the same subject is open, another one updates its reason
  /// and note; the excerpt stays.
  /// - Throws: `DomainError` `post-unknown`, `comment-unknown` (notFound), `note-too-long`, `text-invalid` (field
  ///   `note`), `report-own` (invalid).
  package func report(
    _ subject: ReportSubjectReference, _ reason: ReportReason, note: String, by caller: AccountID
  ) async throws -> Report {
    try TextValidator.check(note, maxLength: Self.maxNoteLength, field: "note", tooLong: "note-too-long")
    let now = clock()
    let id = ReportID(at: now, random: random)
    return try await reports.file(subject, by: caller) { reported, open in
      guard reported.author.id != caller else {
        throw DomainError(.invalid, "report-own", "This is your own: change or remove it instead.")
      }
      var report =
        open
        ?? Report(
          id: id, subject: subject, author: reported.author, excerpt: Self.excerpt(of: reported.texts), reason: reason,
          note: note, createdAt: now)
      report.reason = reason
      report.note = note
      return report
    }
  }

  /// The first Unicode scalars of the texts, one line for each text.
  private static func excerpt(of texts: [String]) -> String {
    let text = texts.filter { !TextValidator.isBlank($0) }.joined(separator: "\n")
    return String(text.unicodeScalars.prefix(maxExcerptLength))
  }

  /// The moderation queue, newest first: open reports, or all.
  package func queue(openOnly: Bool, _ request: PageRequest) async throws -> Page<Report> {
    try await reports.page(openOnly: openOnly, request)
  }

  /// - Throws: `DomainError` `report-unknown` (notFound).
  package func report(_ id: ReportID) async throws -> Report { try await details(of: id).report }

  /// A report with its reporter and the photos of the post.
  /// - Throws: `DomainError` `report-unknown` (notFound).
  package func details(of id: ReportID) async throws -> ReportDetails {
    guard let details = try await reports.details(of: id) else { throw DomainError.reportUnknown }
    return details
  }

  /// Closes a report, and all other open ones about the same subject; `removing` also removes the reported content.
  /// - Throws: `DomainError` `report-unknown` (notFound), `report-closed` (conflict).
  package func close(_ id: ReportID, removing: Bool) async throws -> Report {
    try await reports.close(id, removing: removing, at: clock())
  }
}
