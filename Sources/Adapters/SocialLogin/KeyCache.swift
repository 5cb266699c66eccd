import Accounts
import Basics
import Crypto
import WebClient

/// The public keys of a provider, fetched when they are needed and kept for as long as it says.
///
/// Whoever needs keys while they are being fetched waits for the same fetch. Where the provider cannot be reached, the
/// keys that are there are used on, and it is asked again no more than once a minute. Where there are none yet it is
/// asked by whoever comes, one fetch at a time: nobody is kept out once it answers.
actor KeyCache {
  /// Seconds between two fetches for names of keys that are not known, or after a failure.
  static let pause: Int64 = 60
  /// Seconds for which keys are kept, whatever the provider says.
  static let freshness: ClosedRange<Int64> = 60...86_400
  /// Seconds for which they are kept where it says nothing.
  static let defaultFreshness: Int64 = 3600

  private let exchange: ProviderExchange
  private let request: WebRequest
  private let now: @Sendable () -> Timestamp

  private var keys: PublicKeySet?
  private var freshUntil = Timestamp(milliseconds: .min)
  private var refreshedAt: Timestamp?
  private var hasFailed = false
  private var refreshing: Task<Void, Never>?

  /// The keys that are served at a path.
  init(
    _ exchange: ProviderExchange, _ address: WebAddress, _ path: String, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.exchange = exchange
    request = WebRequest(address, path)
    now = clock
  }

  /// The key of a name and an algorithm.
  /// - Throws: `DomainError` `provider-unavailable` where it may be that there is one, `proof-refused` where there is
  ///   none.
  func key(_ id: String, _ algorithm: SignatureAlgorithm) async throws(DomainError) -> PublicKey {
    if keys == nil || (now() >= freshUntil && mayRefresh) { await refresh() }
    if let key = keys?.key(id, algorithm) { return key }
    // A new key has come into use since, or the name is made up: asked about only now and then.
    if keys != nil, mayRefresh || refreshing != nil {
      await refresh()
      if let key = keys?.key(id, algorithm) { return key }
    }
    throw hasFailed ? .providerUnavailable(exchange.provider) : .proofRefused(exchange.provider)
  }

  private var mayRefresh: Bool {
    guard let refreshedAt else { return true }
    // A clock that was set back must not keep keys out for long.
    let waited = now().milliseconds - refreshedAt.milliseconds
    return waited < 0 || waited >= Self.pause * 1000
  }

  /// Asks, or waits for whoever does.
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

  /// For how long an answer may be kept (RFC 9111, 5.2.2), within bounds.
  static func seconds(cacheControl: String?) -> Int64 {
    guard let cacheControl else { return defaultFreshness }
    let directives = cacheControl.lowercased().split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    if directives.contains("no-store") || directives.contains("no-cache") { return freshness.lowerBound }
    guard let age = directives.first(where: { $0.hasPrefix("max-age=") }) else { return defaultFreshness }
    // A number beyond all bounds is no number.
    let seconds = Int64(age.dropFirst("max-age=".count)) ?? freshness.lowerBound
    return min(max(seconds, freshness.lowerBound), freshness.upperBound)
  }
}
