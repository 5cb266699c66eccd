import Accounts
import Basics
import Contracts
import HTTP
import Photos
import Posts

/// Making, changing and removing posts, and liking them.
enum LSLPPostEndpoints {
  static let all: [Endpoint] =
    [createForm, editForm, upload, createJSON, editJSON, toggleLike, setLike]
    + LSLPGeneration.allCases.map(remove)

  // MARK: First generation: forms with the files in them

  private static let formFields = """
    `title`, `content`, `content1` to `content5`, `product_id`, and at most five files (jpg, png, gif, pdf; 10 MB each) \
    as `file`.
    """

  private static let createForm = Endpoint.lslp(
    .v0, .post, "/post", .createPost, "Make a post", takes: .form(formFields, .lslpPost(.v0)), answers: "The post.",
    as: "Post",
    reply: { call in
      let caller = try await call.caller()
      let change = try await call.formChange(by: caller.account)
      let post = try await call.community.posts.make(change.content, repeatingPhotos: true, by: caller.account)
      return try await call.answer(post, for: caller.account)
    })

  /// Mobbie keeps the names of all who commented in the post's `content2`, and whoever comments changes it: the rules
  /// of posts allow that much to everyone who has commented.
  private static let editForm = Endpoint.lslp(
    .v0, .put, "/post/{id}", .editPost, "Change a post",
    details: "Whoever has commented on a post may change its `content2`, and nothing else.",
    segments: [LSLPParameters.post],
    takes: .form("\(formFields) What is left out stays; files replace those there are.", .lslpPost(.v0)),
    answers: "The post.", as: "Post",
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(LSLPParameters.post)
      let change = try await call.formChange(by: caller.account)
      let post = try await call.community.posts.change(id, repeatingPhotos: true, by: caller.account) {
        change.apply(to: &$0)
      }
      return try await call.answer(post, for: caller.account)
    })

  // MARK: Second generation: files first, then JSON

  private static let upload = Endpoint.lslp(
    .v1, .post, "/v1/posts/files", .upload, "Upload files for a post",
    takes: .form("At most five images (5 MB each) as `files`.", .lslpPost(.v1)),
    answers: "Their paths as `files`, to be sent with a post within a day.", as: "Files",
    reply: { call in
      let caller = try await call.caller()
      let (_, photos) = try await call.form(.lslpPost(.v1), files: "files", by: caller.account)
      if photos.isEmpty { throw Refusal.valueMissing("files") }
      return call.answer(LSLPFiles(files: photos.map(LSLPPath.post)))
    })

  private static let jsonFields = """
    `title`, `content`, `content1` to `content5`, `product_id`, `files` with paths that an upload answered, and `price` \
    in won for goods.
    """

  private static let createJSON = Endpoint.lslp(
    .v1, .post, "/v1/posts", .createPost, "Make a post", takes: .json(jsonFields), answers: "The post.", as: "Post",
    reply: { call in
      let caller = try await call.caller()
      let change = try LSLPPostChange(call.fields())
      let post = try await call.community.posts.make(change.content, repeatingPhotos: true, by: caller.account)
      return try await call.answer(post, for: caller.account)
    })

  private static let editJSON = Endpoint.lslp(
    .v1, .put, "/v1/posts/{id}", .editPost, "Change a post",
    details: "Whoever has commented on a post may change its `content2`, and nothing else.",
    segments: [LSLPParameters.post],
    takes: .json("\(jsonFields) What is left out stays; an empty list of `files` takes all away."),
    answers: "The post.", as: "Post",
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(LSLPParameters.post)
      let change = try LSLPPostChange(call.fields())
      let post = try await call.community.posts.change(id, repeatingPhotos: true, by: caller.account) {
        change.apply(to: &$0)
      }
      return try await call.answer(post, for: caller.account)
    })

  // MARK: Both

  private static func remove(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .delete, generation == .v0 ? "/post/{id}" : "/v1/posts/{id}", .deletePost, "Remove a post",
      segments: [LSLPParameters.post], answers: generation == .v0 ? "Its identifier." : "Nothing.",
      as: generation == .v0 ? "Removal" : nil,
      reply: { call in
        let caller = try await call.caller()
        let id = try call.call.segment(LSLPParameters.post)
        try await call.community.posts.remove(id, by: caller.account)
        return call.answer(removal: .post(id.description))
      })
  }

  private static let toggleLike = Endpoint.lslp(
    .v0, .post, "/post/like/{id}", .like, "Like a post, or take the like back", segments: [LSLPParameters.post],
    answers: "`like_status`: whether one likes it now.", as: "Like",
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(LSLPParameters.post)
      let like = try await call.community.posts.like(id, .toggle, by: caller.account)
      return call.answer(LSLPLike(isLiked: like.isLiked))
    })

  private static let setLike = Endpoint.lslp(
    .v1, .post, "/v1/posts/{id}/like", .like, "Like a post or not",
    details: "There is one like here: `/like-2` and `/likes-2/me` are not served, and `likes2` is always empty.",
    segments: [LSLPParameters.post], takes: .json("`like_status`, true or false."),
    answers: "`like_status`: whether one likes it now.", as: "Like",
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(LSLPParameters.post)
      let wish = try call.fields().requiredFlag("like_status")
      let like = try await call.community.posts.like(id, .set(wish), by: caller.account)
      return call.answer(LSLPLike(isLiked: like.isLiked))
    })
}

extension LSLPCall {
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
