import HTTP

enum SecurityHeaders {
  /// The policy of the page: only its own scripts, styles and requests; its own images and those of the tile source.
  /// `data:` is for Leaflet, which blanks unneeded images, `blob:` for photo previews before the upload.
  static func page(_ tiles: TileSource?) -> String {
    let images = ["'self'", "data:", "blob:"] + (tiles?.origin.map { [$0] } ?? [])
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images.joined(separator: " ")); \
      connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
      frame-ancestors 'none'
      """
  }

  /// The policy of the payment page: the gateway's library and what it needs.
  ///
  /// According to its published source and other users' policies, PortOne's V2 library loads its parts from its own
  /// host and requests `checkout-service.prod.iamport.co`, `tx-gateway-service.prod.iamport.co` and
  /// `payment-bridge.prod.iamport.co`; of V1 it is known only that it is at `cdn.iamport.kr` and shows
  /// `service.iamport.kr`. Neither was tested with this policy. The forms and frames of payment companies, card
  /// companies and banks cannot be listed in advance, so any are allowed; they cannot reach into the page. Script
  /// sources are listed. Both libraries set inline styles.
  static func payment(_ library: PaymentLibrary) -> String {
    let scripts = ["'self'", library.origin] + library.paymentHosts
    let asked =
      ["'self'", "https://*.iamport.co", "https://*.iamport.kr", "https://*.portone.io"] + scripts.dropFirst()
    return """
      default-src 'none'; script-src \(scripts.joined(separator: " ")); style-src 'self' 'unsafe-inline'; \
      img-src 'self' data: https:; font-src https: data:; connect-src \(asked.joined(separator: " ")); \
      frame-src https:; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'
      """
  }

  /// The policy of the service worker, which only fetches.
  static let worker = "default-src 'none'; connect-src 'self'"

  /// The page's other headers. Referrers are limited to the origin, as the address contains a position.
  static let pageHeaders = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "strict-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(self), microphone=(), payment=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// The payment page's other headers. Its windows may have their own origin and report back to it.
  static let paymentHeaders = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "strict-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin-allow-popups"),
  ]
}
