package import Basics

/// The report store. Each change is one transaction.
package protocol ReportStore: Sendable {
  /// Files a report: inside the transaction `decide` receives the reported content and the open report by the same
  /// account about the same subject, if any. The report it returns is stored: it replaces the open one if it has the
  /// same identifier.
  /// - Throws: What `decide` throws; `DomainError` `post-unknown`, `comment-unknown` if there is none visible to the
  ///   reporter.
  func file(
    _ subject: ReportSubjectReference, by reporter: AccountID,
    _ decide: @escaping @Sendable (_ reported: ReportedContent, _ open: Report?) throws -> Report
  ) async throws -> Report

  /// The moderation queue, newest first: open reports, or all. The cost is as for feeds.
  func page(openOnly: Bool, _ request: PageRequest) async throws -> Page<Report>

  func details(of id: ReportID) async throws -> ReportDetails?

  /// Closes a report and all other open ones about the same subject. With `removing`, the reported post or comment is
  /// removed as well, the counts are updated, and all these reports record it.
  /// - Throws: `DomainError` `report-unknown`, `report-closed` if it was closed before.
  func close(_ id: ReportID, removing: Bool, at instant: Timestamp) async throws -> Report
}

package struct ReportedContent: Hashable, Sendable {
  package let author: Person
  /// All its texts, in order.
  package let texts: [String]

  package init(author: Person, texts: [String]) {
    self.author = author
    self.texts = texts
  }
}
