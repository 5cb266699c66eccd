import Foundation

package struct NotConnected: Error {
  /// The `errno`.
  package let code: Int32
}

/// Opens a blocking connection to a port of this machine. The caller closes the descriptor.
/// - Parameters:
///   - timeout: The read timeout in seconds.
///   - source: The address to connect from: any of 127.0.0.0/8.
///   - window: The size of the receive buffer in bytes. A small one simulates a slow client.
package func connectedSocket(to port: Int, from source: String? = nil, timeout: Int = 20, window: Int32? = nil)
  throws -> Int32
{
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard descriptor >= 0 else { throw NotConnected(code: errno) }
  if var window { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size)) }
  var timeout = timeval(tv_sec: timeout, tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  let isBound = source.map { use(socketAddress($0, port: 0), descriptor, bind) == 0 } ?? true
  guard isBound, use(socketAddress("127.0.0.1", port: port), descriptor, connect) == 0 else {
    let code = errno
    close(descriptor)
    throw NotConnected(code: code)
  }
  return descriptor
}

private func socketAddress(_ text: String, port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  inet_pton(AF_INET, text, &address.sin_addr)
  return address
}

/// Passes an address to a system call.
private func use(
  _ address: sockaddr_in, _ descriptor: Int32,
  _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
