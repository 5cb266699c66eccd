package import Basics
import CSystem
import Glibc

/// The proxies in front of a server, which name the client of a request.
package struct TrustedProxies: Hashable, Sendable {
  /// Nil: there is no proxy.
  private let addresses: Set<IPAddress>?

  /// Clients connect directly.
  package static let none = TrustedProxies(nil)

  private init(_ addresses: Set<IPAddress>?) { self.addresses = addresses }

  package init(and addresses: Set<IPAddress> = []) { self.addresses = addresses }

  /// Whether an address, nil for that of a Unix socket, is one of a proxy.
  func contains(_ address: IPAddress?) -> Bool {
    guard let addresses else { return false }
    return address.map { $0.isLoopback || addresses.contains($0) } ?? true
  }
}

extension Request {
  /// The address of the client that sent the request.
  ///
  /// It is the last entry of `X-Forwarded-For`, or of `Forwarded` (RFC 7239) without the former, that is no proxy
  /// itself: each proxy writes the address of its client at the end, so that a client can forge only what precedes its
  /// own. Without a trusted proxy the fields are ignored.
  package func clientAddress(behind proxies: TrustedProxies) -> IPAddress? {
    guard proxies.contains(peer) else { return peer }
    var client = peer
    for hop in forwardedHops.reversed() {
      guard let address = hop else { return client }
      client = address
      guard proxies.contains(address) else { return address }
    }
    return client
  }

  /// The addresses that proxies wrote, the nearest last; nil for one that is hidden or malformed.
  private var forwardedHops: [IPAddress?] {
    let fields = headers.values(of: "X-Forwarded-For")
    guard fields.isEmpty else { return fields.flatMap { $0.split(separator: ",").map(IPAddress.init(hop:)) } }
    return headers.values(of: "Forwarded").flatMap { $0.split(separator: ",").map(forwardedFor) }
  }

  /// The `for` parameter of an element of `Forwarded`.
  private func forwardedFor(_ element: Substring) -> IPAddress? {
    for pair in element.split(separator: ";") {
      let pair = pair.drop { $0 == " " || $0 == "\t" }
      if pair.prefix(4).lowercased() == "for=" { return IPAddress(hop: pair.dropFirst(4)) }
    }
    return nil
  }
}

extension IPAddress {
  /// An address as proxies write it: perhaps quoted, in brackets and with a port.
  fileprivate init?(hop: Substring) {
    var text = hop.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
    if text.hasPrefix("[") {
      text = text.dropFirst().prefix { $0 != "]" }
    } else if text.contains("."), let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
      text = text[..<colon]
    }
    self.init(String(text))
  }

  /// Parses an IPv4 or IPv6 address; nil when malformed.
  package init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(v4: UInt32(bigEndian: four.s_addr))
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self = withUnsafeBytes(of: &six, Self.init(bytes:))
    } else {
      return nil
    }
  }

  /// The remote address of a socket; nil when it has no IP address.
  init?(_ storage: sockaddr_storage) {
    switch Int32(storage.ss_family) {
    case AF_INET:
      // After family and port.
      self.init(v4: withUnsafeBytes(of: storage) { UInt32(bigEndian: $0.load(fromByteOffset: 4, as: UInt32.self)) })
    case AF_INET6:
      // After family, port and flow label.
      self = withUnsafeBytes(of: storage) { Self(bytes: UnsafeRawBufferPointer(rebasing: $0[8..<24])) }
    default: return nil
    }
  }

  private init(bytes: UnsafeRawBufferPointer) {
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}
