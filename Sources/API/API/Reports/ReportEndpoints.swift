import Basics
import Contracts
import HTTP
import Posts

/// Reports of posts and comments; the queue of them is the operator's.
enum ReportEndpoints {
  private static let post = BodyField<PostID>(
    "post", .identifier(), "The post that is reported, or that the reported comment stands on.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  private static let comment = BodyField<CommentID?>(
    "comment", FieldKind.identifier().orNull, "The comment that is reported.")
  private static let reason = BodyField<ReportReason>("reason", .word(), "Why.", isRequired: true, example: "spam")
  private static let note = BodyField<String>("note", .text(0...1000), "What there is to add.")

  static let file = Endpoint(
    method: .post, path: "/api/reports", group: .reports, summary: "Report a post or a comment",
    details: "A second report of the same thing, while the first is open, changes that one.", caller: .needed,
    body: .json("The report.", [post, comment, reason, note]),
    answers: [
      AnswerDescription(201, "The report.", [(MediaType.json, "Report")]),
      .missing("There is no such post or comment."),
    ],
    reply: .deferred { call in
      let post = try call.body.required(post)
      let subject: ReportSubjectReference =
        if let comment = try call.body.value(comment) { .comment(comment, on: post) } else { .post(post) }
      let report = try await call.site.community.reports.report(
        subject, try call.body.required(reason), note: try call.body.value(note) ?? "",
        by: try call.account())
      return .own(ReportDocument(report), status: 201)
    })
}
