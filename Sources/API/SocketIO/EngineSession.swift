import Basics
import HTTP
import Synchronization

/// One session of Engine.IO: what waits for its client, whichever way the client is reached.
///
/// What waits is bounded: a client that does not take it is given up, and catches up when it comes back.
final class EngineSession: Sendable, Hashable {
  /// How the client is reached.
  private enum Transport {
    case polling
    case webSocket(WebSocket)
    case closed
  }

  private struct State {
    var transport = Transport.polling
    /// A WebSocket that was probed and may take over.
    var candidate: WebSocket?
    /// A request that waits for something to be sent.
    var poll: CheckedContinuation<String?, Never>?
    /// Texts of packets that wait for the next request.
    var queue: [String] = []
    var queuedBytes = 0
    /// When the client is asked next, or given up where it was asked.
    var deadline: Timestamp
    var isAsked = false
    /// Attachments that are still to come for an event of this namespace.
    var attachments = 0
    var awaited: SocketPacket?
  }

  let id: String
  /// The headers of the handshake.
  let headers: Headers
  /// Of the client that began it.
  let network: ClientNetwork
  private let settings: SocketIOSettings
  private let state: Mutex<State>

  init(
    id: String, headers: Headers, network: ClientNetwork, _ settings: SocketIOSettings, at instant: Timestamp
  ) {
    self.network = network
    self.id = id
    self.headers = headers
    self.settings = settings
    state = Mutex(State(deadline: instant.advanced(milliseconds: settings.pingInterval)))
  }

  static func == (left: EngineSession, right: EngineSession) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  var isClosed: Bool {
    state.withLock { if case .closed = $0.transport { true } else { false } }
  }

  // MARK: Sending

  /// What a packet that goes to many is to do here.
  enum Delivery {
    /// It is to be sent over this WebSocket, along with those of others.
    case over(WebSocket)
    /// It was taken, or nobody is there.
    case done
    /// Too much waits: the session is to be closed.
    case overflow
  }

  /// Sends a packet, or says over which WebSocket it is to be sent.
  func deliver(_ text: String) -> Delivery {
    state.withLock { state in
      switch state.transport {
      case .webSocket(let socket): return .over(socket)
      case .closed: return .done
      case .polling:
        if state.candidate == nil, let poll = state.poll.take() {
          poll.resume(returning: text)
          return .done
        }
        state.queue.append(text)
        state.queuedBytes += text.utf8.count
        return state.queuedBytes > settings.backlog ? .overflow : .done
      }
    }
  }

  /// Sends a packet.
  /// - Returns: Whether the session goes on.
  func send(_ packet: EnginePacket) -> Bool {
    switch deliver(packet.text) {
    case .over(let socket): socket.send(.text(packet.text))
    case .done: break
    case .overflow: return false
    }
    return true
  }

  // MARK: Polling

  /// What became of a request for packets.
  enum Poll {
    case packets(String)
    /// There was one already: the session is to be closed.
    case twice
    /// The client is reached otherwise, or not any more.
    case gone
  }

  /// Waits until something is to be sent.
  func poll() async -> Poll {
    enum Step {
      case answer(Poll)
      case wait
    }
    let text: String? = await withCheckedContinuation { continuation in
      let step = state.withLock { state -> Step in
        guard case .polling = state.transport else { return .answer(.gone) }
        guard state.poll == nil else { return .answer(.twice) }
        // A WebSocket is about to take over: this request has only to end.
        if state.candidate != nil { return .answer(.packets(EnginePacket.noop.text)) }
        guard state.queue.isEmpty else { return .answer(.packets(Self.drainQueue(&state))) }
        state.poll = continuation
        return .wait
      }
      switch step {
      case .wait: break
      case .answer(.packets(let text)): continuation.resume(returning: text)
      case .answer(.twice): continuation.resume(returning: "")
      case .answer(.gone): continuation.resume(returning: nil)
      }
    }
    guard let text else { return .gone }
    return text.isEmpty ? .twice : .packets(text)
  }

  private static func drainQueue(_ state: inout State) -> String {
    defer {
      state.queue = []
      state.queuedBytes = 0
    }
    return state.queue.joined(separator: String(EnginePacket.separator))
  }

  // MARK: WebSocket

  /// The session begins on a WebSocket.
  func begin(on socket: WebSocket) {
    state.withLock { $0.transport = .webSocket(socket) }
  }

  /// A WebSocket asks whether it may take over; the request that waits is ended, so that nothing is lost with it.
  /// - Returns: Whether it may.
  func probe(_ socket: WebSocket) -> Bool {
    state.withLock { state in
      guard case .polling = state.transport, state.candidate == nil else { return false }
      state.candidate = socket
      socket.send(.text(EnginePacket.pong("probe").text))
      state.poll.take()?.resume(returning: EnginePacket.noop.text)
      return true
    }
  }

  /// The WebSocket that was probed takes over, with everything that waits.
  func upgrade(to socket: WebSocket) -> Bool {
    state.withLock { state in
      guard case .polling = state.transport, state.candidate == socket else { return false }
      state.candidate = nil
      state.transport = .webSocket(socket)
      for text in state.queue { socket.send(.text(text)) }
      state.queue = []
      state.queuedBytes = 0
      state.poll.take()?.resume(returning: EnginePacket.noop.text)
      return true
    }
  }

  /// A WebSocket that was probed went away before it took over.
  func forget(_ socket: WebSocket) {
    state.withLock { state in
      guard state.candidate == socket else { return }
      state.candidate = nil
    }
  }

  /// Whether this WebSocket is how the client is reached.
  func isReached(by socket: WebSocket) -> Bool {
    state.withLock { if case .webSocket(socket) = $0.transport { true } else { false } }
  }

  // MARK: Living and ending

  /// The client has answered.
  func heard(at instant: Timestamp) {
    state.withLock { state in
      guard state.isAsked else { return }
      state.isAsked = false
      state.deadline = instant.advanced(milliseconds: settings.pingInterval)
    }
  }

  /// What is due.
  enum Due {
    case nothing
    case ping
    case end
  }

  /// Whether the client is to be asked, or given up.
  func due(at instant: Timestamp) -> Due {
    state.withLock { state in
      guard instant >= state.deadline else { return .nothing }
      if state.isAsked { return .end }
      state.isAsked = true
      state.deadline = instant.advanced(milliseconds: settings.pingTimeout)
      return .ping
    }
  }

  /// Ends the session.
  /// - Parameter last: what a waiting request is answered.
  /// - Returns: Whether it was open.
  func close(_ last: EnginePacket) -> Bool {
    state.withLock { state in
      if case .closed = state.transport { return false }
      if case .webSocket(let socket) = state.transport { socket.close() }
      state.candidate?.close()
      state.candidate = nil
      state.transport = .closed
      state.queue = []
      state.queuedBytes = 0
      state.poll.take()?.resume(returning: last.text)
      return true
    }
  }

  // MARK: Attachments

  /// A packet whose attachments are to follow. False where others are still to come.
  func await(_ packet: SocketPacket, attachments: Int) -> Bool {
    state.withLock { state in
      guard state.attachments == 0 else { return false }
      state.attachments = attachments
      state.awaited = packet
      return true
    }
  }

  /// What an attachment brings about.
  enum Attachment {
    case complete(SocketPacket)
    case incomplete
    case unexpected
  }

  /// An attachment came.
  func attach() -> Attachment {
    state.withLock { state in
      guard state.attachments > 0 else { return .unexpected }
      state.attachments -= 1
      guard state.attachments == 0, let packet = state.awaited.take() else { return .incomplete }
      return .complete(packet)
    }
  }

  /// Whether an attachment is to come next.
  var awaitsAttachment: Bool { state.withLock { $0.attachments > 0 } }
}
