import APIKit
import Basics
import Contracts
import HTTP
import JSON
import Posts

struct ReportEndpoints: Sendable {
  let reports: ReportService

  var all: [Endpoint] { [file] }

  private static let post = BodyField<PostID>(
    "post", .identifier(), "The reported post, or the post of the reported comment.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  private static let comment = BodyField<CommentID?>(
    "comment", ValueKind.identifier().orNull, "The reported comment.")
  private static let reason = BodyField<ReportReason>(
    "reason", .enumeration(), "The reason.", isRequired: true, example: "spam")
  private static let note = BodyField<String>("note", .text(0...1000), "A note.")

  private var file: Endpoint {
    Endpoint(
      method: .post, path: "/api/reports", group: .reports, summary: "Report a post or a comment",
      details: "A second report of the same post or comment, while the first is open, changes the first.",
      caller: .required,
      body: .json("The report.", [Self.post, Self.comment, Self.reason, Self.note]),
      answers: [
        ResponseDescription(201, "The report.", [(MediaType.json, "Report")]),
        .notFound("There is no such post or comment."),
      ],
      handler: .deferred { context in
        let post = try context.body.required(Self.post)
        let subject: ReportSubjectReference =
          if let comment = try context.body.value(Self.comment) { .comment(comment, on: post) } else { .post(post) }
        let report = try await reports.report(
          subject, try context.body.required(Self.reason), note: try context.body.value(Self.note) ?? "",
          by: try context.account())
        return .uncached(ReportDocument(report), status: 201)
      })
  }
}
