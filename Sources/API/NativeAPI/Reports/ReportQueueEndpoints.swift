import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON
import Posts

/// Reports of posts and comments, for operators.
struct ReportQueueEndpoints: Sendable {
  let reports: ReportService
  let access: OperatorAccess

  var all: [Endpoint] { [one, close] }

  private static let id = Parameter<ReportID>(
    "id", .identifier(), "The report's identifier.", example: "0199c0ffee0123456789abcd")
  private static let removes = BodyField<Bool>(
    "remove", .flag(), "Whether the post or comment is removed.", isRequired: true, example: true)
  private static let unknown = ResponseDescription.notFound("There is no such report.")

  private var one: Endpoint {
    Endpoint(
      path: "/api/reports/{id}", group: .reports, summary: "A report with its reporter and the photos",
      details: "`excerpt` is the beginning of the content when it was reported.",
      pathParameters: [Self.id], caller: .role(.moderator), action: "reports show",
      answers: [ResponseDescription(200, "The report.", [(MediaType.json, "ReportDetails")]), Self.unknown],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        return .forOperator(
          ReportDetailsDocument(try await reports.details(of: try context.pathParameter(Self.id))))
      })
  }

  private var close: Endpoint {
    Endpoint(
      method: .post, path: "/api/reports/{id}/close", group: .reports,
      summary: "Decide a report and all others about the same content",
      pathParameters: [Self.id], caller: .role(.moderator), action: "reports close",
      body: .json("The decision.", [Self.removes]),
      answers: [
        ResponseDescription(200, "The closed report.", [(MediaType.json, "ReportDetails")]), Self.unknown,
        .conflict("It has been closed already."),
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(Self.id)
        let removes = try context.body.required(Self.removes)
        _ = try await access.audited(context, on: id.description, detail: removes ? "remove" : nil) {
          try await reports.close(id, removing: removes)
        }
        return .forOperator(ReportDetailsDocument(try await reports.details(of: id)))
      })
  }
}

/// A report for operators.
struct ReportDetailsDocument: NativeDocument {
  let report: ReportDocument
  /// Null once that account is removed.
  let author: PersonDocument?
  /// Null once that account is removed.
  let reporter: PersonDocument?
  let excerpt: String
  /// The photos of the post now.
  let photos: [PhotoName]
  /// Null while it is open.
  let closedAt: Timestamp?
  let isRemoved: Bool

  enum CodingKeys: String, CodingKey {
    case report, author, reporter, excerpt, photos
    case closedAt = "closed_at"
    case isRemoved = "is_removed"
  }

  init(_ details: ReportDetails) {
    report = ReportDocument(details.report)
    author = details.report.author.map { PersonDocument($0) }
    reporter = details.reporter.map { PersonDocument($0) }
    (excerpt, photos) = (details.report.excerpt, details.photos)
    (closedAt, isRemoved) = (details.report.closedAt, details.report.isRemoved)
  }
}
