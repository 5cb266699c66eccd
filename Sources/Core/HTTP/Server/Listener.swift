package import Basics
import CSystem
import Glibc

/// The listening socket, served by the first loop, which distributes connections round-robin.
struct Listener {
  /// The maximum number of connections accepted in a row, so that the first loop's own connections do not wait.
  private static let maxAcceptsPerTurn = 64

  let descriptor: Int32
  let loops: [EventLoop]
  private var turn = 0
  /// Out of epoll until the next tick: at the limit of descriptors or connections the loop would spin.
  private var isPaused = false
  /// When a shortage was last reported.
  private var reportedAt: Int64?
  private static let reportInterval: Int64 = 60_000

  init(descriptor: Int32, loops: [EventLoop]) {
    self.descriptor = descriptor
    self.loops = loops
  }

  func begin(_ reactor: Reactor) {
    reactor.control(EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, Reactor.listenerData)
  }

  mutating func resume(_ reactor: Reactor) {
    guard isPaused else { return }
    isPaused = false
    reactor.control(EPOLL_CTL_MOD, descriptor, EPOLLIN.rawValue, Reactor.listenerData)
  }

  func close(_ reactor: Reactor) {
    reactor.control(EPOLL_CTL_DEL, descriptor, 0, 0)
    Glibc.close(descriptor)
  }

  /// Accepts pending connections and distributes them round-robin.
  mutating func accept(_ reactor: Reactor) {
    var peer = sockaddr_storage()
    for number in 0..<Self.maxAcceptsPerTurn {
      // Only for the first one is it certain that a connection is waiting.
      if let shortage = reactor.plan.shortage { return pause(reactor, number == 0 ? shortage : nil) }
      let accepted = csystem_accept4(descriptor, &peer, Int32(csystem_socket_own))
      if accepted >= 0 {
        distribute(accepted, from: IPAddress(peer), reactor)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR && errno != ECONNABORTED {
        return pause(reactor, .descriptors(descriptorLimit()))
      }
    }
  }

  private mutating func distribute(_ accepted: Int32, from peer: IPAddress?, _ reactor: Reactor) {
    reactor.plan.connectionOpened()
    let loop = loops[turn]
    turn = (turn + 1) % loops.count
    let plan = reactor.plan
    if !loop.perform({ $0.adopt(accepted, from: peer) }) {
      Glibc.close(accepted)
      plan.connectionClosed()
    }
  }

  private mutating func pause(_ reactor: Reactor, _ shortage: Shortage?) {
    isPaused = true
    reactor.control(EPOLL_CTL_MOD, descriptor, 0, Reactor.listenerData)
    guard let shortage else { return }
    if let reportedAt, reactor.clock.now - reportedAt < Self.reportInterval { return }
    reportedAt = reactor.clock.now
    reactor.plan.onShortage?(shortage)
  }
}

extension Reactor {
  /// Takes over the listening socket.
  func listen(_ listener: Listener) {
    self.listener = listener
    listener.begin(self)
  }

  func acceptAll() {
    listener?.accept(self)
  }
}

/// A bound and listening socket that no server accepts from yet.
///
/// Clients that connect meanwhile wait until a server takes it over.
package struct BoundSocket: Sendable {
  let descriptor: Int32
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
    let descriptor = try Self.open(first.pointee, address, port)
    self.descriptor = descriptor
    self.port = Self.boundPort(descriptor)
  }

  private static func open(_ info: addrinfo, _ address: String, _ port: Int) throws(DomainError) -> Int32 {
    let type = Int32(csystem_socket_stream | csystem_socket_own)
    let descriptor = socket(info.ai_family, type, 0)
    guard descriptor >= 0 else { throw domainError(address, port) }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    // Accepted sockets inherit all of these options: responses leave at once, and the kernel holds few unsent bytes,
    // so that the progress of a slow client is visible.
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(descriptor, Int32(IPPROTO_TCP), Int32(csystem_tcp_notsent_lowat), 131_072)
    // Keep-alive finds a client that vanished while its response is being made within two minutes.
    set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
    set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
    set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
    set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, Glibc.listen(descriptor, 4096) == 0 else {
      let error = domainError(address, port)
      close(descriptor)
      throw error
    }
    return descriptor
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

  private static func boundPort(_ descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout.size(ofValue: storage))
    withUnsafeMutablePointer(to: &storage) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    // The port has the same offset in IPv4 and IPv6 addresses, in network order.
    return withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) }
  }
}
