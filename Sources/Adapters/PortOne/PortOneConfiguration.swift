public import Basics
package import WebClient

/// The connection to PortOne.
///
/// With the modules `Payments` and `PortOne` alone, a server can query a payment:
///
///     let portOne = PortOneV2(try PortOneConfiguration(PortOneConfiguration.v2URL), secret: secret, store: nil)
///     guard let payment = try await portOne.payment(.order("order-1")) else { return }
///     guard payment.status == .paid, payment.amount == 3_000, payment.currency == "KRW" else { return }
///
/// and receive webhooks:
///
///     let webhooks = try PortOneV2Webhooks(secrets: [webhookSecret])
///     let message = try webhooks.message(of: WebhookDelivery(headers: headers, body: body), at: now)
///     guard let reference = message.reference else { return }
///     let payment = try await portOne.payment(reference)
///
/// Connections verify certificates, follow no redirects, bound the size and time of responses, and keep no cache or
/// cookies.
public struct PortOneConfiguration: Hashable, Sendable {
  /// The address of the first interface.
  public static let v1URL = "https://api.iamport.kr"
  /// The address of the second interface.
  public static let v2URL = "https://api.portone.io"

  /// The base address: `https` anywhere, `http` on this machine only (a sandbox), since others could read and change
  /// plain HTTP.
  package var address: WebAddress
  /// The timeout of a request including its retries, in seconds. A call may need several requests: an access token
  /// before, a query afterwards.
  public var timeout: Double = 10
  /// Whether payments of test channels count. They move no money, and anybody who knows a test channel's key can make
  /// one: if false, those of the second interface have status `unknown`, and the first interface omits them. The
  /// default is true for an `http` address, which can only be a sandbox, where no money moves.
  public var acceptsTestPayments: Bool
  /// Delays before the first and the second retry, in seconds.
  var retryDelays = [0.1, 0.4]

  package init(_ address: WebAddress) {
    self.address = address
    acceptsTestPayments = !address.isSecure
  }

  /// A connection to an address in text form.
  /// - Throws: `DomainError` `gateway-url-invalid` (invalid) unless it is an `https` address with a host, or an `http`
  ///   address of this machine (`localhost`, `127.0.0.1`, `::1`), without user, query and fragment.
  public init(_ address: String) throws(DomainError) {
    guard let address = try? WebAddress(address, field: "address") else {
      throw DomainError(
        .invalid, "gateway-url-invalid",
        "The payment gateway's address must be like 'https://api.portone.io', without user, query or fragment; http"
          + " reaches this machine only.")
    }
    self.init(address)
  }
}
