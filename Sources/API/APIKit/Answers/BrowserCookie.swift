package import Basics
package import HTTP

/// An HttpOnly cookie.
///
/// Its name starts with `__Host-`: browsers accept such a cookie only from this very host over TLS, while another host
/// of the same domain could set any other name, with the session of another account. The price is `Path=/`, so that it
/// is sent with every request. Only over plain HTTP on the loopback, for trying the service out, it has its plain name
/// and path.
package struct BrowserCookie: Sendable {
  /// The `SameSite` attribute: when the browser sends the cookie with requests that another site causes.
  package enum SameSite: String, Sendable {
    case strict = "Strict"
    /// With top-level navigation, such as links and redirects.
    case lax = "Lax"
  }

  package let name: String
  /// The path where it is needed.
  package let path: String
  package let sameSite: SameSite

  package init(name: String, path: String, sameSite: SameSite) {
    (self.name, self.path, self.sameSite) = (name, path, sameSite)
  }

  /// The name that only this host can set.
  package var hostName: String { "__Host-\(name)" }

  /// The value of a `Set-Cookie` field; 0 seconds delete the cookie.
  package func field(_ value: String, seconds: Int64, isSecure: Bool) -> String {
    let (name, path, end) = isSecure ? (hostName, "/", "; Secure") : (name, path, "")
    return "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=\(sameSite.rawValue)\(end)"
  }
}

extension RequestContext {
  /// The value of a cookie: by its `__Host-` name or, over plain HTTP on the loopback, by its plain name.
  package func cookie(_ cookie: BrowserCookie) -> String? {
    if let value = request.headers.cookie(cookie.hostName) { return value }
    return isLoopbackHTTP ? request.headers.cookie(cookie.name) : nil
  }

  package func set(_ cookie: BrowserCookie, _ value: String, until end: Timestamp, in response: inout Response) {
    let seconds = max(0, (end.milliseconds - now.milliseconds) / 1000)
    response.headers.add("Set-Cookie", cookie.field(value, seconds: seconds, isSecure: !isLoopbackHTTP))
  }

  package func clear(_ cookie: BrowserCookie, in response: inout Response) {
    set(cookie, "", until: now, in: &response)
  }

  /// Whether the request came over plain HTTP from this machine, and through no proxy: judged by the peer, `Host`,
  /// `Origin`, the forwarding headers and the configured public address.
  package var isLoopbackHTTP: Bool {
    guard !environment.isEncrypted, request.peer?.isLoopback ?? true,
      isLoopbackHost(request.headers["Host"] ?? "")
    else { return false }
    if let address = environment.publicAddress, !isLoopbackAddress(address) { return false }
    if let origin = request.headers["Origin"], !isLoopbackAddress(origin) { return false }
    return ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Via"].allSatisfy {
      request.headers[$0] == nil
    }
  }

  private func isLoopbackAddress(_ address: String) -> Bool {
    guard let origin = WebOrigin(address: address), !origin.isSecure else { return false }
    return isLoopbackHost(String(origin.text.dropFirst("http://".count)))
  }

  /// Whether a host, with or without a port, is the loopback.
  private func isLoopbackHost(_ host: String) -> Bool {
    let name =
      host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    // All names that end so are loopback (RFC 6761, 6.3).
    return name.lowercased() == "localhost" || name.lowercased().hasSuffix(".localhost")
      || IPAddress(String(name))?.isLoopback == true
  }
}

extension Headers {
  /// The value of a cookie (RFC 6265, 4.2.1). Nil when absent, or when there are two different values: another host set
  /// one of them, and nothing tells which.
  func cookie(_ name: String) -> String? {
    let values = values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair -> Substring? in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { return nil }
      return parts[1]
    }
    guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
    return String(first)
  }
}
