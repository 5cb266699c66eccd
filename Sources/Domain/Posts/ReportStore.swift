package import Basics

/// Where reports are kept. Each change is one transaction.
package protocol ReportStore: Sendable {
  /// Files a report: inside the transaction `decide` is given what is reported, and the open report of the same person
  /// about the same thing where there is one. What it answers is kept: in place of the open report where it has the
  /// same identifier, beside it otherwise.
  /// - Throws: What `decide` throws; `DomainError` `post-unknown`, `comment-unknown` where there is none that the
  ///   reporter sees.
  func file(
    _ subject: ReportSubjectReference, by reporter: AccountID,
    _ decide: @escaping @Sendable (_ reported: ReportedContent, _ open: Report?) throws -> Report
  ) async throws -> Report

  /// The queue, newest first: the open ones, or all. The cost is as with feeds.
  func page(openOnly: Bool, _ request: PageRequest) async throws -> Page<Report>

  /// One report with who reported it and the photos of the post; nil where there is none.
  func details(of id: ReportID) async throws -> ReportDetails?

  /// Closes a report and all other open ones about the same thing; with `removing`, what was reported is gone
  /// afterwards, with the counts it moves, and all of them say so.
  /// - Throws: `DomainError` `report-unknown`, `report-closed` where it was closed before.
  func close(_ id: ReportID, removing: Bool, at instant: Timestamp) async throws -> Report
}

/// What a report is about, as it reads now.
package struct ReportedContent: Hashable, Sendable {
  /// Who made it.
  package let author: Person
  /// All that it says, in order.
  package let texts: [String]

  /// A reported thing from its parts.
  package init(author: Person, texts: [String]) {
    self.author = author
    self.texts = texts
  }
}
