import APIKit
import Basics
import HTTP

/// A cookie of ours, which no script can read.
///
/// Its name starts with `__Host-`: such a one is taken from nobody but this very host by TLS, while every other name
/// could also be set by a neighbour of the same domain, with somebody else's session in it. The price is that it goes
/// along everywhere. Only where the browser came by plain HTTP over this machine's loopback, for trying the service
/// out, it has a plain name and goes where it is needed.
struct BrowserCookie: Sendable {
  /// When it goes along with what another site had the browser ask for.
  enum SameSite: String, Sendable {
    case never = "Strict"
    /// When the person follows a link or is sent here.
    case whenEntering = "Lax"
  }

  let name: String
  /// Where it is needed.
  let path: String
  let sameSite: SameSite

  /// The name that only this host can set.
  var hostName: String { "__Host-\(name)" }

  /// What a browser is told that is to keep a value for a while; no seconds: to forget it.
  func field(_ value: String, seconds: Int64, isSecure: Bool) -> String {
    let (name, path, end) = isSecure ? (hostName, "/", "; Secure") : (name, path, "")
    return "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=\(sameSite.rawValue)\(end)"
  }
}

extension RequestContext {
  /// The value of a cookie of ours, by the name that only this host can set but on this machine's loopback.
  func cookie(_ cookie: BrowserCookie) -> String? {
    if let value = request.headers.cookie(cookie.hostName) { return value }
    return isLoopbackHTTP ? request.headers.cookie(cookie.name) : nil
  }

  /// Has the browser keep a value until a moment.
  func set(_ cookie: BrowserCookie, _ value: String, until end: Timestamp, in response: inout Response) {
    let seconds = max(0, (end.milliseconds - now.milliseconds) / 1000)
    response.headers.add("Set-Cookie", cookie.field(value, seconds: seconds, isSecure: !isLoopbackHTTP))
  }

  /// Has the browser forget a cookie.
  func clear(_ cookie: BrowserCookie, in response: inout Response) { set(cookie, "", until: now, in: &response) }

  /// Whether the request came from this machine by plain HTTP, and through no proxy as far as it tells: the peer, the
  /// host that it names, its origin and the address that is set all say so.
  var isLoopbackHTTP: Bool {
    guard request.peer?.isLoopback ?? true, isLoopbackHost(request.headers["Host"] ?? "") else { return false }
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

  /// Whether a host, with or without a port, is this machine's loopback.
  private func isLoopbackHost(_ host: String) -> Bool {
    let name =
      host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    // All that ends so is (RFC 6761, 6.3).
    return name.lowercased() == "localhost" || name.lowercased().hasSuffix(".localhost")
      || IPAddress(String(name))?.isLoopback == true
  }
}

extension Headers {
  /// The value of a cookie (RFC 6265, 4.2.1). Nil where there is none of that name, and where there are two that
  /// differ: one of them is not ours, and nothing tells which.
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
