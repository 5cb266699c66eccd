import Foundation

/// Connecting to a server on this machine failed.
package struct NotConnected: Error {
  /// The `errno`.
  package let code: Int32
}

/// Opens a blocking connection to a port of this machine. The caller closes the descriptor.
/// - Parameters:
///   - timeout: The read timeout in seconds.
///   - window: The size of the receive buffer in bytes. A small one simulates a slow client.
package func connectedSocket(to port: Int, timeout: Int = 20, window: Int32? = nil) throws -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard descriptor >= 0 else { throw NotConnected(code: errno) }
  if var window { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size)) }
  var timeout = timeval(tv_sec: timeout, tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let outcome = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard outcome == 0 else {
    let code = errno
    close(descriptor)
    throw NotConnected(code: code)
  }
  return descriptor
}
