import Basics
import JSON

/// A token as it is shown, and until when.
struct V1AccessToken: Hashable, Sendable, CustomReflectable {
  /// Tells tokens apart without showing them.
  let number: Int
  private let text: String
  /// By our clock.
  let expiresAt: Timestamp

  init(number: Int, text: String, expiresAt: Timestamp) {
    self.number = number
    self.text = text
    self.expiresAt = expiresAt
  }

  var authorization: GatewaySecret { GatewaySecret("Bearer \(text)") }
  var customMirror: Mirror { Mirror(self, children: ["number": number]) }
}

/// The access token of the first interface: fetched once for all who need it, and again shortly before it expires.
///
/// The gateway gives the same token for half an hour, and to whoever asks in its last minute five minutes more; asking
/// earlier would change nothing. Its clock is compared with itself only: a token is taken for as many seconds as lie
/// between the gateway's own `now` and `expired_at`, counted from before it was asked.
actor V1AccessTokens {
  /// How many seconds before the end a new one is fetched: within the last minute, with time for the calls under way.
  private static let margin: Int64 = 30
  /// The most seconds that a token is believed to last.
  private static let maxLifetime = 86_400

  private let transport: Transport
  private let key: GatewaySecret
  private let secret: GatewaySecret
  private let clock: @Sendable () -> Timestamp
  private var current: V1AccessToken?
  private var renewal: Task<Result<V1AccessToken, DomainError>, Never>?
  private var count = 0

  init(_ transport: Transport, key: GatewaySecret, secret: GatewaySecret, clock: @escaping @Sendable () -> Timestamp) {
    self.transport = transport
    self.key = key
    self.secret = secret
    self.clock = clock
  }

  /// A token that the gateway should take. Whoever comes first fetches it; all others wait for the same.
  /// - Parameter refused: one that it took no more.
  func token(insteadOf refused: V1AccessToken? = nil) async throws(DomainError) -> V1AccessToken {
    if let current, current.number != refused?.number, clock().advanced(seconds: Self.margin) < current.expiresAt {
      return current
    }
    // A task of its own: that one of those who wait is cancelled does not take the answer from the others.
    let renewal = self.renewal ?? Task { await self.renewed() }
    self.renewal = renewal
    return try await renewal.value.get()
  }

  private func renewed() async -> Result<V1AccessToken, DomainError> {
    defer { renewal = nil }
    do throws(DomainError) {
      let token = try await fetched()
      current = token
      return .success(token)
    } catch {
      current = nil
      return .failure(error)
    }
  }

  private func fetched() async throws(DomainError) -> V1AccessToken {
    let askedAt = clock()
    let request = PortOneRequest.post(
      "users", "getToken", body: .object(["imp_key": .string(key.text), "imp_secret": .string(secret.text)]),
      isRepeatable: true)
    let response = try V1Envelope.response(of: try await transport.response(to: request, authorization: nil))
    let text = try response.requiredText("access_token")
    guard let now = try response.wholeNumber("now"), let end = try response.wholeNumber("expired_at"),
      let seconds = Self.seconds(from: now, to: end), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw GatewayError.notUnderstood("it holds no access token that can be used") }
    count += 1
    return V1AccessToken(number: count, text: text, expiresAt: askedAt.advanced(seconds: Int64(seconds)))
  }

  private static func seconds(from now: Int, to end: Int) -> Int? {
    let (seconds, overflow) = end.subtractingReportingOverflow(now)
    return !overflow && seconds > 0 ? min(seconds, maxLifetime) : nil
  }
}
