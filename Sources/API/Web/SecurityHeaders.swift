import HTTP

/// What the browser is told that the pages may do.
enum SecurityHeaders {
  /// For the page: scripts, styles and requests of its own only, images of its own and of the tiles' source. `data:`
  /// serves the map library, which empties an image that is no longer wanted, `blob:` shows photos before they are
  /// sent.
  static func page(_ tiles: TileSource?) -> String {
    let images = ["'self'", "data:", "blob:"] + (tiles.map { [$0.origin] } ?? [])
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images.joined(separator: " ")); \
      connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
      frame-ancestors 'none'
      """
  }

  /// For the page on which a gateway's library opens its window: that library, and what it needs.
  ///
  /// Of PortOne's V2 library it is known from its published text and from the policies of others who use it that it
  /// loads its parts from its own host and asks `checkout-service.prod.iamport.co`,
  /// `tx-gateway-service.prod.iamport.co` and `payment-bridge.prod.iamport.co`; of V1's only that it is at
  /// `cdn.iamport.kr` and shows `service.iamport.kr`. Neither was run under this policy. Whose form or frame comes then
  /// - of the payment company, the card company, a bank - nobody knows beforehand, and neither can reach into the page;
  /// whose scripts run in it is named. Both libraries set styles of their own.
  static func payment(_ library: PaymentLibrary) -> String {
    let scripts = ["'self'", library.origin] + library.companies
    let asked =
      ["'self'", "https://*.iamport.co", "https://*.iamport.kr", "https://*.portone.io"] + scripts.dropFirst()
    return """
      default-src 'none'; script-src \(scripts.joined(separator: " ")); style-src 'self' 'unsafe-inline'; \
      img-src 'self' data: https:; font-src https: data:; connect-src \(asked.joined(separator: " ")); \
      frame-src https:; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'
      """
  }

  /// For the service worker, which only fetches.
  static let worker = "default-src 'none'; connect-src 'self'"

  /// What goes with the page besides its policy. Others are told the origin at most: the address holds a place.
  static let ofPage = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "strict-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(self), microphone=(), payment=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// The same for the payment page, whose windows may be of their own and tell it when they are done.
  static let ofPayment = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "strict-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin-allow-popups"),
  ]
}
