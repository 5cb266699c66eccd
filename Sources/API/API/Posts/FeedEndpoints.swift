import Basics
import Booths
import Contracts
import Geo
import HTTP
import Posts

/// Posts in lists.
enum FeedEndpoints {
  static let all = [list, near]

  private static let list = Endpoint(
    path: "/api/posts", group: .posts, summary: "Posts, newest first",
    details: """
      At most one of `author`, `booth`, `hashtag` and `feed`. Those whom the caller blocks, or who block the caller, are \
      left out. `next` is what `cursor` takes for the following page; a page costs the same however deep it is.
      """,
    query: FeedParameters.ofFeeds + PageParameters.all, caller: .optional,
    answers: [AnswerDescription(200, "The posts.", [(MediaType.json, "PostPage")])],
    reply: .deferred { call in
      let feed = Feed(try call.feedScope(), kinds: try call.kinds(), board: try call.query.value(FeedParameters.board))
      let name = call.name(of: feed)
      let page = try await call.site.community.posts.page(
        feed, for: call.viewer, try call.pageRequest(of: name))
      return .seen(call.document(page, of: name) { PostDocument($0, in: call.catalogue) })
    })

  private static let near = Endpoint(
    path: "/api/posts/near", group: .posts, summary: "Poses near a place, newest first",
    details: """
      Posts about booths within the radius, of which at most the \(Feed.mostBooths) nearest count. Each post's booth tells \
      how far it is.
      """,
    query: FeedParameters.ofPlaces + PageParameters.all, caller: .optional,
    answers: [AnswerDescription(200, "The posts.", [(MediaType.json, "PostPage")])],
    reply: .deferred { call in
      let metres = try call.boothsNear()
      var feed = Feed(.at(metres.keys.sorted()), kinds: try call.kinds())
      if feed.kinds.isEmpty { feed.kinds = [.pose] }
      // Where somebody is does not stand in the name: a list goes on while they walk.
      let name = "near:\(feed.kinds.map(\.rawValue).joined(separator: ","))"
      let request = try call.pageRequest(of: name)
      let page =
        metres.isEmpty
        ? Page(items: [], next: nil)
        : try await call.site.community.posts.page(feed, for: call.viewer, request)
      return .seen(call.document(page, of: name) { PostDocument($0, in: call.catalogue, metres: metres) })
    })
}

extension Call {
  /// The kinds that are asked for, in a fixed order; none for all.
  fileprivate func kinds() throws(Refusal) -> [PostKind] {
    let wanted = try query.value(FeedParameters.kind) ?? []
    return PostKind.allCases.filter(wanted.contains)
  }

  /// Whose or where the posts are that are asked for.
  fileprivate func feedScope() throws(Refusal) -> Feed.Scope {
    var scopes: [(field: String, scope: Feed.Scope)] = []
    func add<Value>(_ parameter: Parameter<Value>, _ scope: (Value) throws(Refusal) -> Feed.Scope) throws(Refusal) {
      if let value = try query.value(parameter) { scopes.append((parameter.name, try scope(value))) }
    }
    try add(FeedParameters.author) { .by($0) }
    try add(FeedParameters.booth) { .at([BoothID(Int64($0))]) }
    try add(FeedParameters.hashtag) { .hashtag($0) }
    try add(FeedParameters.feed) { word throws(Refusal) in
      word == .following ? .followed(by: try account()) : .liked(by: try account())
    }
    guard scopes.count <= 1 else {
      throw Refusal(
        .invalid, "parameters-exclusive", "Give at most one of author, booth, hashtag and feed.", field: scopes[1].field
      )
    }
    return scopes.first?.scope ?? .all
  }

  /// What tells a list of posts from all others.
  fileprivate func name(of feed: Feed) -> String {
    let scope =
      switch feed.scope {
      case .all: "all"
      case .by(let account): "by:\(account)"
      case .at(let booths): "at:\(booths.map(\.description).joined(separator: ","))"
      case .hashtag(let tag): "tag:\(tag.utf8.count):\(tag)"
      case .followed(let account): "followed:\(account)"
      case .liked(let account): "liked:\(account)"
      }
    let kinds = feed.kinds.map(\.rawValue).joined(separator: ",")
    return "posts:\(scope):\(kinds):\(feed.board ?? "*")"
  }

  /// The booths near the place that is asked about, with their distances in metres.
  fileprivate func boothsNear() throws(Refusal) -> [BoothID: Double] {
    let place = try Coordinate.checked(
      latitude: try query.required(FeedParameters.latitude),
      longitude: try query.required(FeedParameters.longitude))
    let neighbors = catalogue.near(
      place, limit: Feed.mostBooths, within: try query.value(FeedParameters.radius) ?? 2000)
    return Dictionary(neighbors.map { (catalogue.record($0.ordinal).id, $0.metres) }) { first, _ in first }
  }
}
