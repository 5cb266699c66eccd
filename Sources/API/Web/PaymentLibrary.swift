package import Basics

/// The script with which a payment gateway opens its window in the browser.
package struct PaymentLibrary: Hashable, Sendable {
  /// Which interface of the gateway it is for, as orders name it: `portone-v1` or `portone-v2`.
  package let gateway: String
  /// Where it is loaded from.
  package let address: String
  /// Scheme, host and port of that, as a content security policy names them.
  let origin: String
  /// Payment companies whose scripts it may load too, as a content security policy names them.
  let companies: [String]

  /// A library.
  /// - Parameter companies: `https://pay.example`, or `https://*.pay.example` for all hosts below.
  /// - Throws: `DomainError` `portone-library-invalid` where the address is none of a web server;
  ///   `payment-hosts-invalid`.
  package init(gateway: String, address: String, companies: [String] = []) throws(DomainError) {
    guard let origin = hostSource(of: address), address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw DomainError(
        .invalid, "portone-library-invalid", "PortOne's library must be an address such as https://cdn.example/sdk.js.",
        field: "portone-library")
    }
    for company in companies where !Self.isHost(company) {
      throw DomainError(
        .invalid, "payment-hosts-invalid",
        "'\(company)' is no host of a payment company: write https://pay.example or https://*.pay.example.",
        field: "payment-hosts")
    }
    self.gateway = gateway
    self.address = address
    self.origin = origin
    self.companies = companies
  }

  private static func isHost(_ text: String) -> Bool {
    let host = text.hasPrefix("https://*.") ? "https://" + text.dropFirst("https://*.".count) : text
    return host.hasPrefix("https://") && hostSource(of: host) == host
  }
}
