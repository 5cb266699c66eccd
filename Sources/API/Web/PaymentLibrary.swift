package import Basics

/// The script of a payment gateway that opens its window in the browser.
package struct PaymentLibrary: Hashable, Sendable {
  /// The gateway's API version, as in orders: `portone-v1` or `portone-v2`.
  package let gateway: String
  package let address: String
  /// Scheme, host and port of the address, as a CSP source.
  let origin: String
  /// The CSP sources of payment companies whose scripts it may load.
  let paymentHosts: [String]

  /// - Parameter companies: `https://pay.example`, or `https://*.pay.example` for all subdomains.
  /// - Throws: `DomainError` `portone-library-invalid` when the address is not an HTTP URL; `payment-hosts-invalid`.
  package init(gateway: String, address: String, paymentHosts: [String] = []) throws(DomainError) {
    guard let origin = hostSource(of: address), address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw DomainError(
        .invalid, "portone-library-invalid", "PortOne's library must be an address such as https://cdn.example/sdk.js.",
        field: "portone-library")
    }
    for host in paymentHosts where !Self.isHost(host) {
      throw DomainError(
        .invalid, "payment-hosts-invalid",
        "'\(host)' is not a payment company's host: write https://pay.example or https://*.pay.example.",
        field: "payment-hosts")
    }
    self.gateway = gateway
    self.address = address
    self.origin = origin
    self.paymentHosts = paymentHosts
  }

  private static func isHost(_ text: String) -> Bool {
    let host = text.hasPrefix("https://*.") ? "https://" + text.dropFirst("https://*.".count) : text
    return host.hasPrefix("https://") && hostSource(of: host) == host
  }
}
