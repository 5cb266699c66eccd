import HTTP

/// What the browser is told that the pages may do.
enum SecurityHeaders {
  /// For the page: scripts, styles and requests of its own only, images of its own and of the tiles' source. `data:`
  /// serves the map library, which empties an image that is no longer wanted, `blob:` shows photos before they are sent.
  static func page(_ tiles: TileSource?) -> String {
    let images = ["'self'", "data:", "blob:"] + (tiles.map { [$0.origin] } ?? [])
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images.joined(separator: " ")); \
      connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
      frame-ancestors 'none'
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
}
