import Basics
import HTTP
import Synchronization

/// A session of Engine.IO: its transport and the packets that wait for the client.
///
/// The queue is bounded: a client that does not read is disconnected, and catches up when it reconnects.
final class EngineSession: Sendable, Hashable {
  private enum Transport {
    case polling
    case webSocket(WebSocket)
    case closed
  }

  private struct State {
    var transport = Transport.polling
    /// A WebSocket that was probed and may become the transport.
    var candidate: WebSocket?
    var poll: CheckedContinuation<String?, Never>?
    /// Packets that wait for the next poll request.
    var queue: [String] = []
    var queuedBytes = 0
    /// When the next ping is due or, after a ping, when the client times out.
    var deadline: Timestamp
    var awaitsPong = false
  }

  let id: String
  let headers: Headers
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

  /// How a broadcast packet is delivered to this session.
  enum Delivery {
    /// The caller must send it over this WebSocket, together with the other recipients'.
    case over(WebSocket)
    /// Queued or sent, or the session is closed.
    case done
    /// The queue is full: the session must be closed.
    case overflow
  }

  /// Delivers a packet, or returns the WebSocket over which to send it.
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
        return state.queuedBytes > settings.maxQueuedBytes ? .overflow : .done
      }
    }
  }

  /// Sends a packet.
  /// - Returns: False when the session must be closed.
  func send(_ packet: EnginePacket) -> Bool {
    switch deliver(packet.text) {
    case .over(let socket): socket.send(.text(packet.text))
    case .done: break
    case .overflow: return false
    }
    return true
  }

  // MARK: Polling

  enum Poll {
    case packets(String)
    /// Another poll request is pending: the session must be closed.
    case concurrentPoll
    /// The session has another transport, or is closed.
    case notPolling
  }

  func poll() async -> Poll {
    enum Step {
      case answer(Poll)
      case wait
    }
    let text: String? = await withCheckedContinuation { continuation in
      let step = state.withLock { state -> Step in
        guard case .polling = state.transport else { return .answer(.notPolling) }
        guard state.poll == nil else { return .answer(.concurrentPoll) }
        // The upgrade is under way: this request must only end.
        if state.candidate != nil { return .answer(.packets(EnginePacket.noop.text)) }
        guard state.queue.isEmpty else { return .answer(.packets(Self.drainQueue(&state))) }
        state.poll = continuation
        return .wait
      }
      switch step {
      case .wait: break
      case .answer(.packets(let text)): continuation.resume(returning: text)
      case .answer(.concurrentPoll): continuation.resume(returning: "")
      case .answer(.notPolling): continuation.resume(returning: nil)
      }
    }
    guard let text else { return .notPolling }
    return text.isEmpty ? .concurrentPoll : .packets(text)
  }

  private static func drainQueue(_ state: inout State) -> String {
    defer {
      state.queue = []
      state.queuedBytes = 0
    }
    return state.queue.joined(separator: String(EnginePacket.separator))
  }

  // MARK: WebSocket

  func begin(on socket: WebSocket) {
    state.withLock { $0.transport = .webSocket(socket) }
  }

  /// Answers the probe of a WebSocket, and ends the pending poll request, so that no packet is lost with it.
  /// - Returns: Whether the upgrade may continue.
  func probe(_ socket: WebSocket) -> Bool {
    state.withLock { state in
      guard case .polling = state.transport, state.candidate == nil else { return false }
      state.candidate = socket
      socket.send(.text(EnginePacket.pong("probe").text))
      state.poll.take()?.resume(returning: EnginePacket.noop.text)
      return true
    }
  }

  /// Makes the probed WebSocket the transport, and sends all queued packets.
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

  /// The probed WebSocket closed before the upgrade.
  func forget(_ socket: WebSocket) {
    state.withLock { state in
      guard state.candidate == socket else { return }
      state.candidate = nil
    }
  }

  func isTransport(by socket: WebSocket) -> Bool {
    state.withLock { if case .webSocket(socket) = $0.transport { true } else { false } }
  }

  // MARK: Heartbeat and close

  func pongReceived(at instant: Timestamp) {
    state.withLock { state in
      guard state.awaitsPong else { return }
      state.awaitsPong = false
      state.deadline = instant.advanced(milliseconds: settings.pingInterval)
    }
  }

  enum Due {
    case none
    case ping
    case end
  }

  func due(at instant: Timestamp) -> Due {
    state.withLock { state in
      guard instant >= state.deadline else { return .none }
      if state.awaitsPong { return .end }
      state.awaitsPong = true
      state.deadline = instant.advanced(milliseconds: settings.pingTimeout)
      return .ping
    }
  }

  /// Closes the session.
  /// - Parameter last: the answer to a pending poll request.
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
}
