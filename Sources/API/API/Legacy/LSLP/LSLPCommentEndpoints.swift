import Accounts
import Basics
import Contracts
import HTTP
import Posts

/// Comments.
enum LSLPCommentEndpoints {
  static let all: [Endpoint] = LSLPGeneration.allCases.flatMap { [add($0), edit($0), remove($0)] }

  private static func add(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .post, path(generation), .comment, "Comment on a post", segments: [LSLPParameters.post],
      takes: .json("`content`."), answers: "The comment.", as: "Comment",
      reply: { call in
        let caller = try await call.caller()
        let post = try call.call.segment(LSLPParameters.post)
        let text = try call.fields().required("content")
        return call.answer(
          LSLPComment(try await call.community.posts.comment(text, on: post, by: caller.account)))
      })
  }

  private static func edit(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .put, "\(path(generation))/{comment_id}", .editComment, "Change a comment",
      segments: [LSLPParameters.post, LSLPParameters.comment], takes: .json("`content`."), answers: "The comment.",
      as: "Comment",
      reply: { call in
        let caller = try await call.caller()
        let (post, comment) = try call.comment()
        let text = try call.fields().required("content")
        return call.answer(
          LSLPComment(
            try await call.community.posts.change(comment, on: post, to: text, by: caller.account)))
      })
  }

  private static func remove(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .delete, "\(path(generation))/{comment_id}", .deleteComment, "Remove a comment",
      details: "Its author may; in this contract the post's author may not.",
      segments: [LSLPParameters.post, LSLPParameters.comment],
      answers: generation == .v0 ? "The post's identifier as `postID`." : "Nothing.",
      as: generation == .v0 ? "CommentRemoval" : nil,
      reply: { call in
        let caller = try await call.caller()
        let (post, comment) = try call.comment()
        try await call.community.posts.remove(comment, on: post, onlyByItsAuthor: true, by: caller.account)
        return call.answer(removal: .comment(onPost: post.description))
      })
  }

  private static func path(_ generation: LSLPGeneration) -> String {
    generation == .v0 ? "/post/{id}/comment" : "/v1/posts/{id}/comments"
  }
}

extension LSLPCall {
  /// The comment that the path names.
  fileprivate func comment() throws(Refusal) -> (PostID, CommentID) {
    (try call.segment(LSLPParameters.post), try call.segment(LSLPParameters.comment))
  }
}
