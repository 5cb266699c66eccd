import Accounts
import Basics
import Crypto
import WebClient

/// The public keys of a provider, fetched on demand and cached for as long as the provider says.
///
/// Concurrent callers wait for the same fetch. If the provider is unreachable, the cached keys stay in use, and it is
/// asked again at most once a minute. Without cached keys every caller triggers a fetch, one at a time, so that logins
/// work as soon as the provider responds.
actor KeyCache {
  /// The minimum time between fetches for unknown key names, or after a failure, in seconds.
  static let minRefreshInterval: Int64 = 60
  /// The bounds of the cache lifetime in seconds, whatever the provider says.
  static let lifetimeBounds: ClosedRange<Int64> = 60...86_400
  /// The cache lifetime in seconds if the provider gives none.
  static let defaultLifetime: Int64 = 3600

  private let exchange: ProviderClient
  private let request: WebRequest
  private let now: @Sendable () -> Timestamp

  private var keys: PublicKeySet?
  private var freshUntil = Timestamp(milliseconds: .min)
  private var refreshedAt: Timestamp?
  private var hasFailed = false
  private var refreshing: Task<Void, Never>?

  init(
    _ exchange: ProviderClient, _ address: WebAddress, _ path: String, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.exchange = exchange
    request = WebRequest(address, path)
    now = clock
  }

  /// The key with an identifier and an algorithm.
  /// - Throws: `DomainError` `proof-refused` if there is none, `provider-unavailable` if that is uncertain because the
  ///   last fetch failed.
  func key(_ id: String, _ algorithm: SignatureAlgorithm) async throws(DomainError) -> PublicKey {
    if keys == nil || (now() >= freshUntil && mayRefresh) { await refresh() }
    if let key = keys?.key(id, algorithm) { return key }
    // A new key may be in use, or the identifier is made up: refreshed at a limited rate.
    if keys != nil, mayRefresh || refreshing != nil {
      await refresh()
      if let key = keys?.key(id, algorithm) { return key }
    }
    throw hasFailed ? .providerUnavailable(exchange.provider) : .proofRejected(exchange.provider)
  }

  private var mayRefresh: Bool {
    guard let refreshedAt else { return true }
    // A clock that was set back must not block refreshing for long.
    let waited = now().milliseconds - refreshedAt.milliseconds
    return waited < 0 || waited >= Self.minRefreshInterval * 1000
  }

  /// Fetches the keys, or waits for the fetch in progress.
  private func refresh() async {
    if let refreshing { return await refreshing.value }
    refreshedAt = now()
    let task = Task { await fetch() }
    refreshing = task
    await task.value
  }

  private func fetch() async {
    defer { refreshing = nil }
    do {
      let response = try await exchange.send(request)
      guard response.status == 200 else { throw DomainError.providerUnavailable(exchange.provider) }
      keys = try PublicKeySet(json: response.body)
      freshUntil = now().advanced(seconds: Self.seconds(cacheControl: response[header: "Cache-Control"]))
      hasFailed = false
    } catch {
      hasFailed = true
    }
  }

  /// The cache lifetime of a response (RFC 9111, 5.2.2) in seconds, within bounds.
  static func seconds(cacheControl: String?) -> Int64 {
    guard let cacheControl else { return defaultLifetime }
    let directives = cacheControl.lowercased().split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    if directives.contains("no-store") || directives.contains("no-cache") { return lifetimeBounds.lowerBound }
    guard let age = directives.first(where: { $0.hasPrefix("max-age=") }) else { return defaultLifetime }
    // A number out of range counts as invalid.
    let seconds = Int64(age.dropFirst("max-age=".count)) ?? lifetimeBounds.lowerBound
    return min(max(seconds, lifetimeBounds.lowerBound), lifetimeBounds.upperBound)
  }
}
