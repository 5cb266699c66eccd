import APIKit
import Basics
import Contracts
import HTTP
import Posts

/// Reports of posts and comments; the queue of them is the operator's.
struct ReportEndpoints: Sendable {
  let reports: ReportService

  var all: [Endpoint] { [file] }

  private static let post = BodyField<PostID>(
    "post", .identifier(), "The post that is reported, or that the reported comment stands on.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  private static let comment = BodyField<CommentID?>(
    "comment", FieldKind.identifier().orNull, "The comment that is reported.")
  private static let reason = BodyField<ReportReason>("reason", .word(), "Why.", isRequired: true, example: "spam")
  private static let note = BodyField<String>("note", .text(0...1000), "What there is to add.")

  private var file: Endpoint {
    Endpoint(
      method: .post, path: "/api/reports", group: .reports, summary: "Report a post or a comment",
      details: "A second report of the same thing, while the first is open, changes that one.", caller: .required,
      body: .json("The report.", [Self.post, Self.comment, Self.reason, Self.note]),
      answers: [
        AnswerDescription(201, "The report.", [(MediaType.json, "Report")]),
        .missing("There is no such post or comment."),
      ],
      handler: .deferred { context in
        let post = try context.body.required(Self.post)
        let subject: ReportSubjectReference =
          if let comment = try context.body.value(Self.comment) { .comment(comment, on: post) } else { .post(post) }
        let report = try await reports.report(
          subject, try context.body.required(Self.reason), note: try context.body.value(Self.note) ?? "",
          by: try context.account())
        return .own(ReportDocument(report), status: 201)
      })
  }
}
