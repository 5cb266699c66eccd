package import Basics
import Crypto
package import Notices
package import WebClient
package import WebPush

/// Hands notices to the push services of browsers (RFC 8030), encrypted for the browser.
package struct WebPushTransport: PushTransport {
  /// What the browser gets of a notice: JSON.
  package typealias Payload = @Sendable (Notice, _ language: String) -> [UInt8]

  private let client: WebClient
  private let sender: PushSender
  private let payload: Payload
  /// Whether only addresses of the Internet are sent to: a member must not make this server ask others in its network.
  private let isPublicOnly: Bool

  package init(_ client: WebClient, sender: PushSender, isPublicOnly: Bool = true, payload: @escaping Payload) {
    (self.client, self.sender, self.isPublicOnly, self.payload) = (client, sender, isPublicOnly, payload)
  }

  package func accepts(_ subscription: PushSubscription) -> Bool {
    address(of: subscription) != nil && target(of: subscription) != nil
  }

  /// The origin of the push service, and the path with a query, if there is one.
  private func address(of subscription: PushSubscription) -> (origin: WebAddress, path: String)? {
    let endpoint = subscription.endpoint
    guard endpoint.utf8.count <= Self.maxLength,
      endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 }),
      let scheme = endpoint.firstRange(of: "://"), let slash = endpoint[scheme.upperBound...].firstIndex(of: "/"),
      let origin = try? WebAddress(String(endpoint[..<slash]), field: "endpoint"), origin.isSecure || !isPublicOnly
    else { return nil }
    return (origin, String(endpoint[slash...]))
  }

  /// In bytes; those of today's services have up to 500.
  private static let maxLength = 1000

  private func target(of subscription: PushSubscription) -> PushTarget? {
    PushTarget(publicKey: subscription.publicKey, secret: subscription.secret)
  }

  /// Seconds for which a push service keeps a message for a browser that is not there.
  private static let lifetime = "86400"

  package func send(
    _ notice: Notice, to subscription: PushSubscription, at instant: Timestamp
  ) async throws(PushFailure) {
    guard let address = address(of: subscription), let target = target(of: subscription) else { throw .gone }
    let message = target.encrypt(
      payload(notice, subscription.language), salt: systemRandom(16), sender: P256Key())
    var request = WebRequest(address.origin, address.path)
    request.isPublicOnly = isPublicOnly
    request.body = .bytes(message, contentType: "application/octet-stream")
    request.headers = [
      ("Content-Encoding", "aes128gcm"), ("TTL", Self.lifetime), ("Urgency", "normal"),
      // A later message of the same notice takes the place of one that waits.
      ("Topic", notice.id.description),
      ("Authorization", sender.authorization(for: address.origin.description, at: instant)),
    ]
    try await client.push(request)
  }
}
