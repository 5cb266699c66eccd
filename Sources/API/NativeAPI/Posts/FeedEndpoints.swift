import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import Posts

struct FeedEndpoints: Sendable {
  let posts: PostService
  let catalogue: CatalogueHolder

  var all: [Endpoint] {
    [list, near]
  }

  private var list: Endpoint {
    Endpoint(
      path: "/api/posts", group: .posts, summary: "Posts, newest first",
      details: """
        At most one of `author`, `booth`, `hashtag` and `feed`. Posts of accounts that the caller blocks, or that \
        block the caller, are left out. `next` is the `cursor` of the following page; all pages cost the same, however \
        deep. With `q`, the posts are read from the newest on, at most 5,000 a request: a page may be short, or even \
        empty, and still have a next one.
        """,
      query: FeedParameters.ofFeeds + PageParameters.all, caller: .optional,
      answers: [ResponseDescription(200, "The posts.", [(MediaType.json, "PostPage")])],
      handler: .deferred { context in
        let feed = Feed(
          try feedScope(context), kinds: try kinds(context), board: try context.query.value(FeedParameters.board),
          words: try words(context))
        let name = name(of: feed)
        let page = try await posts.page(
          feed, for: context.viewer, try context.pageRequest(of: name))
        return .varyingByCaller(context.document(page, of: name) { PostDocument($0, in: catalogue.current) })
      })
  }

  private var near: Endpoint {
    Endpoint(
      path: "/api/posts/near", group: .posts, summary: "Poses near a position, newest first", cost: .search,
      details: """
        Posts about booths within the radius, of which at most the \(Feed.maxBooths) nearest count. The booth of each \
        post has its distance.
        """,
      query: FeedParameters.near + PageParameters.all, caller: .optional,
      answers: [ResponseDescription(200, "The posts.", [(MediaType.json, "PostPage")])],
      handler: .deferred { context in
        let metres = try boothsNear(context)
        var feed = Feed(.at(metres.keys.sorted()), kinds: try kinds(context))
        if feed.kinds.isEmpty { feed.kinds = [.pose] }
        // The list's name leaves out the position, so that a cursor stays valid while the user moves.
        let name = "near:\(feed.kinds.map(\.rawValue).joined(separator: ","))"
        let request = try context.pageRequest(of: name)
        let page =
          metres.isEmpty
          ? Page(items: [], next: nil)
          : try await posts.page(feed, for: context.viewer, request)
        return .varyingByCaller(
          context.document(page, of: name) { PostDocument($0, in: catalogue.current, metres: metres) })
      })
  }
}

extension FeedEndpoints {
  /// The requested kinds, in a fixed order; empty for all.
  private func kinds(_ context: RequestContext) throws(DomainError) -> [PostKind] {
    let wanted = try context.query.value(FeedParameters.kind) ?? []
    return PostKind.allCases.filter(wanted.contains)
  }

  private func words(_ context: RequestContext) throws(DomainError) -> [String] {
    let words = (try context.query.value(FeedParameters.words) ?? "").split(whereSeparator: \.isWhitespace)
    guard words.count <= Feed.maxWords else {
      throw DomainError(.invalid, "words-too-many", "Give at most \(Feed.maxWords) words.", field: "q")
    }
    return words.map(String.init)
  }

  private func feedScope(_ context: RequestContext) throws(DomainError) -> Feed.Scope {
    var scopes: [(field: String, scope: Feed.Scope)] = []
    func add<Value>(_ parameter: Parameter<Value>, _ scope: (Value) throws(DomainError) -> Feed.Scope)
      throws(DomainError)
    {
      if let value = try context.query.value(parameter) { scopes.append((parameter.name, try scope(value))) }
    }
    try add(FeedParameters.author) { .by($0) }
    try add(FeedParameters.booth) { .at([BoothID(Int64($0))]) }
    try add(FeedParameters.hashtag) { .hashtag($0) }
    try add(FeedParameters.feed) { word throws(DomainError) in
      word == .following ? .followed(by: try context.account()) : .liked(by: try context.account())
    }
    guard scopes.count <= 1 else {
      throw DomainError(
        .invalid, "parameters-exclusive", "Give at most one of author, booth, hashtag and feed.", field: scopes[1].field
      )
    }
    return scopes.first?.scope ?? .all
  }

  /// The name of the list, unique among feeds, for its cursors.
  private func name(of feed: Feed) -> String {
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
    let words = feed.words.isEmpty ? "" : ":\(feed.words.joined(separator: " "))"
    return "posts:\(scope):\(kinds):\(feed.board ?? "*")\(words)"
  }

  private func boothsNear(_ context: RequestContext) throws(DomainError) -> [BoothID: Double] {
    let coordinate = try Coordinate.checked(
      latitude: try context.query.required(FeedParameters.latitude),
      longitude: try context.query.required(FeedParameters.longitude))
    let catalogue = catalogue.current
    let neighbors = catalogue.near(
      coordinate, limit: Feed.maxBooths, within: try context.query.required(FeedParameters.radius))
    return Dictionary(neighbors.map { (catalogue.record($0.ordinal).id, $0.metres) }) { first, _ in first }
  }
}
