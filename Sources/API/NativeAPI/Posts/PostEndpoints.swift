import APIKit
import Basics
import Booths
import Contracts
import HTTP
import Posts

/// Single posts and likes.
struct PostEndpoints: Sendable {
  let posts: PostService
  let catalogue: CatalogueHolder

  var all: [Endpoint] {
    [create, replace, one, remove, like, unlike]
  }

  /// The maximum of five notes and a text, each of 10,000 characters of four bytes, and some room.
  private static let body = BodyDescription.json(
    "The post. Absent optional fields become empty.", limit: 262_144, PostFields.all)

  private static let unknown = ResponseDescription.notFound("There is no such post.")
  private static let notYours = ResponseDescription.forbidden("The post is another account's.")

  private var create: Endpoint {
    Endpoint(
      method: .post, path: "/api/posts", group: .posts, summary: "Create a post",
      headers: [IdempotencyParameters.key], caller: .required, body: Self.body,
      answers: [ResponseDescription(201, "The post.", [(MediaType.json, "Post")]), .keyInUse, .keyReused],
      handler: .deferred { context in
        let (content, author) = (try context.body.postContent(), try context.account())
        return try await context.idempotently { attempt in
          let id = (attempt?.operation).map { PostID($0) }
          let post = try await posts.make(content, as: id, by: author)
          return .created(PostDocument(post, in: catalogue.current), at: "/api/posts/\(post.id)")
        }
      })
  }

  private var replace: Endpoint {
    Endpoint(
      method: .put, path: "/api/posts/{id}", group: .posts, summary: "Replace a post",
      details: "As creating a post, but with the same identifier.", pathParameters: [PostParameters.id],
      caller: .required,
      body: Self.body,
      answers: [ResponseDescription(200, "The post.", [(MediaType.json, "Post")]), Self.notYours, Self.unknown],
      handler: .deferred { context in
        let post = try await posts.replace(
          try context.pathParameter(PostParameters.id), by: try context.body.postContent(), by: try context.account())
        return .uncached(PostDocument(post, in: catalogue.current))
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/posts/{id}", group: .posts, summary: "One post", pathParameters: [PostParameters.id],
      caller: .optional,
      answers: [ResponseDescription(200, "The post.", [(MediaType.json, "Post")]), Self.unknown],
      handler: .deferred { context in
        let post = try await posts.post(
          try context.pathParameter(PostParameters.id), for: context.viewer)
        return .varyingByCaller(PostDocument(post, in: catalogue.current))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/posts/{id}", group: .posts, summary: "Remove a post",
      details: "Its comments and likes are removed too.", pathParameters: [PostParameters.id], caller: .required,
      answers: [.noContent, Self.notYours, Self.unknown],
      handler: .deferred { context in
        try await posts.remove(
          try context.pathParameter(PostParameters.id), by: try context.account())
        return .noContent
      })
  }

  private var like: Endpoint {
    Endpoint(
      method: .put, path: "/api/posts/{id}/like", group: .posts, summary: "Like a post",
      details: "Liking twice is no error.", pathParameters: [PostParameters.id], caller: .required,
      answers: [ResponseDescription(200, "The number of likes.", [(MediaType.json, "Like")]), Self.unknown],
      handler: .deferred { context in try await like(context, true) })
  }

  private var unlike: Endpoint {
    Endpoint(
      method: .delete, path: "/api/posts/{id}/like", group: .posts, summary: "Unlike a post",
      pathParameters: [PostParameters.id], caller: .required,
      answers: [ResponseDescription(200, "The number of likes.", [(MediaType.json, "Like")]), Self.unknown],
      handler: .deferred { context in try await like(context, false) })
  }
}

extension PostEndpoints {
  private func like(_ context: RequestContext, _ isLiked: Bool) async throws -> Response {
    let (post, caller) = (try context.pathParameter(PostParameters.id), try context.account())
    let (isLiked, count) = try await posts.like(post, .set(isLiked), by: caller)
    return .uncached(LikeDocument(isLiked: isLiked, likeCount: count))
  }
}
