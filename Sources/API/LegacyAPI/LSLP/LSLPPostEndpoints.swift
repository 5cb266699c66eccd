import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos
import Posts

/// Making, changing and removing posts, and liking them.
struct LSLPPostEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [createForm, editForm, upload, createJSON, editJSON, toggleLike, setLike]
      + LSLPGeneration.allCases.map(remove)
  }

  // MARK: First generation: forms with the files in them

  private static let formFields = """
    `title`, `content`, `content1` to `content5`, `product_id`, and at most five files (jpg, png, gif, pdf; 10 MB each) \
    as `file`.
    """

  private var createForm: Endpoint {
    Endpoint.lslp(
      services, .v0, .post, "/post", .createPost, "Make a post", takes: .form(Self.formFields, .lslpPost(.v0)),
      answers: "The post.",
      as: "Post",
      handler: { request in
        let caller = try await request.caller()
        let change = try await request.formChange(by: caller.account)
        let post = try await request.services.posts.make(change.content, repeatingPhotos: true, by: caller.account)
        return try await request.answer(post, for: caller.account)
      })
  }

  /// Mobbie keeps the names of all who commented in the post's `content2`, and whoever comments changes it: the rules
  /// of posts allow that much to everyone who has commented.
  private var editForm: Endpoint {
    Endpoint.lslp(
      services, .v0, .put, "/post/{id}", .editPost, "Change a post",
      details: "Whoever has commented on a post may change its `content2`, and nothing else.",
      pathParameters: [LSLPParameters.post],
      takes: .form("\(Self.formFields) What is left out stays; files replace those there are.", .lslpPost(.v0)),
      answers: "The post.", as: "Post",
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        let change = try await request.formChange(by: caller.account)
        let post = try await request.services.posts.change(id, repeatingPhotos: true, by: caller.account) {
          change.apply(to: &$0)
        }
        return try await request.answer(post, for: caller.account)
      })
  }

  // MARK: Second generation: files first, then JSON

  private var upload: Endpoint {
    Endpoint.lslp(
      services, .v1, .post, "/v1/posts/files", .upload, "Upload files for a post",
      takes: .form("At most five images (5 MB each) as `files`.", .lslpPost(.v1)),
      answers: "Their paths as `files`, to be sent with a post within a day.", as: "Files",
      handler: { request in
        let caller = try await request.caller()
        let (_, photos) = try await request.form(.lslpPost(.v1), files: "files", by: caller.account)
        if photos.isEmpty { throw DomainError.valueMissing("files") }
        return request.answer(LSLPFiles(files: photos.map(LSLPPath.post)))
      })
  }

  private static let jsonFields = """
    `title`, `content`, `content1` to `content5`, `product_id`, `files` with paths that an upload answered, and `price` \
    in won for goods.
    """

  private var createJSON: Endpoint {
    Endpoint.lslp(
      services, .v1, .post, "/v1/posts", .createPost, "Make a post", takes: .json(Self.jsonFields),
      answers: "The post.",
      as: "Post",
      handler: { request in
        let caller = try await request.caller()
        let change = try LSLPPostChange(request.fields())
        let post = try await request.services.posts.make(change.content, repeatingPhotos: true, by: caller.account)
        return try await request.answer(post, for: caller.account)
      })
  }

  private var editJSON: Endpoint {
    Endpoint.lslp(
      services, .v1, .put, "/v1/posts/{id}", .editPost, "Change a post",
      details: "Whoever has commented on a post may change its `content2`, and nothing else.",
      pathParameters: [LSLPParameters.post],
      takes: .json("\(Self.jsonFields) What is left out stays; an empty list of `files` takes all away."),
      answers: "The post.", as: "Post",
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        let change = try LSLPPostChange(request.fields())
        let post = try await request.services.posts.change(id, repeatingPhotos: true, by: caller.account) {
          change.apply(to: &$0)
        }
        return try await request.answer(post, for: caller.account)
      })
  }

  // MARK: Both

  private func remove(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .delete, generation == .v0 ? "/post/{id}" : "/v1/posts/{id}", .deletePost, "Remove a post",
      pathParameters: [LSLPParameters.post], answers: generation == .v0 ? "Its identifier." : "Nothing.",
      as: generation == .v0 ? "Removal" : nil,
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        try await request.services.posts.remove(id, by: caller.account)
        return request.answer(removal: .post(id.description))
      })
  }

  private var toggleLike: Endpoint {
    Endpoint.lslp(
      services, .v0, .post, "/post/like/{id}", .like, "Like a post, or take the like back",
      pathParameters: [LSLPParameters.post],
      answers: "`like_status`: whether one likes it now.", as: "Like",
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        let like = try await request.services.posts.like(id, .toggle, by: caller.account)
        return request.answer(LSLPLike(isLiked: like.isLiked))
      })
  }

  private var setLike: Endpoint {
    Endpoint.lslp(
      services, .v1, .post, "/v1/posts/{id}/like", .like, "Like a post or not",
      details: "There is one like here: `/like-2` and `/likes-2/me` are not served, and `likes2` is always empty.",
      pathParameters: [LSLPParameters.post], takes: .json("`like_status`, true or false."),
      answers: "`like_status`: whether one likes it now.", as: "Like",
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        let wish = try request.fields().requiredFlag("like_status")
        let like = try await request.services.posts.like(id, .set(wish), by: caller.account)
        return request.answer(LSLPLike(isLiked: like.isLiked))
      })
  }
}

extension LSLPRequest {
  /// What a form of the first generation says of a post; its files are taken in.
  fileprivate func formChange(by account: AccountID) async throws -> LSLPPostChange {
    let (fields, photos) = try await form(.lslpPost(generation), files: "file", by: account)
    var change = try LSLPPostChange(fields)
    if !photos.isEmpty { change.photos = photos }
    return change
  }

  /// What is answered to a removal.
  func answer(removal: LSLPRemoval) -> Response {
    generation == .v0 ? answer(removal) : Response(status: 200)
  }
}
