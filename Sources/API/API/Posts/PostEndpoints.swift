import Basics
import Contracts
import HTTP
import Posts

/// Posts, one by one.
enum PostEndpoints {
  static let all = [create, replace, one, remove, like, unlike]

  /// Five notes and a text, each of 10,000 characters of four bytes, and some room.
  private static let body = BodyDescription.json(
    "The post. What is not given, it does not have.", limit: 262_144, PostFields.all)

  private static let unknown = AnswerDescription.missing("There is no such post.")
  private static let notYours = AnswerDescription.forbidden("The post is somebody else's.")

  private static let create = Endpoint(
    method: .post, path: "/api/posts", group: .posts, summary: "Make a post",
    headers: [RepetitionParameters.key], caller: .needed, body: body,
    answers: [AnswerDescription(201, "The post.", [(MediaType.json, "Post")]), .keyInUse, .keyReused],
    reply: .deferred { call in
      let (content, author) = (try call.body.postContent(), try call.account())
      return try await call.once { attempt in
        let id = (attempt?.operation).map { PostID($0) }
        let post = try await call.site.community.posts.make(content, as: id, by: author)
        return .made(PostDocument(post, in: call.catalogue), at: "/api/posts/\(post.id)")
      }
    })

  private static let replace = Endpoint(
    method: .put, path: "/api/posts/{id}", group: .posts, summary: "Replace what the author decides of a post",
    details: "The same as making one, but for its identifier.", segments: [PostParameters.id], caller: .needed,
    body: body, answers: [AnswerDescription(200, "The post.", [(MediaType.json, "Post")]), notYours, unknown],
    reply: .deferred { call in
      let post = try await call.site.community.posts.replace(
        try call.segment(PostParameters.id), by: try call.body.postContent(), by: try call.account())
      return .own(PostDocument(post, in: call.catalogue))
    })

  private static let one = Endpoint(
    path: "/api/posts/{id}", group: .posts, summary: "One post", segments: [PostParameters.id], caller: .optional,
    answers: [AnswerDescription(200, "The post.", [(MediaType.json, "Post")]), unknown],
    reply: .deferred { call in
      let post = try await call.site.community.posts.post(
        try call.segment(PostParameters.id), for: call.viewer)
      return .seen(PostDocument(post, in: call.catalogue))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/posts/{id}", group: .posts, summary: "Remove a post",
    details: "With its comments and likes.", segments: [PostParameters.id], caller: .needed,
    answers: [.done, notYours, unknown],
    reply: .deferred { call in
      try await call.site.community.posts.remove(
        try call.segment(PostParameters.id), by: try call.account())
      return .done
    })

  private static let like = Endpoint(
    method: .put, path: "/api/posts/{id}/like", group: .posts, summary: "Like a post",
    details: "Liking twice is no error.", segments: [PostParameters.id], caller: .needed,
    answers: [AnswerDescription(200, "How many like it now.", [(MediaType.json, "Like")]), unknown],
    reply: .deferred { call in try await call.like(true) })

  private static let unlike = Endpoint(
    method: .delete, path: "/api/posts/{id}/like", group: .posts, summary: "Take a like back",
    segments: [PostParameters.id], caller: .needed,
    answers: [AnswerDescription(200, "How many like it now.", [(MediaType.json, "Like")]), unknown],
    reply: .deferred { call in try await call.like(false) })
}

extension Call {
  fileprivate func like(_ isLiked: Bool) async throws -> Response {
    let (isLiked, count) = try await site.community.posts.like(
      try segment(PostParameters.id), .set(isLiked), by: try account())
    return .own(LikeDocument(isLiked: isLiked, likeCount: count))
  }
}
