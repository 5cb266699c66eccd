import Basics
import HTTP

extension Site {
  /// Whether a request comes from a web page of another origin, as far as the browser tells by `Origin` and
  /// `Sec-Fetch-Site`. Programs tell neither.
  func isForeignPage(_ request: Request) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin" { return true }
    guard let origin = request.headers["Origin"] else { return false }
    return !isOwn(origin, request)
  }

  private func isOwn(_ origin: String, _ request: Request) -> Bool {
    let address = publicAddress(request)
    guard let own = WebOrigin(address: address) else { return false }
    if origin == own.text || WebOrigin(webSocket: origin) == own { return true }
    // Behind a proxy without a public address the scheme is not known.
    guard publicAddress == nil, let secure = WebOrigin(address: "https" + address.dropFirst(4)) else { return false }
    return origin == secure.text || WebOrigin(webSocket: origin) == secure
  }

  /// What counts as one client where something is limited by address.
  func network(of request: Request) -> ClientNetwork {
    request.clientAddress(isProxied: publicAddress != nil)?.network ?? .local
  }

  /// What the links of documents start with: the configured address, or the host that the client named, or nothing.
  func publicAddress(_ request: Request) -> String {
    if let publicAddress { return publicAddress }
    guard let host = request.headers["Host"], !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return "" }
    return "http://\(host)"
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D: true
    default: false
    }
  }
}

extension WebOrigin {
  /// What the WebSocket library of the iOS clients (Starscream) sends as `Origin`: the address that it connects to, by
  /// its own scheme. No page has such an origin. Nil for other texts.
  fileprivate init?(webSocket origin: String) {
    guard origin.hasPrefix("ws:") || origin.hasPrefix("wss:") else { return nil }
    self.init(address: "http" + origin.dropFirst(2))
  }
}
