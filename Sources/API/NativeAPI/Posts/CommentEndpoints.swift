import APIKit
import Basics
import Contracts
import HTTP
import Posts

struct CommentEndpoints: Sendable {
  let posts: PostService

  var all: [Endpoint] {
    [list, add, change, remove]
  }

  private static let body = BodyDescription.json("The comment.", [PostFields.comment])
  private static let unknownPost = ResponseDescription.notFound("There is no such post.")
  private static let unknown = ResponseDescription.notFound("There is no such post or comment.")
  private static let notYours = ResponseDescription.forbidden("The comment is another account's.")

  private var list: Endpoint {
    Endpoint(
      path: "/api/posts/{id}/comments", group: .posts, summary: "The comments on a post, newest first",
      pathParameters: [PostParameters.id], query: PageParameters.all, caller: .optional,
      answers: [ResponseDescription(200, "The comments.", [(MediaType.json, "CommentPage")]), Self.unknownPost],
      handler: .deferred { context in
        let post = try context.pathParameter(PostParameters.id)
        let list = "comments:\(post)"
        let page = try await posts.comments(
          on: post, for: context.viewer, try context.pageRequest(of: list))
        return .varyingByCaller(context.document(page, of: list, CommentDocument.init))
      })
  }

  private var add: Endpoint {
    Endpoint(
      method: .post, path: "/api/posts/{id}/comments", group: .posts, summary: "Comment on a post",
      pathParameters: [PostParameters.id], headers: [IdempotencyParameters.key], caller: .required, body: Self.body,
      answers: [
        ResponseDescription(201, "The comment.", [(MediaType.json, "Comment")]), Self.unknownPost, .keyInUse,
        .keyReused,
      ],
      handler: .deferred { context in
        let (text, post) = (try context.body.required(PostFields.comment), try context.pathParameter(PostParameters.id))
        let author = try context.account()
        return try await context.idempotently { attempt in
          let id = (attempt?.operation).map { CommentID($0) }
          let comment = try await posts.comment(text, as: id, on: post, by: author)
          return .created(CommentDocument(comment), at: "/api/posts/\(comment.post)/comments/\(comment.id)")
        }
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/posts/{id}/comments/{comment}", group: .posts, summary: "Change a comment",
      pathParameters: [PostParameters.id, PostParameters.comment], caller: .required, body: Self.body,
      answers: [ResponseDescription(200, "The comment.", [(MediaType.json, "Comment")]), Self.notYours, Self.unknown],
      handler: .deferred { context in
        let comment = try await posts.change(
          try context.pathParameter(PostParameters.comment), on: try context.pathParameter(PostParameters.id),
          to: try context.body.required(PostFields.comment), by: try context.account())
        return .uncached(CommentDocument(comment))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/posts/{id}/comments/{comment}", group: .posts, summary: "Remove a comment",
      details: "Allowed to its author and the author of the post.",
      pathParameters: [PostParameters.id, PostParameters.comment],
      caller: .required, answers: [.noContent, Self.notYours, Self.unknown],
      handler: .deferred { context in
        try await posts.remove(
          try context.pathParameter(PostParameters.comment), on: try context.pathParameter(PostParameters.id),
          by: try context.account())
        return .noContent
      })
  }
}
