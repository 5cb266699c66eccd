import CCurl
import Glibc

/// Tells addresses of the Internet from those of private networks and of this machine.
enum PublicAddress {
  /// Opens a socket for libcurl, to a public address only. The address is the one that is connected to, whatever a name
  /// resolved to before.
  static let openSocket: ccurl_opener = { _, _, address in
    guard let address, let bytes = bytes(of: address), isPublic(bytes) else { return CURL_SOCKET_BAD }
    let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  /// The 4 or 16 bytes of an address; nil for other families.
  private static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
    let start = UnsafeRawPointer(address) + offset
    switch address.pointee.family {
    case AF_INET:
      let inner = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 0
      return Array(UnsafeRawBufferPointer(start: start + inner, count: 4))
    case AF_INET6:
      let inner = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 0
      return Array(UnsafeRawBufferPointer(start: start + inner, count: 16))
    default: return nil
    }
  }

  /// Whether an address of 4 or 16 bytes is public (RFC 6890).
  static func isPublic(_ bytes: [UInt8]) -> Bool {
    if bytes.count == 4 {
      switch (bytes[0], bytes[1]) {
      case (0, _), (10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19),
        (224..., _):
        return false
      case (192, 0): return bytes[2] != 0
      default: return true
      }
    }
    guard bytes.count == 16 else { return false }
    // Addresses that stand for one of version 4: mapped, translated and 6to4.
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return isPublic(Array(bytes[12...]))
    }
    if bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return isPublic(Array(bytes[12...]))
    }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return isPublic(Array(bytes[2..<6])) }
    // Global unicast.
    return bytes[0] & 0xE0 == 0x20
  }
}
