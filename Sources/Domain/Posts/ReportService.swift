package import Basics
import TextForms

/// Why something is reported.
package enum ReportReason: String, Hashable, Sendable, CaseIterable {
  case spam, sexual, violence, hate, personalInformation, copyright, other
}

/// What a report is about.
package enum ReportSubjectReference: Hashable, Sendable {
  case post(PostID)
  case comment(CommentID, on: PostID)
}

/// A report in the operator's queue.
package struct Report: Hashable, Sendable {
  /// Stable, and sorts by time.
  package let id: ReportID
  /// What is reported; it may be gone.
  package let subject: ReportSubjectReference
  /// Who wrote what is reported; nil once that account is gone.
  package var author: Person?
  /// What was reported, as it read then: the first 500 characters.
  package var excerpt: String
  /// Why it is reported.
  package var reason: ReportReason
  /// What the person adds; at most 1,000 characters.
  package var note: String
  /// When it was first reported.
  package let createdAt: Timestamp
  /// Nil while it is open.
  package var closedAt: Timestamp?
  /// Whether what was reported was removed.
  package var isRemoved: Bool

  /// A report from its parts.
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

/// A report with what an operator needs to judge it.
package struct ReportDetails: Hashable, Sendable {
  /// The report.
  package let report: Report
  /// Who reported it first; nil once that account is gone.
  package let reporter: Person?
  /// The photos that the post has now, in order.
  package let photos: [PhotoName]

  /// Details from their parts.
  package init(report: Report, reporter: Person?, photos: [PhotoName]) {
    self.report = report
    self.reporter = reporter
    self.photos = photos
  }
}

/// Reports of posts and comments, and the operator's queue.
package struct ReportService: Sendable {
  private let reports: any ReportStore
  private let clock: @Sendable () -> Timestamp
  private let random: RandomBytes

  /// A service over its store.
  package init(reports: any ReportStore, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes) {
    self.reports = reports
    self.clock = clock
    self.random = random
  }

  static let maxNoteLength = 1_000
  static let maxExcerptLength = 500

  /// Files a report. A second one by the same person about the same thing while the first is open gives that one its
  /// reason and note; the excerpt stays what the first one saw.
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

  /// The first scalars of what was said, a line for each text.
  private static func excerpt(of texts: [String]) -> String {
    let text = texts.filter { !TextValidator.isBlank($0) }.joined(separator: "\n")
    return String(text.unicodeScalars.prefix(maxExcerptLength))
  }

  /// The queue, newest first: the open ones, or all.
  package func queue(openOnly: Bool, _ request: PageRequest) async throws -> Page<Report> {
    try await reports.page(openOnly: openOnly, request)
  }

  /// One report.
  /// - Throws: `DomainError` `report-unknown` (notFound).
  package func report(_ id: ReportID) async throws -> Report { try await details(of: id).report }

  /// One report with who reported it and what the post shows.
  /// - Throws: `DomainError` `report-unknown` (notFound).
  package func details(of id: ReportID) async throws -> ReportDetails {
    guard let details = try await reports.details(of: id) else { throw DomainError.reportUnknown }
    return details
  }

  /// Closes a report, and all other open ones about the same thing; `removing` also removes what was reported.
  /// - Throws: `DomainError` `report-unknown` (notFound), `report-closed` (conflict).
  package func close(_ id: ReportID, removing: Bool) async throws -> Report {
    try await reports.close(id, removing: removing, at: clock())
  }
}
