package import Basics
package import HTTP

extension APIEnvironment {
  /// Whether a request comes from a page of another origin, by `Origin` and `Sec-Fetch-Site`. Clients other than
  /// browsers send neither.
  package func isForeignPage(_ request: Request) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin" { return true }
    guard let origin = request.headers["Origin"] else { return false }
    return !isOwn(origin, request)
  }

  private func isOwn(_ origin: String, _ request: Request) -> Bool {
    let address = publicAddress(for: request)
    guard let own = WebOrigin(address: address) else { return false }
    if origin == own.text || WebOrigin(webSocket: origin) == own { return true }
    // Behind a proxy without a configured public address the scheme is unknown.
    guard publicAddress == nil, !isEncrypted, let secure = WebOrigin(address: "https" + address.dropFirst(4)) else {
      return false
    }
    return origin == secure.text || WebOrigin(webSocket: origin) == secure
  }

  /// The client network that rate limits by address use.
  package func network(of request: Request) -> ClientNetwork {
    request.clientAddress(behind: proxies)?.network ?? .local
  }

  /// The base of links: the configured address, or the scheme that is served and the request's `Host`, or empty.
  package func publicAddress(for request: Request) -> String {
    if let publicAddress { return publicAddress }
    guard let host = request.headers["Host"], !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return "" }
    return "\(isEncrypted ? "https" : "http")://\(host)"
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D: true
    default: false
    }
  }
}

/// The origin of a page (RFC 6454, 6.2).
package struct WebOrigin: Hashable {
  package let text: String

  package var isSecure: Bool { text.hasPrefix("https:") }

  /// The origin of a URL: scheme, host and port, in lower case and without a default port.
  package init?(address: String) {
    let parts = address.lowercased().split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty, !parts[2].isEmpty else {
      return nil
    }
    let usual = parts[0] == "https:" ? ":443" : ":80"
    text = "\(parts[0])//\(parts[2].hasSuffix(usual) ? parts[2].dropLast(usual.count) : parts[2])"
  }
}

extension WebOrigin {
  /// The `Origin` that the WebSocket library of the iOS clients (Starscream) sends: the URL of the connection, with
  /// `ws` or `wss`. No page has such an origin. Nil for other texts.
  fileprivate init?(webSocket origin: String) {
    guard origin.hasPrefix("ws:") || origin.hasPrefix("wss:") else { return nil }
    self.init(address: "http" + origin.dropFirst(2))
  }
}
