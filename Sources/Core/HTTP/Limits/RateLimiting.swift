package import Basics
package import Telemetry

extension Middleware {
  /// Limits the requests of each client network by token buckets: beyond the limit the answer is 429 with `Retry-After`.
  ///
  /// Clients learn of their bucket by `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) once
  /// three quarters of it are spent.
  /// - Parameters:
  ///   - refusals: counts refused requests as `address`.
  ///   - network: the client network of a request.
  package static func rateLimit(
    _ limit: RateLimit, clock: @escaping @Sendable () -> Timestamp, refusals: EventCounter? = nil,
    network: @escaping @Sendable (Request) -> ClientNetwork
  ) -> Middleware {
    let buckets = TokenBuckets<ClientNetwork>(limit)
    return Middleware("rate limit") { incoming in
      guard incoming.cost > 0 else { return nil }
      switch buckets.take(incoming.cost, from: network(incoming.request), at: clock()) {
      case .taken(let remaining):
        guard remaining < limit.burst / 4 else { return nil }
        incoming.responseHeaders.add(
          limit, of: "address", remaining: remaining, seconds: limit.seconds(for: limit.burst - remaining))
        return nil
      case .refused(let remaining, let seconds):
        refusals?.count("address")
        incoming.responseHeaders.add(limit, of: "address", remaining: remaining, seconds: seconds)
        return .rateLimited(seconds)
      }
    }
  }
}

extension Headers {
  /// Adds the state of a bucket.
  /// - Parameters:
  ///   - name: The name of the policy.
  ///   - seconds: Until there are more tokens: all of them, or as many as were asked for.
  package mutating func add(_ limit: RateLimit, of name: String, remaining: Int, seconds: Int64) {
    add("RateLimit-Policy", "\"\(name)\";q=\(limit.burst);w=\(limit.window)")
    add("RateLimit", "\"\(name)\";r=\(remaining);t=\(seconds)")
  }
}

extension Fault {
  fileprivate static func rateLimited(_ seconds: Int64) -> Fault {
    Fault(
      429, "rate-limited", "Too many requests come from this address: try again in \(seconds) seconds.",
      "Retry-After", "\(seconds)")
  }
}
