public import Basics
package import WebClient

/// How PortOne is reached.
///
/// With the modules `Payments` and `PortOne` alone a server can ask what became of a payment, and believe the answer:
///
///     let portOne = PortOneV2(try PortOneConfiguration(PortOneConfiguration.v2URL), secret: secret, store: nil)
///     guard let payment = try await portOne.payment(.order("order-1")) else { return }
///     guard payment.status == .paid, payment.amount == 3_000, payment.currency == "KRW" else { return }
///
/// and be told when to ask:
///
///     let webhooks = try PortOneV2Webhooks(secrets: [webhookSecret])
///     let message = try webhooks.message(of: WebhookDelivery(headers: headers, body: body), at: now)
///     guard let reference = message.reference else { return }
///     let payment = try await portOne.payment(reference)
///
/// Answers are taken over connections whose certificates are verified, follow no redirection, and are bounded in size
/// and time; nothing is kept in caches or cookies.
public struct PortOneConfiguration: Hashable, Sendable {
  /// Where its first interface is served.
  public static let v1URL = "https://api.iamport.kr"
  /// Where its second interface is served.
  public static let v2URL = "https://api.portone.io"

  /// The address that paths are appended to: `https` anywhere, `http` on this machine only (a sandbox), for what is
  /// said over it others could read and change.
  package var address: WebAddress
  /// How long one request may take, its repetitions counted in, in seconds. A call may need several: an access token
  /// before, a look behind.
  public var timeout: Double = 10
  /// Whether payments of test channels count. They move no money, and anybody who knows a test channel's key can make
  /// one: without this those of the second interface are told as `unknown`, and the first shows none. At first so where
  /// the address is one of `http`: nothing but a sandbox is asked in that way, and money moves at none.
  public var acceptsTestPayments: Bool
  /// Before the second and the third time that the same is asked, in seconds.
  var retryDelays = [0.1, 0.4]

  /// A connection; see the properties.
  package init(_ address: WebAddress) {
    self.address = address
    acceptsTestPayments = !address.isSecure
  }

  /// A connection from an address that people wrote.
  /// - Throws: `DomainError` `gateway-url-invalid` (invalid) where it is no `https` address with a host, and no `http`
  ///   address of this machine (`localhost`, `127.0.0.1`, `::1`), or has a user, a query or a fragment.
  public init(_ address: String) throws(DomainError) {
    guard let address = try? WebAddress(address, field: "address") else {
      throw DomainError(
        .invalid, "gateway-url-invalid",
        "The payment gateway's address has to be like 'https://api.portone.io', without user, query or fragment; http"
          + " reaches this machine only.")
    }
    self.init(address)
  }
}
