public import Basics
public import Contracts

/// A list of posts.
public struct PostFeed: Hashable, Sendable {
  /// Whose or where.
  public enum Scope: Hashable, Sendable {
    case all
    case by(AccountID)
    case at(BoothID)
    /// With or without the leading `#`.
    case hashtag(String)
    /// About booths within so many metres of a place, 0...100,000.
    case near(Coordinate, radius: Double)
    /// Of those whom one follows.
    case followed
    /// That one likes, in the order of the likes.
    case liked
  }

  /// Whose or where.
  public var scope: Scope
  /// Only these kinds; empty for all, and for poses around a place.
  public var kinds: [PostKindWord]

  /// A feed.
  public init(_ scope: Scope = .all, kinds: [PostKindWord] = []) {
    self.scope = scope
    self.kinds = kinds
  }

  var token: TokenUse { scope == .followed || scope == .liked ? .needed : .offered }

  var path: [String] {
    guard case .near = scope else { return ["posts"] }
    return ["posts", "near"]
  }

  var parameters: [(name: String, value: String?)] {
    let kind = kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ",")
    return [("kind", kind)] + scopeParameters
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
