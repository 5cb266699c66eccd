import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Posts

struct LSLPCommentEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPGeneration.allCases.flatMap { [add($0), edit($0), remove($0)] }
  }

  private func add(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .post, Self.path(generation), .comment, "Comment on a post",
      pathParameters: [LSLPParameters.post],
      takes: .json("`content`."), answers: "The comment.", as: "Comment",
      handler: { request in
        let caller = try await request.caller()
        let post = try request.context.pathParameter(LSLPParameters.post)
        let text = try request.fields().required("content")
        return request.answer(
          LSLPComment(try await request.services.posts.comment(text, on: post, by: caller.account)))
      })
  }

  private func edit(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .put, "\(Self.path(generation))/{comment_id}", .editComment, "Change a comment",
      pathParameters: [LSLPParameters.post, LSLPParameters.comment], takes: .json("`content`."),
      answers: "The comment.",
      as: "Comment",
      handler: { request in
        let caller = try await request.caller()
        let (post, comment) = try request.comment()
        let text = try request.fields().required("content")
        return request.answer(
          LSLPComment(
            try await request.services.posts.change(comment, on: post, to: text, by: caller.account)))
      })
  }

  private func remove(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .delete, "\(Self.path(generation))/{comment_id}", .deleteComment, "Remove a comment",
      details: "Only its author may; in this contract not the post's author.",
      pathParameters: [LSLPParameters.post, LSLPParameters.comment],
      answers: generation == .v0 ? "The post's identifier as `postID`." : "Nothing.",
      as: generation == .v0 ? "CommentRemoval" : nil,
      handler: { request in
        let caller = try await request.caller()
        let (post, comment) = try request.comment()
        try await request.services.posts.remove(comment, on: post, onlyByItsAuthor: true, by: caller.account)
        return request.answer(removal: .comment(onPost: post.description))
      })
  }

  private static func path(_ generation: LSLPGeneration) -> String {
    generation == .v0 ? "/post/{id}/comment" : "/v1/posts/{id}/comments"
  }
}

extension LSLPRequest {
  fileprivate func comment() throws(DomainError) -> (PostID, CommentID) {
    (try context.pathParameter(LSLPParameters.post), try context.pathParameter(LSLPParameters.comment))
  }
}
