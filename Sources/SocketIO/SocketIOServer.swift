public import Basics
public import HTTP
public import JSON
import Synchronization
import Tokens

/// The limits of a server. Times are milliseconds.
public struct SocketIOSettings: Hashable, Sendable {
  /// How often a client is asked whether it is there.
  public var pingInterval: Int64 = 25_000
  /// How long it has to answer.
  public var pingTimeout: Int64 = 20_000
  /// How long a client has to join a namespace.
  public var joinTimeout: Int64 = 45_000
  /// Bytes of one request's body, and of one message.
  public var maxPayload = 65_536
  /// Bytes that wait for a client that polls; above, it is given up.
  public var backlog = 1_048_576
  /// Open sessions; above, none is opened.
  public var sessions = 20_000
  /// Namespaces that one client is in; above, it is refused.
  public var namespaces = 100

  /// The usual limits: those of the reference implementation, but for the sizes.
  public init() {}
}

/// A client that wants to join a namespace.
public struct SocketIOJoin: Sendable {
  /// With its slash; `/` is the main one.
  public let namespace: String
  /// What the client says with it.
  public let auth: JSONValue?
  /// The headers with which the session began.
  public let headers: Headers
}

/// Whether a client may join a namespace.
public enum SocketIOAdmission: Sendable {
  case admitted
  /// The message is told to the client.
  case refused(String)
}

/// A server of Socket.IO, revision 5, over Engine.IO, revision 4: by polling, by WebSocket, and from one to the other.
///
/// It tells its clients what happens; what they say goes to `onEvent`. Sources: the protocols' documents
/// (github.com/socketio/socket.io, `docs/engine.io-protocol`, `docs/socket.io-protocol`).
public final class SocketIOServer: Sendable {
  private struct State {
    var sessions: [String: EngineSession] = [:]
    var members: [String: Set<EngineSession>] = [:]
    var namespaces: [EngineSession: Set<String>] = [:]
    /// Sessions that have joined nothing yet, with the moment at which they are given up.
    var strangers: [EngineSession: Timestamp] = [:]
  }

  let settings: SocketIOSettings
  let clock: @Sendable () -> Timestamp
  private let random: RandomBytes
  private let admit: @Sendable (SocketIOJoin) async -> SocketIOAdmission
  private let onEvent: @Sendable (SocketIOEvent, SocketIOJoin) async -> [JSONValue]?
  private let state = Mutex(State())

  /// A server without clients. `tick` must be called several times in each of the settings' times.
  /// - Parameters:
  ///   - random: what sessions are named by; unpredictable, as whoever knows a name has the session.
  ///   - admit: decides who may join.
  ///   - onEvent: told of what clients say; what it gives acknowledges the event where the client asks for that.
  public init(
    _ settings: SocketIOSettings = SocketIOSettings(), clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes, admit: @escaping @Sendable (SocketIOJoin) async -> SocketIOAdmission,
    onEvent: @escaping @Sendable (SocketIOEvent, SocketIOJoin) async -> [JSONValue]? = { _, _ in nil }
  ) {
    self.settings = settings
    self.clock = clock
    self.random = random
    self.admit = admit
    self.onEvent = onEvent
  }

  // MARK: Telling

  /// Tells everybody in a namespace of an event. Events of one namespace reach each client in the order of the calls.
  /// Complexity: O(members); the text is made once.
  /// - Parameter argument: one JSON value.
  public func emit(_ event: String, _ argument: [UInt8], to namespace: String) {
    let data = "[\(JSONValue.string(event).text),\(String(decoding: argument, as: UTF8.self))]"
    let text = EnginePacket.message(SocketPacket(.event, namespace, data: data).text).text
    let late = state.withLock { state -> [EngineSession] in
      var sockets: [WebSocket] = []
      var late: [EngineSession] = []
      for session in state.members[namespace] ?? [] {
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
  public var sessionCount: Int { state.withLock { $0.sessions.count } }

  /// How many clients are in a namespace.
  public func memberCount(of namespace: String) -> Int { state.withLock { $0.members[namespace]?.count ?? 0 } }

  /// Asks clients that were silent, and gives those up that do not answer or join nothing.
  /// Complexity: O(sessions).
  public func tick() {
    let moment = clock()
    let (sessions, strangers) = state.withLock { ($0.sessions.values, $0.strangers) }
    for (session, limit) in strangers where moment >= limit { close(session, .close) }
    for session in sessions {
      switch session.due(at: moment) {
      case .nothing: break
      case .ping: if !session.send(.ping("")) { close(session, .close) }
      case .end: close(session, .close)
      }
    }
  }

  /// Ends all sessions.
  public func stop() {
    for session in state.withLock({ Array($0.sessions.values) }) { close(session, .close) }
  }

  // MARK: Sessions

  /// Opens a session; nil where there are too many.
  func open(_ headers: Headers) -> EngineSession? {
    let moment = clock()
    let id = Base64URL.encode(random(15))
    let session = EngineSession(id: id, headers: headers, settings, at: moment)
    return state.withLock { state in
      guard state.sessions.count < settings.sessions else { return nil }
      state.sessions[id] = session
      state.strangers[session] = moment.advanced(milliseconds: settings.joinTimeout)
      return session
    }
  }

  func session(_ id: String) -> EngineSession? { state.withLock { $0.sessions[id] } }

  /// Ends a session, and its places in namespaces.
  func close(_ session: EngineSession, _ last: EnginePacket) {
    guard session.close(last) else { return }
    state.withLock { state in
      state.sessions[session.id] = nil
      state.strangers[session] = nil
      for namespace in state.namespaces.removeValue(forKey: session) ?? [] {
        Self.remove(session, from: namespace, in: &state)
      }
    }
  }

  private static func remove(_ session: EngineSession, from namespace: String, in state: inout State) {
    state.members[namespace]?.remove(session)
    if state.members[namespace]?.isEmpty == true { state.members[namespace] = nil }
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
      case .complete(let packet): return await take(packet, from: session)
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
    case .event: return await take(packet, from: session)
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
    let request = SocketIOJoin(namespace: packet.namespace, auth: auth, headers: session.headers)
    switch await admit(request) {
    case .refused(let message):
      let data = JSONValue.object(["message": .string(message)]).text
      return session.send(.message(SocketPacket(.connectError, packet.namespace, data: data).text))
    case .admitted: return enter(packet.namespace, session)
    }
  }

  private func enter(_ namespace: String, _ session: EngineSession) -> Bool {
    let sid = JSONValue.object(["sid": .string(Base64URL.encode(random(15)))]).text
    let welcome = EnginePacket.message(SocketPacket(.connect, namespace, data: sid).text)
    // The welcome goes before whatever is told from now on.
    return state.withLock { state in
      guard state.sessions[session.id] === session, state.namespaces[session, default: []].count < settings.namespaces
      else { return false }
      guard session.send(welcome) else { return false }
      state.strangers[session] = nil
      state.namespaces[session, default: []].insert(namespace)
      state.members[namespace, default: []].insert(session)
      return true
    }
  }

  private func leave(_ namespace: String, _ session: EngineSession) {
    state.withLock { state in
      state.namespaces[session]?.remove(namespace)
      Self.remove(session, from: namespace, in: &state)
    }
  }

  private func take(_ packet: SocketPacket, from session: EngineSession) async -> Bool {
    if case .binaryAcknowledgement = packet.kind { return true }
    guard let event = SocketIOEvent(packet) else { return false }
    let isMember = state.withLock { $0.namespaces[session]?.contains(packet.namespace) == true }
    guard isMember else { return true }
    let join = SocketIOJoin(namespace: packet.namespace, auth: nil, headers: session.headers)
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
