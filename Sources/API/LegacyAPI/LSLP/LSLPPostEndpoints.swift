import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos
import Posts

/// The post endpoints of LSLP: create, change, remove and like.
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
      services, .v0, .post, "/post", .createPost, "Create a post", takes: .form(Self.formFields, .lslpPost(.v0)),
      answers: "The post.",
      as: "Post",
      handler: { request in
        let caller = try await request.caller()
        let change = try await request.formChange(by: caller.account)
        let post = try await request.services.posts.make(change.content, repeatingPhotos: true, by: caller.account)
        return try await request.answer(post, for: caller.account)
      })
  }

  /// Mobbie keeps the names of all commenters in the post's `content2`, and every commenter changes it: the post rules
  /// allow only that to accounts that have commented.
  private var editForm: Endpoint {
    Endpoint.lslp(
      services, .v0, .put, "/post/{id}", .editPost, "Change a post",
      details: "An account that has commented on a post may change its `content2` only.",
      pathParameters: [LSLPParameters.post],
      takes: .form("\(Self.formFields) Absent fields stay; files replace the existing ones.", .lslpPost(.v0)),
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
      services, .v1, .post, "/v1/posts", .createPost, "Create a post", takes: .json(Self.jsonFields),
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
      details: "An account that has commented on a post may change its `content2` only.",
      pathParameters: [LSLPParameters.post],
      takes: .json("\(Self.jsonFields) Absent fields stay; an empty list of `files` removes all."),
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
      services, .v0, .post, "/post/like/{id}", .like, "Toggle the like of a post",
      pathParameters: [LSLPParameters.post],
      answers: "`like_status`: whether the caller likes it now.", as: "Like",
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        let like = try await request.services.posts.like(id, .toggle, by: caller.account)
        return request.answer(LSLPLike(isLiked: like.isLiked))
      })
  }

  private var setLike: Endpoint {
    Endpoint.lslp(
      services, .v1, .post, "/v1/posts/{id}/like", .like, "Like or unlike a post",
      details: "There is one like here: `/like-2` and `/likes-2/me` are not served, and `likes2` is always empty.",
      pathParameters: [LSLPParameters.post], takes: .json("`like_status`, true or false."),
      answers: "`like_status`: whether the caller likes it now.", as: "Like",
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        let isLiked = try request.fields().requiredFlag("like_status")
        let like = try await request.services.posts.like(id, .set(isLiked), by: caller.account)
        return request.answer(LSLPLike(isLiked: like.isLiked))
      })
  }
}

extension LSLPRequest {
  /// The post fields of a first-generation form; its files are stored.
  fileprivate func formChange(by account: AccountID) async throws -> LSLPPostChange {
    let (fields, photos) = try await form(.lslpPost(generation), files: "file", by: account)
    var change = try LSLPPostChange(fields)
    if !photos.isEmpty { change.photos = photos }
    return change
  }

  func answer(removal: LSLPRemoval) -> Response {
    generation == .v0 ? answer(removal) : Response(status: 200)
  }
}
