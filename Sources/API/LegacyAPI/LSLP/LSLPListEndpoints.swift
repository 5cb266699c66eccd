import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Payments
import Posts

struct LSLPListEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPGeneration.allCases.flatMap { generation in
      [all(generation), byAuthor(generation), byHashtag(generation), liked(generation), one(generation)]
    }
  }

  private static let documentedBody =
    "`data`: the posts, newest first; `next_cursor`: the value for `next`, `0` at the end."

  private func all(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/post" : "/v1/posts", .listPosts, "Posts",
      query: LSLPParameters.page,
      answers: Self.documentedBody, as: "Page",
      handler: { request in
        let caller = try await request.caller()
        return try await request.list(.all, for: caller.account)
      })
  }

  private func byAuthor(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/post/user/{user_id}" : "/v1/posts/users/{user_id}", .listPosts,
      "Posts of an account", pathParameters: [LSLPParameters.account], query: LSLPParameters.page,
      answers: Self.documentedBody,
      as: "Page",
      handler: { request in
        let caller = try await request.caller()
        let author = try request.context.pathParameter(LSLPParameters.account)
        // For a missing account, throw rather than answer an empty list.
        _ = try await request.services.accounts.profile(of: author, for: caller.account)
        return try await request.list(.by(author), for: caller.account)
      })
  }

  private func byHashtag(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/post/hashtag" : "/v1/posts/hashtags", .listPosts,
      "Posts with a hashtag",
      query: LSLPParameters.page + [LSLPParameters.hashtag], answers: Self.documentedBody, as: "Page",
      handler: { request in
        let caller = try await request.caller()
        return try await request.list(
          .hashtag(try request.context.query.required(LSLPParameters.hashtag)), for: caller.account)
      })
  }

  private func liked(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/post/like/me" : "/v1/posts/likes/me", .listLiked,
      "Your liked posts",
      query: LSLPParameters.page, answers: "\(Self.documentedBody) Most recently liked first.", as: "Page",
      handler: { request in
        let caller = try await request.caller()
        return try await request.list(.liked(by: caller.account), for: caller.account)
      })
  }

  private func one(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/post/{id}" : "/v1/posts/{id}", .post, "One post",
      pathParameters: [LSLPParameters.post], answers: "The post.", as: "Post",
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(LSLPParameters.post)
        let post = try await request.services.posts.post(id, for: caller.account)
        return try await request.answer(post, for: caller.account)
      })
  }
}

extension LSLPRequest {
  fileprivate func list(_ scope: Feed.Scope, for viewer: AccountID) async throws -> Response {
    let feed = LSLPProduct.feed(scope, of: try context.query.value(LSLPParameters.product) ?? "")
    let request = try PageRequest(
      after: pageKey(in: scope), limit: context.query.value(LSLPParameters.limit) ?? 20)
    let page = try await services.posts.page(feed, for: viewer, request)
    let next = page.next.map { cursors.text($0, of: Self.order(of: scope)) } ?? LSLPPage.end
    return answer(LSLPPage(posts: try await documents(page.items, for: viewer), nextCursor: next))
  }

  func answer(_ post: Post, for viewer: AccountID) async throws -> Response {
    let documents = try await documents([post], for: viewer)
    return answer(documents[0])
  }

  private func documents(_ posts: [Post], for viewer: AccountID) async throws -> [LSLPPost] {
    let ids = posts.map(\.id)
    let participants = try await services.posts.participants(of: ids, for: viewer)
    let buyers = generation == .v1 ? try await services.shop.payments.buyers(of: ids) : [:]
    return zip(posts, participants).map { LSLPPost($0, $1, boughtBy: buyers[$0.id] ?? [], in: generation) }
  }

  /// The key before the page; nil for the first page. A cursor stays valid: 4cuts requests its second page again and
  /// again.
  private func pageKey(in scope: Feed.Scope) throws(DomainError) -> PageKey? {
    let next = try context.query.value(LSLPParameters.next) ?? ""
    guard !next.isEmpty, next != LSLPPage.end else { return nil }
    return try cursors.key(next, of: Self.order(of: scope))
  }

  private var cursors: Cursors { context.environment.cursors }

  /// The sort order that a cursor is valid for. All lists but one are sorted by the posts' time, and a client may use a
  /// cursor of one in another.
  private static func order(of scope: Feed.Scope) -> String {
    if case .liked = scope { "lslp-liked" } else { "lslp" }
  }
}
