package import Basics
import CSystem
import Glibc

extension Request {
  /// The address of the client that sent the request.
  ///
  /// Behind a proxy it is the last entry of `X-Forwarded-For`, which the proxy wrote; the client can forge the entries
  /// before it. The header is ignored when the peer is neither this machine nor a trusted proxy.
  /// - Parameters:
  ///   - isProxied: whether a proxy is expected.
  ///   - proxies: trusted proxies on other machines.
  package func clientAddress(isProxied: Bool, proxies: Set<IPAddress> = []) -> IPAddress? {
    guard isProxied, peer.map({ $0.isLoopback || proxies.contains($0) }) ?? true,
      let last = headers.values(of: "X-Forwarded-For").last?.split(separator: ",").last
    else { return peer }
    return IPAddress(String(last.drop { $0 == " " || $0 == "\t" })) ?? peer
  }
}

extension IPAddress {
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
