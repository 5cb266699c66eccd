import Accounts
import Basics
import Contracts
import HTTP
import Payments
import Posts

/// Reading posts, one and many.
enum LSLPListEndpoints {
  static let all: [Endpoint] = LSLPGeneration.allCases.flatMap { generation in
    [all(generation), byAuthor(generation), byHashtag(generation), liked(generation), one(generation)]
  }

  private static let shown = "`data`: the posts, newest first; `next_cursor`: what to send as `next`, `0` at the end."

  private static func all(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .get, generation == .v0 ? "/post" : "/v1/posts", .listPosts, "Posts", query: LSLPParameters.page,
      answers: shown, as: "Page",
      reply: { call in
        let caller = try await call.caller()
        return try await call.list(.all, for: caller.account)
      })
  }

  private static func byAuthor(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .get, generation == .v0 ? "/post/user/{user_id}" : "/v1/posts/users/{user_id}", .listPosts,
      "Posts of somebody", segments: [LSLPParameters.account], query: LSLPParameters.page, answers: shown, as: "Page",
      reply: { call in
        let caller = try await call.caller()
        let author = try call.call.segment(LSLPParameters.account)
        // Nobody's posts are no empty list: the account is gone.
        _ = try await call.community.accounts.profile(of: author, for: caller.account)
        return try await call.list(.by(author), for: caller.account)
      })
  }

  private static func byHashtag(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .get, generation == .v0 ? "/post/hashtag" : "/v1/posts/hashtags", .listPosts, "Posts with a hashtag",
      query: LSLPParameters.page + [LSLPParameters.hashtag], answers: shown, as: "Page",
      reply: { call in
        let caller = try await call.caller()
        return try await call.list(
          .hashtag(try call.call.query.required(LSLPParameters.hashtag)), for: caller.account)
      })
  }

  private static func liked(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .get, generation == .v0 ? "/post/like/me" : "/v1/posts/likes/me", .listLiked, "Posts that one likes",
      query: LSLPParameters.page, answers: "\(shown) What was liked last comes first.", as: "Page",
      reply: { call in
        let caller = try await call.caller()
        return try await call.list(.liked(by: caller.account), for: caller.account)
      })
  }

  private static func one(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .get, generation == .v0 ? "/post/{id}" : "/v1/posts/{id}", .post, "One post",
      segments: [LSLPParameters.post], answers: "The post.", as: "Post",
      reply: { call in
        let caller = try await call.caller()
        let id = try call.call.segment(LSLPParameters.post)
        let post = try await call.community.posts.post(id, for: caller.account)
        return try await call.answer(post, for: caller.account)
      })
  }
}

extension LSLPCall {
  /// The page of posts that was asked for.
  fileprivate func list(_ scope: Feed.Scope, for viewer: AccountID) async throws -> Response {
    let feed = LSLPProduct.feed(scope, of: try call.query.value(LSLPParameters.product) ?? "")
    let request = try PageRequest(
      after: pageKey(in: scope), limit: call.query.value(LSLPParameters.limit) ?? 20)
    let page = try await community.posts.page(feed, for: viewer, request)
    let next = page.next.map { cursors.text($0, of: Self.order(of: scope)) } ?? LSLPPage.end
    return answer(LSLPPage(posts: try await documents(page.items, for: viewer), nextCursor: next))
  }

  /// The answer that shows one post.
  func answer(_ post: Post, for viewer: AccountID) async throws -> Response {
    let documents = try await documents([post], for: viewer)
    return answer(documents[0])
  }

  private func documents(_ posts: [Post], for viewer: AccountID) async throws -> [LSLPPost] {
    let ids = posts.map(\.id)
    let company = try await community.posts.company(of: ids, for: viewer)
    let buyers = generation == .v1 ? try await community.shop.payments.buyers(of: ids) : [:]
    return zip(posts, company).map { LSLPPost($0, $1, boughtBy: buyers[$0.id] ?? [], in: generation) }
  }

  /// Where the page begins; nil for the first one. The same cursor keeps working: 4cuts asks for its second page again
  /// and again.
  private func pageKey(in scope: Feed.Scope) throws(Refusal) -> PageKey? {
    let next = try call.query.value(LSLPParameters.next) ?? ""
    guard !next.isEmpty, next != LSLPPage.end else { return nil }
    return try cursors.key(next, of: Self.order(of: scope))
  }

  private var cursors: Cursors { Cursors(community.cursorSeal) }

  /// The order that a cursor is good for. All lists but one go by the posts' own time, and a client may carry a cursor
  /// from one of them to another.
  private static func order(of scope: Feed.Scope) -> String {
    if case .liked = scope { "lslp-liked" } else { "lslp" }
  }
}
