import APIKit
import Accounts
import Basics
import Chat
import NativeAPI
import SocketIO
import Synchronization

struct SocketParticipant: Hashable, Sendable {
  let caller: Caller
  /// When the access token expires.
  let expiresAt: Timestamp
}

/// A namespace with clients, and its single subscription to the hub.
///
/// It broadcasts each new message once, in order of sequences, in its current version: the contract has no changes, and
/// clients fail on a repeated key. Messages that were removed before the broadcast are skipped. Sequences have no gaps,
/// so missing messages are detected and read from the store: nothing is lost when the queue overflows or the hub drops
/// the room.
final class SocketRoom: ChannelRelay, Hashable {
  struct Work {
    /// Messages from the hub since the work was last taken.
    var messages: [ChatMessage] = []
    /// Whether there may be messages outside of `messages`, to be read from the store.
    var mustRead = false
    /// Whether to subscribe to the hub again.
    var mustSubscribe = false
    /// Whether the channel has been removed.
    var isGone = false

    var isEmpty: Bool { messages.isEmpty && !mustRead && !mustSubscribe && !isGone }
  }

  private struct State {
    /// The sockets that have joined or are joining; nil for an unauthenticated guest.
    var participants: [SocketIOSocket: SocketParticipant?] = [:]
    var work = Work()
    /// Whether there is no subscription to the hub, and none in progress.
    var needsSubscription = true
    var worker: CheckedContinuation<Work?, Never>?
    /// The sequence up to which all messages have been sent.
    var sent: Int
    /// Tasks that wait until a sequence has been sent.
    var waiting: [(sequence: Int, CheckedContinuation<Void, Never>)] = []

    mutating func takeWork() -> Work? {
      guard !work.isEmpty else { return nil }
      defer { work = Work() }
      return work
    }
  }

  /// The maximum number of queued messages; beyond it they are read from the store.
  static let maxQueuedMessages = 400

  let name: SocketNamespace
  /// Whether unauthenticated clients may listen.
  let isOpen: Bool
  let server: SocketIOServer
  private let state: Mutex<State>

  /// A room without clients.
  /// - Parameter sequence: the channel's newest; only later messages are sent.
  init(_ name: SocketNamespace, isOpen: Bool, after sequence: Int, _ server: SocketIOServer) {
    (self.name, self.isOpen, self.server) = (name, isOpen, server)
    state = Mutex(State(sent: sequence))
  }

  static func == (left: SocketRoom, right: SocketRoom) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  // MARK: Participants

  var isEmpty: Bool { state.withLock { $0.participants.isEmpty } }

  var participants: [SocketIOSocket: SocketParticipant] { state.withLock { $0.participants.compactMapValues(\.self) } }

  func enter(_ socket: SocketIOSocket, _ participant: SocketParticipant?) {
    change { state in
      state.participants[socket] = .some(participant)
      if state.needsSubscription { state.work.mustSubscribe = true }
      state.needsSubscription = false
    }
  }

  func leave(_ socket: SocketIOSocket) {
    let worker = state.withLock { state in
      state.participants[socket] = nil
      return state.participants.isEmpty ? state.worker.take() : nil
    }
    worker?.resume(returning: nil)
  }

  /// Disconnects participants whose access token has expired.
  func disconnect(at instant: Timestamp) {
    server.disconnect(participants.filter { instant >= $0.value.expiresAt }.keys)
  }

  func disconnect(_ ended: Set<Caller>) {
    server.disconnect(participants.filter { ended.contains($0.value.caller) }.keys)
  }

  /// Disconnects everyone: the channel is gone.
  func disconnectAll() {
    let participants = state.withLock { state in
      state.needsSubscription = true
      return state.participants
    }
    server.disconnect(participants.keys)
    resumeWaiters(upTo: .max)
  }

  // MARK: Progress

  /// The sequence up to which all messages have been sent.
  var sent: Int { state.withLock { $0.sent } }

  /// Records that all messages up to a sequence have been sent.
  func advance(to sequence: Int) {
    state.withLock { $0.sent = sequence }
    resumeWaiters(upTo: sequence)
  }

  /// Returns when all messages up to a sequence have been sent, so that a joining client receives no older ones:
  /// clients have read those, and fail on a repeated key. It does not wait for messages that cannot be read now.
  func waitUntilSent(_ sequence: Int) async {
    await withCheckedContinuation { waiter in
      let isSent = state.withLock { state in
        if state.sent < sequence { state.waiting.append((sequence, waiter)) }
        return state.sent >= sequence
      }
      if isSent { waiter.resume() }
    }
  }

  private func resumeWaiters(upTo sequence: Int) {
    let ready = state.withLock { state in
      defer { state.waiting.removeAll { $0.sequence <= sequence } }
      return state.waiting.filter { $0.sequence <= sequence }
    }
    for (_, waiter) in ready { waiter.resume() }
  }

  // MARK: Work

  /// Accepts an update from the hub. Does not block.
  func relay(_ news: ChannelUpdate.Kind) {
    change { Self.note(news, in: &$0.work) }
  }

  private static func note(_ news: ChannelUpdate.Kind, in work: inout Work) {
    switch news {
    case .messages(let messages, _):
      if work.messages.count + messages.count <= maxQueuedMessages { return work.messages += messages }
      work.messages = []
      work.mustRead = true
    // Messages from before the subscription still have to be read.
    case .joined: work.mustRead = true
    case .behind, .failed: work.mustSubscribe = true
    case .left: work.isGone = true
    }
  }

  func requeue(_ work: Work) {
    change { state in
      state.work.mustRead = true
      state.work.mustSubscribe = state.work.mustSubscribe || work.mustSubscribe
      state.work.isGone = state.work.isGone || work.isGone
    }
    resumeWaiters(upTo: .max)
  }

  /// Waits for work; nil when the room is empty. Only one task may call it.
  func nextWork() async -> Work? {
    await withCheckedContinuation { worker in
      let (isReady, work) = state.withLock { state -> (Bool, Work?) in
        if state.participants.isEmpty { return (true, nil) }
        if let work = state.takeWork() { return (true, work) }
        state.worker = worker
        return (false, nil)
      }
      if isReady { worker.resume(returning: work) }
    }
  }

  /// Changes the state, and wakes the waiting broadcaster when there is work.
  private func change(_ note: (inout State) -> Void) {
    let (worker, work) = state.withLock { state -> (CheckedContinuation<Work?, Never>?, Work?) in
      note(&state)
      guard state.worker != nil, let work = state.takeWork() else { return (nil, nil) }
      return (state.worker.take(), work)
    }
    worker?.resume(returning: work)
  }
}
