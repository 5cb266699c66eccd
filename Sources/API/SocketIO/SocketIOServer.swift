package import Basics
import Crypto
package import HTTP
import JSON
import Synchronization

/// A server of Socket.IO, revision 5, over Engine.IO, revision 4: by polling, by WebSocket, and with upgrades from one
/// to the other.
///
/// It broadcasts events to its clients; their events are ignored, as no contract has any. Sources: the protocol documents
/// (github.com/socketio/socket.io, `docs/engine.io-protocol`, `docs/socket.io-protocol`).
package final class SocketIOServer: Sendable {
  private struct State {
    var sessions: [String: EngineSession] = [:]
    var namespaceMembers = NamespaceMembers()
    var networks: [ClientNetwork: Int] = [:]
    /// Sessions that have not joined a namespace, with the instant at which they time out.
    var unjoined: [EngineSession: Timestamp] = [:]
    /// WebSockets of upgrades in progress, with the instant at which they time out.
    var candidates: [WebSocket: (session: EngineSession, limit: Timestamp)] = [:]
  }

  let settings: SocketIOSettings
  /// For durations only.
  let clock: @Sendable () -> Timestamp
  private let random: RandomBytes
  let isForeign: @Sendable (Request) -> Bool
  private let network: @Sendable (Request) -> ClientNetwork
  private let admit: @Sendable (SocketIOJoin, SocketIOServer) async -> SocketIOAdmission
  private let onLeave: @Sendable (SocketIOSocket) -> Void
  private let state = Mutex(State())

  /// A server without clients. `tick` must be called several times in each interval of the settings.
  /// - Parameters:
  ///   - random: makes session ids; must be unpredictable, as the id grants access to the session.
  ///   - network: the network of a client, for the limit on its sessions; `local` has no separate limit.
  ///   - isForeign: whether a request comes from a web page of a foreign origin.
  ///   - admit: decides whether a client may join a namespace.
  ///   - onLeave: called once for each admitted socket when it is released: because its client left, timed out or was
  ///     disconnected, or had gone before it joined. It must not block.
  package init(
    _ settings: SocketIOSettings = SocketIOSettings(), clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes, network: @escaping @Sendable (Request) -> ClientNetwork = { _ in .local },
    isForeign: @escaping @Sendable (Request) -> Bool = { _ in false },
    admit: @escaping @Sendable (SocketIOJoin, SocketIOServer) async -> SocketIOAdmission,
    onLeave: @escaping @Sendable (SocketIOSocket) -> Void = { _ in }
  ) {
    self.settings = settings
    self.clock = clock
    self.random = random
    self.isForeign = isForeign
    self.network = network
    self.admit = admit
    self.onLeave = onLeave
  }

  // MARK: Broadcasting

  /// Broadcasts an event to a namespace. The events of a namespace reach each client in the order of the calls.
  /// Complexity: O(members); the packet is serialized once.
  /// - Parameter argument: one JSON value.
  package func emit(_ event: String, _ argument: [UInt8], to namespace: String) {
    let data = "[\(JSONValue.string(event).text),\(String(decoding: argument, as: UTF8.self))]"
    let text = EnginePacket.message(SocketPacket(.event, namespace, data: data).text).text
    let late = state.withLock { state -> [EngineSession] in
      var sockets: [WebSocket] = []
      var late: [EngineSession] = []
      for session in state.namespaceMembers.members[namespace] ?? [] {
        switch session.deliver(text) {
        case .over(let socket): sockets.append(socket)
        case .done: break
        case .overflow: late.append(session)
        }
      }
      // Under the lock, so that the next event comes later.
      if !sockets.isEmpty { WebSocket.send(WebSocketFrame(.text(text)), to: sockets) }
      return late
    }
    for session in late { close(session, .close) }
  }

  package var sessionCount: Int { state.withLock { $0.sessions.count } }

  package func memberCount(of namespace: String) -> Int {
    state.withLock { $0.namespaceMembers.members[namespace]?.count ?? 0 }
  }

  /// Removes sockets from their namespaces and notifies the clients, which receive no later events there. Sockets that
  /// are not admitted yet will not be. Complexity: O(sockets).
  package func disconnect(_ sockets: some Sequence<SocketIOSocket>) {
    var left: [SocketIOSocket] = []
    var late: [EngineSession] = []
    state.withLock { state in
      for socket in sockets {
        guard let session = state.namespaceMembers.withdraw(socket) else { continue }
        left.append(socket)
        // Under the lock, so that it comes after the earlier events.
        if !session.send(.message(SocketPacket(.disconnect, socket.namespace).text)) { late.append(session) }
      }
    }
    for socket in left { onLeave(socket) }
    for session in late { close(session, .close) }
  }

  /// Pings idle clients, and closes sessions that do not answer or join nothing. Complexity: O(sessions).
  package func tick() {
    let instant = clock()
    let (sessions, unjoined, candidates) = state.withLock { ($0.sessions.values, $0.unjoined, $0.candidates) }
    for (socket, candidate) in candidates where instant >= candidate.limit || candidate.session.isClosed {
      // At once, whether or not the client answers the close frame.
      candidate.session.forget(socket)
      socket.close(.policyViolation)
    }
    for (session, limit) in unjoined where instant >= limit { close(session, .close) }
    for session in sessions {
      switch session.due(at: instant) {
      case .none: break
      case .ping: if !session.send(.ping("")) { close(session, .close) }
      case .end: close(session, .close)
      }
    }
  }

  package func stop() {
    for session in state.withLock({ Array($0.sessions.values) }) { close(session, .close) }
  }

  // MARK: Sessions

  /// Opens a session; nil when there are too many in all, or of the same network.
  func open(_ request: Request) -> EngineSession? {
    let (instant, network) = (clock(), network(request))
    let id = Base64URL.encode(random(15))
    let session = EngineSession(id: id, headers: request.headers, network: network, settings, at: instant)
    return state.withLock { state in
      let count = state.networks[network] ?? 0
      guard state.sessions.count < settings.maxSessions, network == .local || count < settings.maxSessionsPerNetwork
      else {
        return nil
      }
      state.networks[network] = count + 1
      state.sessions[id] = session
      state.unjoined[session] = instant.advanced(milliseconds: settings.joinTimeout)
      return session
    }
  }

  func expect(_ socket: WebSocket, for session: EngineSession) {
    let limit = clock().advanced(milliseconds: settings.upgradeTimeout)
    state.withLock { $0.candidates[socket] = (session, limit) }
  }

  /// The upgrade has succeeded or failed.
  func forget(_ socket: WebSocket) {
    state.withLock { $0.candidates[socket] = nil }
  }

  func session(_ id: String) -> EngineSession? { state.withLock { $0.sessions[id] } }

  /// Closes a session and releases its sockets.
  func close(_ session: EngineSession, _ last: EnginePacket) {
    guard session.close(last) else { return }
    let left = state.withLock { state in
      if state.sessions.removeValue(forKey: session.id) != nil {
        let count = (state.networks[session.network] ?? 1) - 1
        state.networks[session.network] = count > 0 ? count : nil
      }
      state.unjoined[session] = nil
      return state.namespaceMembers.leave(session)
    }
    for socket in left { onLeave(socket) }
  }

  // MARK: Packets

  /// Handles a packet of a client.
  /// - Returns: False when the session must be closed.
  func receive(_ packet: EnginePacket, from session: EngineSession) async -> Bool {
    switch packet {
    case .pong:
      session.pongReceived(at: clock())
      return true
    case .message(let text):
      guard let packet = SocketPacket(text) else { return false }
      return await receive(packet, from: session)
    case .binary, .noop: return true
    case .close, .ping, .upgrade: return false
    }
  }

  private func receive(_ packet: SocketPacket, from session: EngineSession) async -> Bool {
    switch packet.kind {
    case .connect: return await join(packet, session)
    case .disconnect:
      leave(packet.namespace, session)
      return true
    case .event, .unused: return true
    case .connectError: return false
    }
  }

  private func join(_ packet: SocketPacket, _ session: EngineSession) async -> Bool {
    let socket = state.withLock { $0.namespaceMembers.reserve(for: packet.namespace) }
    switch await admit(SocketIOJoin(socket: socket, headers: session.headers), self) {
    case .rejected(let message):
      _ = state.withLock { $0.namespaceMembers.endReservation(socket) }
      return reject(socket, session, message)
    case .admitted: return enter(socket, session)
    }
  }

  private func reject(_ socket: SocketIOSocket, _ session: EngineSession, _ message: String) -> Bool {
    let data = JSONValue.object(["message": .string(message)]).text
    return session.send(.message(SocketPacket(.connectError, socket.namespace, data: data).text))
  }

  private enum JoinOutcome {
    /// The session has joined, perhaps in place of a former socket.
    case entered(SocketIOSocket?)
    case withdrawn
    /// The session is closed, or must be closed.
    case closed
  }

  private func enter(_ socket: SocketIOSocket, _ session: EngineSession) -> Bool {
    let sid = JSONValue.object(["sid": .string(Base64URL.encode(random(15)))]).text
    let welcome = EnginePacket.message(SocketPacket(.connect, socket.namespace, data: sid).text)
    // The CONNECT packet must precede all later events.
    let entry = state.withLock { state -> JoinOutcome in
      let isWanted = state.namespaceMembers.endReservation(socket)
      guard state.sessions[session.id] === session, state.namespaceMembers.count(of: session) < settings.maxNamespaces
      else { return .closed }
      guard isWanted else { return .withdrawn }
      guard session.send(welcome) else { return .closed }
      state.unjoined[session] = nil
      return .entered(state.namespaceMembers.admit(socket, to: session))
    }
    switch entry {
    case .entered(let former):
      if let former { onLeave(former) }
      return true
    case .withdrawn:
      onLeave(socket)
      return reject(socket, session, "Taken back")
    case .closed:
      onLeave(socket)
      return false
    }
  }

  private func leave(_ namespace: String, _ session: EngineSession) {
    if let socket = state.withLock({ $0.namespaceMembers.leave(namespace, session) }) { onLeave(socket) }
  }
}

extension JSONValue {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
