import Basics
import Glibc

/// A registered route, prepared for matching. A class, as every request holds its route.
final class RouteEntry: Sendable {
  let pattern: String
  let parameterNames: [String]
  let bodyLimit: Int
  let isSafe: Bool
  let cost: Int
  let isLongLived: Bool
  /// In milliseconds; nil for `ServerLimits.handlerTime`.
  let handlerTime: Int64?
  let handler: Handler

  init(
    pattern: String, parameterNames: [String], bodyLimit: Int, isSafe: Bool, cost: Int = 1, isLongLived: Bool = false,
    handlerTime: Int64? = nil, handler: Handler
  ) {
    (self.pattern, self.parameterNames, self.bodyLimit, self.isSafe) = (pattern, parameterNames, bodyLimit, isSafe)
    (self.cost, self.isLongLived, self.handlerTime, self.handler) = (cost, isLongLived, handlerTime, handler)
  }
}

/// Maps a method and a path to a route: a tree of path segments, where a literal segment takes precedence over
/// `{name}`.
///
/// Matches the raw segments, so that `%2F` can never act as a slash. O(segments × routes that share a prefix).
struct Router: Sendable {
  /// The result of looking up a method and a path.
  enum Match {
    case found(RouteEntry, [String: String])
    /// The path exists, but not for this method; `allow` lists the methods that do.
    case wrongMethod(allow: String)
    /// An OPTIONS request, which the engine answers for the route.
    case options(allow: String)
    case unknown
  }

  private struct Node {
    /// The position of each name in `names`.
    var literals: [(name: Range<Int>, node: Int)] = []
    var parameter: Int?
    var endpoints: [(method: Method, endpoint: RouteEntry)] = []

    /// The allowed methods, including HEAD and OPTIONS.
    var allow: String {
      var names = endpoints.map(\.method.rawValue)
      if endpoints.contains(where: { $0.method == .get && $0.endpoint.isSafe }), !names.contains("HEAD") {
        names.append("HEAD")
      }
      if !names.contains("OPTIONS") { names.append("OPTIONS") }
      return names.sorted().joined(separator: ", ")
    }
  }

  private var nodes = [Node()]
  /// The literal segments of all nodes, one after the other.
  private var names: [UInt8] = []
  /// The `Allow` header of `OPTIONS *`.
  let allowAnywhere: String

  /// Throws a `DomainError` when a pattern is malformed or two routes have the same method and path.
  init(_ routes: [Route]) throws(DomainError) {
    var methods = Set(routes.map(\.method.rawValue)).union(["OPTIONS"])
    if methods.contains("GET") { methods.insert("HEAD") }
    allowAnywhere = methods.sorted().joined(separator: ", ")
    for route in routes { try insert(route) }
  }

  private mutating func insert(_ route: Route) throws(DomainError) {
    guard route.pattern.hasPrefix("/") else {
      throw DomainError(.invalid, "route-pattern", "The route \"\(route.pattern)\" must start with a slash.")
    }
    var node = 0
    var names: [String] = []
    for segment in route.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      if segment.hasPrefix("{") && segment.hasSuffix("}") {
        names.append(String(segment.dropFirst().dropLast()))
        node = parameterChild(of: node)
      } else {
        node = literalChild(Array(segment.utf8), of: node)
      }
    }
    guard !nodes[node].endpoints.contains(where: { $0.method == route.method }) else {
      throw DomainError(.conflict, "route-twice", "\(route.method.rawValue) \(route.pattern) is routed twice.")
    }
    let endpoint = RouteEntry(
      pattern: route.pattern, parameterNames: names, bodyLimit: route.bodyLimit, isSafe: route.isSafe, cost: route.cost,
      isLongLived: route.isLongLived,
      handlerTime: route.handlerTime?.milliseconds, handler: route.handler)
    nodes[node].endpoints.append((route.method, endpoint))
  }

  private mutating func parameterChild(of node: Int) -> Int {
    if let child = nodes[node].parameter { return child }
    nodes.append(Node())
    nodes[node].parameter = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func literalChild(_ bytes: [UInt8], of node: Int) -> Int {
    if let child = nodes[node].literals.first(where: { names[$0.name].elementsEqual(bytes) }) { return child.node }
    nodes.append(Node())
    nodes[node].literals.append((names.count..<names.count + bytes.count, nodes.count - 1))
    names += bytes
    return nodes.count - 1
  }

  /// The route for a path that passed `isClean`; GET serves HEAD.
  func match(_ method: Method, _ path: UnsafeRawBufferPointer) -> Match {
    var captured: [Range<Int>] = []
    guard let index = find(path, from: 1, at: 0, &captured) else { return .unknown }
    let node = nodes[index]
    let wanted = method == .head && !node.endpoints.contains { $0.method == .head } ? .get : method
    guard let endpoint = node.endpoints.first(where: { $0.method == wanted })?.endpoint,
      method != .head || endpoint.isSafe
    else {
      return method == .options ? .options(allow: node.allow) : .wrongMethod(allow: node.allow)
    }
    return .found(endpoint, parameters(endpoint, captured, path))
  }

  private func parameters(
    _ endpoint: RouteEntry, _ captured: [Range<Int>], _ path: UnsafeRawBufferPointer
  ) -> [String: String] {
    var parameters: [String: String] = [:]
    for (name, range) in zip(endpoint.parameterNames, captured) {
      parameters[name] = percentDecoded(UnsafeRawBufferPointer(rebasing: path[range]))
    }
    return parameters
  }

  /// Descends from `start`, the first byte of a segment. The recursion is as deep as the tree, whatever the path.
  private func find(
    _ path: UnsafeRawBufferPointer, from start: Int, at node: Int, _ captured: inout [Range<Int>]
  ) -> Int? {
    guard start <= path.count else { return nodes[node].endpoints.isEmpty ? nil : node }
    let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
    for literal in nodes[node].literals where isEqual(path, start, end, literal.name) {
      if let found = find(path, from: end + 1, at: literal.node, &captured) { return found }
    }
    guard let parameter = nodes[node].parameter, end > start else { return nil }
    captured.append(start..<end)
    if let found = find(path, from: end + 1, at: parameter, &captured) { return found }
    captured.removeLast()
    return nil
  }

  private func isEqual(_ path: UnsafeRawBufferPointer, _ start: Int, _ end: Int, _ name: Range<Int>) -> Bool {
    guard end - start == name.count else { return false }
    guard end > start else { return true }
    return names.withUnsafeBytes { names in
      memcmp(names.baseAddress! + name.lowerBound, path.baseAddress! + start, name.count) == 0
    }
  }
}
