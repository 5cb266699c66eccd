package import Basics
import Crypto
package import HTTP
package import JSON
import Synchronization

/// A server of Socket.IO, revision 5, over Engine.IO, revision 4: by polling, by WebSocket, and from one to the other.
///
/// It tells its clients what happens; what they say goes to `onEvent`. Sources: the protocols' documents
/// (github.com/socketio/socket.io, `docs/engine.io-protocol`, `docs/socket.io-protocol`).
package final class SocketIOServer: Sendable {
  private struct State {
    var sessions: [String: EngineSession] = [:]
    var attendance = Attendance()
    /// How many sessions there are of each network.
    var networks: [ClientNetwork: Int] = [:]
    /// Sessions that have joined nothing yet, with the moment at which they are given up.
    var strangers: [EngineSession: Timestamp] = [:]
    /// WebSockets that are to take over a session, with the moment at which they are given up.
    var candidates: [WebSocket: (session: EngineSession, limit: Timestamp)] = [:]
  }

  let settings: SocketIOSettings
  let clock: @Sendable () -> Timestamp
  private let random: RandomBytes
  let isForeign: @Sendable (Request) -> Bool
  private let network: @Sendable (Request) -> ClientNetwork
  private let admit: @Sendable (SocketIOJoin, SocketIOServer) async -> SocketIOAdmission
  private let onLeave: @Sendable (SocketIOSocket) -> Void
  private let onEvent: @Sendable (SocketIOEvent, SocketIOJoin) async -> [JSONValue]?
  private let state = Mutex(State())

  /// A server without clients. `tick` must be called several times in each of the settings' times.
  /// - Parameters:
  ///   - random: what sessions are named by; unpredictable, as whoever knows a name has the session.
  ///   - network: what counts as one client, of which none has all sessions; `local` may have as many as there are.
  ///   - isForeign: whether a request is of a web page that may not ask.
  ///   - admit: decides who may join this server's namespaces.
  ///   - onLeave: told once of each place that was admitted, when it is free again: because its client left, went or
  ///     was disconnected, or had gone before it was let in. It must not wait.
  ///   - onEvent: told of what clients say; what it gives acknowledges the event where the client asks for that.
  package init(
    _ settings: SocketIOSettings = SocketIOSettings(), clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes, network: @escaping @Sendable (Request) -> ClientNetwork = { _ in .local },
    isForeign: @escaping @Sendable (Request) -> Bool = { _ in false },
    admit: @escaping @Sendable (SocketIOJoin, SocketIOServer) async -> SocketIOAdmission,
    onLeave: @escaping @Sendable (SocketIOSocket) -> Void = { _ in },
    onEvent: @escaping @Sendable (SocketIOEvent, SocketIOJoin) async -> [JSONValue]? = { _, _ in nil }
  ) {
    self.settings = settings
    self.clock = clock
    self.random = random
    self.isForeign = isForeign
    self.network = network
    self.admit = admit
    self.onLeave = onLeave
    self.onEvent = onEvent
  }

  // MARK: Telling

  /// Tells everybody in a namespace of an event. Events of one namespace reach each client in the order of the calls.
  /// Complexity: O(members); the text is made once.
  /// - Parameter argument: one JSON value.
  package func emit(_ event: String, _ argument: [UInt8], to namespace: String) {
    let data = "[\(JSONValue.string(event).text),\(String(decoding: argument, as: UTF8.self))]"
    let text = EnginePacket.message(SocketPacket(.event, namespace, data: data).text).text
    let late = state.withLock { state -> [EngineSession] in
      var sockets: [WebSocket] = []
      var late: [EngineSession] = []
      for session in state.attendance.members[namespace] ?? [] {
        switch session.deliver(text) {
        case .over(let socket): sockets.append(socket)
        case .done: break
        case .overflow: late.append(session)
        }
      }
      // Under the lock, so that the next event comes behind.
      if !sockets.isEmpty { WebSocket.send(WebSocketFrame(.text(text)), to: sockets) }
      return late
    }
    for session in late { close(session, .close) }
  }

  /// How many clients there are.
  package var sessionCount: Int { state.withLock { $0.sessions.count } }

  /// How many clients are in a namespace.
  package func memberCount(of namespace: String) -> Int {
    state.withLock { $0.attendance.members[namespace]?.count ?? 0 }
  }

  /// Takes clients out of their namespaces and tells them: they hear nothing there that is told from now on. Whoever
  /// asks for one of the places and was not let in yet will not be. Complexity: O(places).
  package func disconnect(_ sockets: some Sequence<SocketIOSocket>) {
    var left: [SocketIOSocket] = []
    var late: [EngineSession] = []
    state.withLock { state in
      for socket in sockets {
        guard let session = state.attendance.withdraw(socket) else { continue }
        left.append(socket)
        // Under the lock, so that it comes behind what was told before.
        if !session.send(.message(SocketPacket(.disconnect, socket.namespace).text)) { late.append(session) }
      }
    }
    for socket in left { onLeave(socket) }
    for session in late { close(session, .close) }
  }

  /// Asks clients that were silent, and gives those up that do not answer or join nothing.
  /// Complexity: O(sessions).
  package func tick() {
    let instant = clock()
    let (sessions, strangers, candidates) = state.withLock { ($0.sessions.values, $0.strangers, $0.candidates) }
    for (socket, candidate) in candidates where instant >= candidate.limit || candidate.session.isClosed {
      // At once: whether the client answers the closing is its own affair.
      candidate.session.forget(socket)
      socket.close(.policyViolation)
    }
    for (session, limit) in strangers where instant >= limit { close(session, .close) }
    for session in sessions {
      switch session.due(at: instant) {
      case .nothing: break
      case .ping: if !session.send(.ping("")) { close(session, .close) }
      case .end: close(session, .close)
      }
    }
  }

  /// Ends all sessions.
  package func stop() {
    for session in state.withLock({ Array($0.sessions.values) }) { close(session, .close) }
  }

  // MARK: Sessions

  /// Opens a session; nil where there are too many, or too many of the same network.
  func open(_ request: Request) -> EngineSession? {
    let (instant, network) = (clock(), network(request))
    let id = Base64URL.encode(random(15))
    let session = EngineSession(id: id, headers: request.headers, network: network, settings, at: instant)
    return state.withLock { state in
      let count = state.networks[network] ?? 0
      guard state.sessions.count < settings.sessions, network == .local || count < settings.sessionsOfNetwork else {
        return nil
      }
      state.networks[network] = count + 1
      state.sessions[id] = session
      state.strangers[session] = instant.advanced(milliseconds: settings.joinTimeout)
      return session
    }
  }

  /// Notes that a WebSocket is to take over a session, for which it has not for ever.
  func expect(_ socket: WebSocket, for session: EngineSession) {
    let limit = clock().advanced(milliseconds: settings.upgradeTimeout)
    state.withLock { $0.candidates[socket] = (session, limit) }
  }

  /// A WebSocket has taken a session over, or will not.
  func forget(_ socket: WebSocket) {
    state.withLock { $0.candidates[socket] = nil }
  }

  func session(_ id: String) -> EngineSession? { state.withLock { $0.sessions[id] } }

  /// Ends a session, and its places in namespaces.
  func close(_ session: EngineSession, _ last: EnginePacket) {
    guard session.close(last) else { return }
    let left = state.withLock { state in
      if state.sessions.removeValue(forKey: session.id) != nil {
        let count = (state.networks[session.network] ?? 1) - 1
        state.networks[session.network] = count > 0 ? count : nil
      }
      state.strangers[session] = nil
      return state.attendance.leave(session)
    }
    for socket in left { onLeave(socket) }
  }

  // MARK: Packets

  /// Takes a packet of a client.
  /// - Returns: Whether the session goes on.
  func receive(_ packet: EnginePacket, from session: EngineSession) async -> Bool {
    switch packet {
    case .pong:
      session.heard(at: clock())
      return true
    case .message(let text):
      guard !session.awaitsAttachment, let packet = SocketPacket(text) else { return false }
      return await receive(packet, from: session)
    case .binary:
      switch session.attach() {
      case .complete(let packet): return await handle(packet, from: session)
      case .incomplete: return true
      case .unexpected: return false
      }
    case .noop: return true
    case .close, .ping, .upgrade: return false
    }
  }

  private func receive(_ packet: SocketPacket, from session: EngineSession) async -> Bool {
    switch packet.kind {
    case .connect: return await join(packet, session)
    case .disconnect:
      leave(packet.namespace, session)
      return true
    case .event: return await handle(packet, from: session)
    case .binaryEvent(let count), .binaryAcknowledgement(let count):
      return session.await(packet, attachments: count)
    // Nothing that is told asks for an acknowledgement.
    case .acknowledgement: return true
    case .connectError: return false
    }
  }

  private func join(_ packet: SocketPacket, _ session: EngineSession) async -> Bool {
    var auth: JSONValue?
    if !packet.data.isEmpty {
      guard case .object(let members)? = try? JSONReader.value(of: Array(packet.data.utf8)) else { return false }
      auth = .object(members)
    }
    let socket = state.withLock { $0.attendance.reserve(for: packet.namespace) }
    switch await admit(SocketIOJoin(socket: socket, auth: auth, headers: session.headers), self) {
    case .refused(let message):
      _ = state.withLock { $0.attendance.decide(socket) }
      return refuse(socket, session, message)
    case .admitted: return enter(socket, session)
    }
  }

  private func refuse(_ socket: SocketIOSocket, _ session: EngineSession, _ message: String) -> Bool {
    let data = JSONValue.object(["message": .string(message)]).text
    return session.send(.message(SocketPacket(.connectError, socket.namespace, data: data).text))
  }

  /// What became of a place that was admitted.
  private enum Entry {
    /// It was given, perhaps in the stead of another.
    case entered(SocketIOSocket?)
    /// It was taken back before.
    case takenBack
    /// The session is over, or is to be.
    case over
  }

  private func enter(_ socket: SocketIOSocket, _ session: EngineSession) -> Bool {
    let sid = JSONValue.object(["sid": .string(Base64URL.encode(random(15)))]).text
    let welcome = EnginePacket.message(SocketPacket(.connect, socket.namespace, data: sid).text)
    // The welcome goes before whatever is told from now on.
    let entry = state.withLock { state -> Entry in
      let isWanted = state.attendance.decide(socket)
      guard state.sessions[session.id] === session, state.attendance.count(of: session) < settings.namespaces
      else { return .over }
      guard isWanted else { return .takenBack }
      guard session.send(welcome) else { return .over }
      state.strangers[session] = nil
      return .entered(state.attendance.give(socket, to: session))
    }
    switch entry {
    case .entered(let former):
      if let former { onLeave(former) }
      return true
    case .takenBack:
      onLeave(socket)
      return refuse(socket, session, "Taken back")
    case .over:
      onLeave(socket)
      return false
    }
  }

  private func leave(_ namespace: String, _ session: EngineSession) {
    if let socket = state.withLock({ $0.attendance.leave(namespace, session) }) { onLeave(socket) }
  }

  private func handle(_ packet: SocketPacket, from session: EngineSession) async -> Bool {
    if case .binaryAcknowledgement = packet.kind { return true }
    guard let event = SocketIOEvent(packet) else { return false }
    guard let socket = state.withLock({ $0.attendance.socket(of: session, in: packet.namespace) }) else { return true }
    let join = SocketIOJoin(socket: socket, auth: nil, headers: session.headers)
    guard let answer = await onEvent(event, join), let number = packet.number else { return true }
    let text = SocketPacket(
      .acknowledgement, packet.namespace, number: number, data: JSONValue.array(answer).text
    ).text
    return session.send(.message(text))
  }
}

extension JSONValue {
  /// As a text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
