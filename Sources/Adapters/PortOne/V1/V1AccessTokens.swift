import Basics
import JSON

struct V1AccessToken: Hashable, Sendable, CustomReflectable {
  /// Distinguishes tokens without showing them.
  let number: Int
  private let text: String
  /// By this server's clock.
  let expiresAt: Timestamp

  init(number: Int, text: String, expiresAt: Timestamp) {
    self.number = number
    self.text = text
    self.expiresAt = expiresAt
  }

  var authorization: GatewaySecret { GatewaySecret("Bearer \(text)") }
  var customMirror: Mirror { Mirror(self, children: ["number": number]) }
}

/// Caches the access token of the first interface, and renews it shortly before it expires.
///
/// The gateway returns the same token for half an hour, and extends it by five minutes for requests in its last minute;
/// renewing earlier would have no effect. Clocks are not compared: a token is used for the seconds between the
/// gateway's own `now` and `expired_at`, counted from before the request.
actor V1AccessTokens {
  /// How many seconds before the expiry a token is renewed: within the last minute, with time for calls in progress.
  private static let margin: Int64 = 30
  /// The maximum lifetime of a token, in seconds.
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

  /// A valid token. The first caller fetches it; concurrent callers wait for the same fetch.
  /// - Parameter refused: a token that the gateway has rejected.
  func token(insteadOf rejected: V1AccessToken? = nil) async throws(DomainError) -> V1AccessToken {
    if let current, current.number != rejected?.number, clock().advanced(seconds: Self.margin) < current.expiresAt {
      return current
    }
    // A separate task, so that cancelling one caller does not cancel the fetch for the others.
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
    else { throw GatewayError.malformedResponse("it has no usable access token") }
    count += 1
    return V1AccessToken(number: count, text: text, expiresAt: askedAt.advanced(seconds: Int64(seconds)))
  }

  private static func seconds(from now: Int, to end: Int) -> Int? {
    let (seconds, overflow) = end.subtractingReportingOverflow(now)
    return !overflow && seconds > 0 ? min(seconds, maxLifetime) : nil
  }
}
