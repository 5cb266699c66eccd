/// The paths of an API, to tell whose an unknown path is.
package struct PathTree: Sendable {
  private var literals: [Substring: PathTree] = [:]
  /// The part that stands for any text: one element at most.
  private var parameter: [PathTree] = []
  private var isPath = false
  /// The number of parts of the longest path.
  private var height = 0

  /// - Parameter paths: with parameters in braces: `/api/booths/{id}`.
  package init(_ paths: [String]) {
    for path in paths { insert(Self.parts(of: path)[...]) }
  }

  private mutating func insert(_ parts: ArraySlice<Substring>) {
    height = max(height, parts.count)
    guard let first = parts.first else {
      isPath = true
      return
    }
    if first.hasPrefix("{") {
      if parameter.isEmpty { parameter = [PathTree([])] }
      parameter[0].insert(parts.dropFirst())
    } else {
      literals[first, default: PathTree([])].insert(parts.dropFirst())
    }
  }

  /// How closely a path matches those of the tree.
  package func match(_ path: String) -> PathMatch {
    // One part more than any path has tells a longer one.
    match(Self.parts(of: path, atMost: height + 1)[...], depth: 0)
  }

  private func match(_ parts: ArraySlice<Substring>, depth: Int) -> PathMatch {
    guard let first = parts.first else { return isPath ? .whole : .beginning(depth) }
    let next = [literals[first], first.isEmpty ? nil : parameter.first]
    return next.compactMap { $0?.match(parts.dropFirst(), depth: depth + 1) }.max() ?? .beginning(depth)
  }

  private static func parts(of path: String, atMost count: Int = .max) -> [Substring] {
    path.dropFirst().split(separator: "/", maxSplits: count, omittingEmptySubsequences: false)
  }
}

/// How closely a path matches those of an API.
package enum PathMatch: Sendable, Comparable {
  /// The path has as many parts as one of the API's, and is none of them; 0: none.
  case beginning(Int)
  /// The path is one of the API's.
  case whole

  package static let unrelated = PathMatch.beginning(0)
}
