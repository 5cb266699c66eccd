public import Basics

/// Why something is reported.
public enum ReportReason: String, Hashable, Sendable, CaseIterable {
  case spam, sexual, violence, hate, personalInformation, copyright, other
}

/// What a report is about.
public enum ReportSubjectReference: Hashable, Sendable {
  case post(PostID)
  case comment(CommentID, on: PostID)
}

/// A report in the operator's queue.
public struct Report: Hashable, Sendable {
  public let id: ReportID
  public let subject: ReportSubjectReference
  /// Who wrote what is reported; nil once that account is gone.
  public var author: Author?
  /// What was reported, as it read then: the first 500 characters.
  public var excerpt: String
  public var reason: ReportReason
  /// What the person adds; at most 1,000 characters.
  public var note: String
  public let createdAt: Timestamp
  /// Nil while it is open.
  public var closedAt: Timestamp?
  /// Whether what was reported was removed.
  public var isRemoved: Bool

  /// A report from its parts.
  public init(
    id: ReportID, subject: ReportSubjectReference, author: Author?, excerpt: String, reason: ReportReason, note: String,
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

/// Reports of posts and comments, and the operator's queue.
public struct ReportService: Sendable {
  /// Files a report. A second one by the same person about the same thing while the first is open changes that one.
  /// - Throws: `Refusal` `post-unknown`, `comment-unknown` (missing), `note-too-long`, `report-own` (invalid).
  public func report(_ subject: ReportSubjectReference, _ reason: ReportReason, note: String, by caller: AccountID)
    async throws -> Report
  { fatalError("skeleton") }

  /// The queue, newest first: the open ones, or all.
  public func queue(openOnly: Bool, _ request: PageRequest) async throws -> Page<Report> { fatalError("skeleton") }

  /// One report.
  /// - Throws: `Refusal` `report-unknown` (missing).
  public func report(_ id: ReportID) async throws -> Report { fatalError("skeleton") }

  /// Closes a report, and all other open ones about the same thing; `removing` also removes what was reported.
  /// - Throws: `Refusal` `report-unknown` (missing), `report-closed` (conflict).
  public func close(_ id: ReportID, removing: Bool) async throws -> Report { fatalError("skeleton") }
}
