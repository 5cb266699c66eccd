package import Basics
import Crypto
package import Notices
package import WebClient

/// Hands notices for apps to a webhook of the operator, which knows the push services of their makers (APNs, FCM). Messages
/// are signed according to Standard Webhooks (standardwebhooks.com, version 1.0.0).
package struct DeviceHook: PushTransport {
  /// What the webhook gets of a notice: JSON with the token.
  package typealias Payload = @Sendable (Notice, _ language: String, _ deviceToken: String) -> [UInt8]

  private let client: WebClient
  private let address: WebAddress
  private let key: [UInt8]
  private let payload: Payload

  /// - Parameter secret: `whsec_` and Base64 of at least 16 bytes.
  /// - Throws: `DomainError` `push-hook-secret-invalid`.
  package init(
    _ client: WebClient, to address: WebAddress, secret: String, payload: @escaping Payload
  ) throws(DomainError) {
    guard secret.hasPrefix("whsec_"), let key = Base64.decode(secret.dropFirst(6)), key.count >= 16 else {
      throw DomainError(
        .invalid, "push-hook-secret-invalid",
        "The secret of the push hook must be 'whsec_' and Base64 of at least 16 bytes: make one with "
          + "echo whsec_$(openssl rand -base64 24).")
    }
    (self.client, self.address, self.key, self.payload) = (client, address, key, payload)
  }

  /// In bytes; APNs and FCM have fewer than 300.
  private static let maxLength = 1000

  package func accepts(_ subscription: PushSubscription) -> Bool {
    subscription.deviceToken.map { !$0.isEmpty && $0.utf8.count <= Self.maxLength } ?? false
  }

  package func send(
    _ notice: Notice, to subscription: PushSubscription, at instant: Timestamp
  ) async throws(PushFailure) {
    guard let token = subscription.deviceToken else { throw .gone }
    let body = payload(notice, subscription.language, token)
    // The same for each attempt, and another one for each device and each growth of the notice.
    let device = Base64URL.encode(Array(HMAC.sha256(of: Array(token.utf8), key: key).prefix(6)))
    let id = "\(notice.id).\(notice.updatedAt.milliseconds).\(device)"
    let seconds = floorDivide(instant.milliseconds, 1000).quotient
    let code = HMAC.sha256(of: Array("\(id).\(seconds).".utf8) + body, key: key)
    var request = WebRequest(address)
    request.body = .json(body)
    request.headers = [
      ("webhook-id", id), ("webhook-timestamp", "\(seconds)"), ("webhook-signature", "v1,\(Base64.encode(code))"),
    ]
    try await client.push(request)
  }
}

/// Hands notices for browsers to their push services, and those for apps to the webhook, if there is one.
package struct PushTransports: PushTransport {
  private let browsers: WebPushTransport
  private let devices: DeviceHook?

  package init(browsers: WebPushTransport, devices: DeviceHook?) {
    (self.browsers, self.devices) = (browsers, devices)
  }

  private func transport(of subscription: PushSubscription) -> (any PushTransport)? {
    subscription.deviceToken == nil ? browsers : devices
  }

  package func accepts(_ subscription: PushSubscription) -> Bool {
    transport(of: subscription)?.accepts(subscription) ?? false
  }

  package func send(
    _ notice: Notice, to subscription: PushSubscription, at instant: Timestamp
  ) async throws(PushFailure) {
    guard let transport = transport(of: subscription) else { throw .gone }
    try await transport.send(notice, to: subscription, at: instant)
  }
}

extension WebClient {
  /// Returns once a push service has accepted a message.
  func push(_ request: WebRequest) async throws(PushFailure) {
    let status: Int
    do { status = try await send(request).status } catch { throw .unreachable }
    switch status {
    case 200..<300: return
    case 404, 410: throw .gone
    default: throw .refused(status)
    }
  }
}
