public import Basics
public import Contracts

/// A list of posts.
public struct PostFeed: Hashable, Sendable {
  /// The selection of posts.
  public enum Scope: Hashable, Sendable {
    case all
    case by(AccountID)
    case at(BoothID)
    /// With or without the leading `#`.
    case hashtag(String)
    /// About booths within a radius of 0...100,000 metres around a coordinate.
    case near(Coordinate, radius: Double)
    /// Posts of the accounts that the caller follows.
    case followed
    /// Liked by the caller, in the order of the likes.
    case liked
  }

  /// The selection of posts.
  public var scope: Scope
  /// Only these kinds; empty for all kinds, or for poses with `near`.
  public var kinds: [PostKindValue]

  /// Creates a feed.
  public init(_ scope: Scope = .all, kinds: [PostKindValue] = []) {
    self.scope = scope
    self.kinds = kinds
  }

  package var request: APIRequest {
    let kind = kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ",")
    let query: APIRequest.Parameters = [("kind", kind)] + scopeParameters
    switch scope {
    case .near: return APIRequest("GET", "posts", "near", query: query, token: .optional)
    case .followed, .liked: return APIRequest("GET", "posts", query: query)
    default: return APIRequest("GET", "posts", query: query, token: .optional)
    }
  }

  private var scopeParameters: [(name: String, value: String?)] {
    switch scope {
    case .all: []
    case .by(let account): [("author", account.description)]
    case .at(let booth): [("booth", booth.description)]
    case .hashtag(let word): [("hashtag", word)]
    case .near(let coordinate, let radius):
      [("lat", String(coordinate.latitude)), ("lon", String(coordinate.longitude)), ("radius", String(radius))]
    case .followed: [("feed", "following")]
    case .liked: [("feed", "liked")]
    }
  }
}
