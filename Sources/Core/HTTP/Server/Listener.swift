import Basics
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

  /// Accepts pending connections and distributes them round-robin. False if no more connections can be accepted now.
  @discardableResult
  mutating func accept(_ reactor: Reactor) -> Bool {
    var peer = sockaddr_storage()
    for number in 0..<Self.maxAcceptsPerTurn {
      // Only for the first one is it certain that a connection is waiting.
      let isWaiting = number == 0
      if let shortage = reactor.plan.shortage {
        guard isWaiting, makeRoom(shortage, reactor), reactor.plan.shortage == nil else { return pause(reactor) }
      }
      let accepted = csystem_accept4(descriptor, &peer, Int32(csystem_socket_own))
      if accepted >= 0 {
        distribute(accepted, from: IPAddress(peer), reactor)
      } else if errno == EAGAIN {
        return false
      } else if errno != EINTR && errno != ECONNABORTED {
        guard errno == EMFILE || errno == ENFILE, isWaiting else {
          report(.descriptors(descriptorLimit()), reactor)
          return pause(reactor)
        }
        guard makeRoom(.descriptors(descriptorLimit()), reactor) else { return pause(reactor) }
      }
    }
    return true
  }

  /// Accepts what the listen queue holds, as far as that is possible.
  mutating func acceptWaiting(_ reactor: Reactor) {
    for _ in 0...(Int(BoundSocket.backlog) / Self.maxAcceptsPerTurn) {
      guard accept(reactor) else { return }
    }
  }

  private mutating func distribute(_ accepted: Int32, from peer: IPAddress?, _ reactor: Reactor) {
    let plan = reactor.plan
    guard plan.connectionOpened(by: peer) else {
      Glibc.close(accepted)
      return
    }
    let loop = loops[turn]
    turn = (turn + 1) % loops.count
    if loop === reactor.loop {
      reactor.adopt(accepted, from: peer)
    } else if !loop.perform({ $0.adopt(accepted, from: peer) }) {
      Glibc.close(accepted)
      plan.connectionClosed(by: peer)
    }
  }

  /// Reports a shortage and has each loop close idle connections; accepting goes on when another one has.
  /// - Returns: Whether this loop has closed any.
  private mutating func makeRoom(_ shortage: Shortage, _ reactor: Reactor) -> Bool {
    report(shortage, reactor)
    let own = reactor.loop
    for loop in loops where loop !== own {
      loop.perform { other in
        if other.evictIdle() { own.perform { $0.listener?.resume($0) } }
      }
    }
    return reactor.evictIdle()
  }

  /// - Returns: False: no more can be accepted.
  private mutating func pause(_ reactor: Reactor) -> Bool {
    isPaused = true
    reactor.control(EPOLL_CTL_MOD, descriptor, 0, Reactor.listenerData)
    return false
  }

  private mutating func report(_ shortage: Shortage, _ reactor: Reactor) {
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
