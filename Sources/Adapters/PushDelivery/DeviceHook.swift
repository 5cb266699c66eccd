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
  private let key: WebhookKey
  private let payload: Payload

  /// - Parameter secret: `whsec_` and Base64 of at least 16 bytes.
  /// - Throws: `DomainError` `push-hook-secret-invalid`.
  package init(
    _ client: WebClient, to address: WebAddress, secret: String, payload: @escaping Payload
  ) throws(DomainError) {
    guard let key = WebhookKey(secret) else {
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
    let event = "\(notice.id).\(notice.updatedAt.milliseconds)"
    let device = Base64URL.encode(Array(key.code(for: Array(token.utf8), id: event, time: "").prefix(6)))
    let id = "\(event).\(device)"
    let time = "\(floorDivide(instant.milliseconds, 1000).quotient)"
    let code = key.code(for: body, id: id, time: time)
    var request = WebRequest(address)
    request.body = .json(body)
    request.headers = [
      ("webhook-id", id), ("webhook-timestamp", time), ("webhook-signature", "v1,\(Base64.encode(code))"),
    ]
    try await client.push(request)
  }
}
