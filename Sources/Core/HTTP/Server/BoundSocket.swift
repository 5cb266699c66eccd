package import Basics
import CSystem
import Glibc

/// A bound and listening socket that no server accepts from yet.
///
/// Clients that connect meanwhile wait until a server takes it over.
package struct BoundSocket: Sendable {
  /// The maximum of connections in the listen queue.
  static let backlog: Int32 = 4096

  let descriptor: Int32
  /// The numeric address that it is bound to.
  package let address: String
  /// The bound port, also when port 0 was requested.
  package let port: Int

  /// Binds and listens. Throws when the address is not of this machine or the port is in use.
  package init(address: String, port: Int) throws(DomainError) {
    guard let number = UInt16(exactly: port) else {
      throw DomainError(.invalid, "port", "The port \(port) is not between 0 and 65535: pass another.", field: "port")
    }
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE
    hints.ai_socktype = Int32(csystem_socket_stream)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(number)", &hints, &found) == 0, let first = found else {
      throw DomainError(
        .invalid, "address", "The address \(address) does not belong to this machine: pass one that does.",
        field: "address")
    }
    defer { freeaddrinfo(found) }
    self.init(listening: try Self.open(first.pointee, address, port))
  }

  /// Takes over a socket that another program has made for this one, such as systemd.
  /// - Throws: `DomainError` `socket-unsuitable` when it is not a listening TCP socket.
  package init(passed descriptor: Int32) throws(DomainError) {
    guard Self.option(descriptor, SO_ACCEPTCONN) == 1, Self.option(descriptor, SO_TYPE) == Int32(csystem_socket_stream),
      [AF_INET, AF_INET6].contains(Self.option(descriptor, SO_DOMAIN) ?? AF_UNSPEC)
    else {
      throw DomainError(
        .invalid, "socket-unsuitable",
        "The passed descriptor \(descriptor) is not a listening TCP socket: pass one (ListenStream=ADDRESS:PORT).")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    Self.setOptions(descriptor)
    self.init(listening: descriptor)
  }

  private init(listening descriptor: Int32) {
    self.descriptor = descriptor
    (address, port) = Self.name(of: descriptor)
  }

  private static func open(_ info: addrinfo, _ address: String, _ port: Int) throws(DomainError) -> Int32 {
    let type = Int32(csystem_socket_stream | csystem_socket_own)
    let descriptor = socket(info.ai_family, type, 0)
    guard descriptor >= 0 else { throw domainError(address, port) }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    setOptions(descriptor)
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, Glibc.listen(descriptor, backlog) == 0 else {
      let error = domainError(address, port)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func setOptions(_ descriptor: Int32) {
    // Accepted sockets inherit all of these options: responses leave at once, and the kernel holds few unsent bytes,
    // so that the progress of a slow client is visible.
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(descriptor, Int32(IPPROTO_TCP), Int32(csystem_tcp_notsent_lowat), 131_072)
    // Keep-alive finds a client that vanished while its response is being made within two minutes.
    set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
    set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
    set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
    set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
  }

  private static func option(_ descriptor: Int32, _ name: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout.size(ofValue: value))
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout.size(ofValue: value)))
  }

  private static func domainError(_ address: String, _ port: Int) -> DomainError {
    if errno == EADDRINUSE {
      return DomainError(
        .conflict, "address-in-use", "Port \(port) of \(address) is in use: stop what uses it or pass another port.",
        field: "port")
    }
    let failure = SystemFailure("bind")
    return DomainError(
      .unavailable, "address", "Port \(port) of \(address) cannot be listened on (\(failure.reason)): pass another.",
      field: "address")
  }

  private static func name(of descriptor: Int32) -> (address: String, port: Int) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout.size(ofValue: storage))
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
        _ = getnameinfo($0, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
      }
    }
    // The port has the same offset in IPv4 and IPv6 addresses, in network order.
    let port = withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) }
    return (String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), port)
  }
}
