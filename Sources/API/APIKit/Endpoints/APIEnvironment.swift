package import Accounts
package import Basics
package import Crypto
package import HTTP
import Synchronization
package import Telemetry

/// Authenticates the caller of a request.
package protocol Authenticator: Sendable {
  /// The caller; nil without a token, or when the endpoint does not authenticate.
  /// - Throws: `DomainError` (unauthenticated) `token-expired`, `token-unusable`, and errors of how the token was sent.
  func caller(of context: RequestContext, for endpoint: Endpoint) async throws -> Caller?
}

/// What every endpoint needs, independent of its feature.
package final class APIEnvironment: Sendable {
  package let version: String
  /// The base of links, without a slash at the end, e.g. `https://booths.example`. Nil: the scheme that is
  /// served and the request's `Host`.
  package let publicAddress: String?
  /// Whether the server itself speaks TLS.
  package let isEncrypted: Bool
  package let proxies: TrustedProxies
  /// The rate limit of each account; nil: none.
  package let accountBuckets: TokenBuckets<AccountID>?
  /// The buckets of addresses and accounts that all nodes share, for expensive requests; nil if there is one node only.
  package let sharedBuckets: SharedTokenBuckets?
  /// Counts the requests that rate limits have refused, by `address` and `account`.
  package let rateLimited = EventCounter()
  package let clock: @Sendable () -> Timestamp
  /// For durations, such as those of heartbeats: nobody sets it. It tells no time of day.
  package let steadyClock: @Sendable () -> Timestamp
  package let authenticator: any Authenticator
  /// Stores idempotency keys and their answers.
  package let idempotency: any IdempotencyStore
  package let cursors: Cursors
  /// Signs and verifies links to files.
  package let fileLinks: FileLinks
  /// Conditions that impair the service; reported by `/healthz`.
  package let conditions: ServiceConditions
  /// Part of every entity tag: answers of another program or with other settings may differ although the catalogue is the
  /// same. Nodes with the same ones have the same tags.
  package let tagSeed: String
  /// Where reads may go if the database has replicas; nil: it has none.
  package let consistency: (any ReadConsistency)?
  /// Records the traces of requests; nil if none are.
  package let spans: SpanRecorder?
  private let stopping = Atomic(false)
  private let onFault: @Sendable (_ reference: String, _ fault: any Error) -> Void

  /// - Parameters:
  ///   - variant: what answers about booths depend on beside the version, the public address and the catalogue.
  ///   - steadyClock: nil if the clock itself is never set, as that of tests.
  ///   - onFault: receives internal errors with the reference that the client received. They must not hold people's
  ///     positions.
  package init(
    version: String, publicAddress: String?, isEncrypted: Bool = false, proxies: TrustedProxies = .none,
    accountLimit: RateLimit? = nil, sharedBuckets: SharedTokenBuckets? = nil, variant: String,
    clock: @escaping @Sendable () -> Timestamp, steadyClock: (@Sendable () -> Timestamp)? = nil,
    authenticator: any Authenticator, idempotency: any IdempotencyStore, cursorAuthenticator: MessageAuthenticator,
    conditions: ServiceConditions, consistency: (any ReadConsistency)? = nil, spans: SpanRecorder? = nil,
    onFault: @escaping @Sendable (_ reference: String, _ fault: any Error) -> Void
  ) {
    self.version = version
    self.publicAddress = publicAddress
    self.isEncrypted = isEncrypted
    self.proxies = proxies
    accountBuckets = accountLimit.map { TokenBuckets($0) }
    self.sharedBuckets = sharedBuckets
    self.clock = clock
    self.steadyClock = steadyClock ?? clock
    self.authenticator = authenticator
    self.idempotency = idempotency
    cursors = Cursors(cursorAuthenticator)
    fileLinks = FileLinks(cursorAuthenticator)
    self.conditions = conditions
    self.consistency = consistency
    self.spans = spans
    let base = publicAddress ?? (isEncrypted ? "https" : "")
    let seed = Digest.bytes(of: Array("\(version)\n\(base)\n\(variant)".utf8))
    tagSeed = Base64URL.encode(Array(seed.prefix(9)))
    self.onFault = onFault
  }

  /// Whether the server is about to stop; reported by `/readyz`.
  package var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// From now on load balancers should send requests elsewhere.
  package func beginStopping() { stopping.store(true, ordering: .relaxed) }

  /// Reports an internal error, or a condition that impairs the service, to the operator. Returns the reference under
  /// which it is logged.
  @discardableResult
  package func report(_ fault: any Error) -> String {
    if let domainError = fault as? DomainError, let reference = conditions.report(domainError).condition?.reference {
      return reference
    }
    let reference = String(UInt64.random(in: .min ... .max), radix: 36)
    onFault(reference, fault)
    return reference
  }
}
