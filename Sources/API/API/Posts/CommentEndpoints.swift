import Basics
import Contracts
import HTTP
import Posts

/// Comments on posts.
enum CommentEndpoints {
  static let all = [list, add, change, remove]

  private static let body = BodyDescription.json("The comment.", [PostFields.comment])
  private static let unknownPost = AnswerDescription.missing("There is no such post.")
  private static let unknown = AnswerDescription.missing("There is no such post or comment.")
  private static let notYours = AnswerDescription.forbidden("The comment is somebody else's.")

  private static let list = Endpoint(
    path: "/api/posts/{id}/comments", group: .posts, summary: "The comments on a post, newest first",
    segments: [PostParameters.id], query: PageParameters.all, caller: .optional,
    answers: [AnswerDescription(200, "The comments.", [(MediaType.json, "CommentPage")]), unknownPost],
    reply: .deferred { call in
      let post = try call.segment(PostParameters.id)
      let list = "comments:\(post)"
      let page = try await call.site.community.posts.comments(
        on: post, for: call.viewer, try call.pageRequest(of: list))
      return .seen(call.document(page, of: list, CommentDocument.init))
    })

  private static let add = Endpoint(
    method: .post, path: "/api/posts/{id}/comments", group: .posts, summary: "Comment on a post",
    segments: [PostParameters.id], headers: [RepetitionParameters.key], caller: .needed, body: body,
    answers: [
      AnswerDescription(201, "The comment.", [(MediaType.json, "Comment")]), unknownPost, .keyInUse, .keyReused,
    ],
    reply: .deferred { call in
      let (text, post) = (try call.body.required(PostFields.comment), try call.segment(PostParameters.id))
      let author = try call.account()
      return try await call.once { attempt in
        let id = (attempt?.operation).map { CommentID($0) }
        let comment = try await call.site.community.posts.comment(text, as: id, on: post, by: author)
        return .made(CommentDocument(comment), at: "/api/posts/\(comment.post)/comments/\(comment.id)")
      }
    })

  private static let change = Endpoint(
    method: .put, path: "/api/posts/{id}/comments/{comment}", group: .posts, summary: "Change a comment",
    segments: [PostParameters.id, PostParameters.comment], caller: .needed, body: body,
    answers: [AnswerDescription(200, "The comment.", [(MediaType.json, "Comment")]), notYours, unknown],
    reply: .deferred { call in
      let comment = try await call.site.community.posts.change(
        try call.segment(PostParameters.comment), on: try call.segment(PostParameters.id),
        to: try call.body.required(PostFields.comment), by: try call.account())
      return .own(CommentDocument(comment))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/posts/{id}/comments/{comment}", group: .posts, summary: "Remove a comment",
    details: "Its author may, and the post's.", segments: [PostParameters.id, PostParameters.comment],
    caller: .needed, answers: [.done, notYours, unknown],
    reply: .deferred { call in
      try await call.site.community.posts.remove(
        try call.segment(PostParameters.comment), on: try call.segment(PostParameters.id),
        by: try call.account())
      return .done
    })
}
