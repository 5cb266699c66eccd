import HTTP

extension Middleware {
  /// Has browsers use HTTPS only from now on, for a year (RFC 6797).
  static let strictTransportSecurity = Middleware(
    "strict transport security",
    receive: { incoming in
      incoming.responseHeaders.add("Strict-Transport-Security", "max-age=31536000")
      return nil
    })
}
