import APIKit
import Accounts
import Basics
import Chat
import NativeAPI
import SocketIO
import Synchronization

/// Who came into a room by a handshake that says who it is.
struct SocketGuest: Hashable, Sendable {
  let caller: Caller
  /// When the access token that was shown is over.
  let expiresAt: Timestamp
}

/// A namespace in which there are clients, and the one place in the hub that listens for all of them.
///
/// It tells each new message once, in the order of sequences and as it stands then: the contract knows no changes, and
/// clients fail when a key comes twice. What was removed before it was told is passed over. Sequences have no gaps, so
/// that what is missing is seen and read from the store: nothing is lost when more comes than waits here, or when the
/// hub lets go of the room.
final class SocketRoom: ChannelRelay, Hashable {
  /// What there is to do.
  struct Work {
    /// What the hub told since it was done last.
    var messages: [ChatMessage] = []
    /// Whether something may have been said that is not among them.
    var mustRead = false
    /// Whether the hub is to be listened to anew.
    var mustListen = false
    /// Whether the channel is not there any more.
    var isGone = false

    var isNothing: Bool { messages.isEmpty && !mustRead && !mustListen && !isGone }
  }

  private struct State {
    /// Who has a place, or is about to; nil for whoever was not asked who it is.
    var guests: [SocketIOSocket: SocketGuest?] = [:]
    var work = Work()
    /// Whether the hub tells nothing, and is not about to.
    var isDeaf = true
    var worker: CheckedContinuation<Work?, Never>?
    /// Everything up to this sequence was told.
    var sent: Int
    /// Those who wait until it is so far.
    var waiting: [(sequence: Int, CheckedContinuation<Void, Never>)] = []

    /// What there is to do; nil: nothing yet.
    mutating func takeWork() -> Work? {
      guard !work.isNothing else { return nil }
      defer { work = Work() }
      return work
    }
  }

  /// More messages do not wait; they are read from the store instead.
  static let maxWaiting = 400

  let name: SocketNamespace
  /// Whether everybody hears it.
  let isOpen: Bool
  /// Where its clients are.
  let server: SocketIOServer
  private let state: Mutex<State>

  /// A room without clients.
  /// - Parameter sequence: of the channel's newest message; later ones are told.
  init(_ name: SocketNamespace, isOpen: Bool, after sequence: Int, _ server: SocketIOServer) {
    (self.name, self.isOpen, self.server) = (name, isOpen, server)
    state = Mutex(State(sent: sequence))
  }

  static func == (left: SocketRoom, right: SocketRoom) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  // MARK: Who is in it

  /// Whether nobody has a place.
  var isEmpty: Bool { state.withLock { $0.guests.isEmpty } }

  /// Those of whom it is known who they are.
  var guests: [SocketIOSocket: SocketGuest] { state.withLock { $0.guests.compactMapValues(\.self) } }

  /// Somebody has a place, or is about to.
  func enter(_ socket: SocketIOSocket, _ guest: SocketGuest?) {
    change { state in
      state.guests[socket] = .some(guest)
      if state.isDeaf { state.work.mustListen = true }
      state.isDeaf = false
    }
  }

  /// A place is free.
  func leave(_ socket: SocketIOSocket) {
    let worker = state.withLock { state in
      state.guests[socket] = nil
      return state.guests.isEmpty ? state.worker.take() : nil
    }
    worker?.resume(returning: nil)
  }

  /// Disconnects those whose access token is over.
  func dismiss(at instant: Timestamp) {
    server.disconnect(guests.filter { instant >= $0.value.expiresAt }.keys)
  }

  /// Disconnects those whose session has ended.
  func dismiss(_ ended: Set<Caller>) {
    server.disconnect(guests.filter { ended.contains($0.value.caller) }.keys)
  }

  /// Disconnects everybody: there is nothing to be heard any more.
  func dismissAll() {
    let guests = state.withLock { state in
      state.isDeaf = true
      return state.guests
    }
    server.disconnect(guests.keys)
    letIn(upTo: .max)
  }

  // MARK: How far it is

  /// Everything up to this sequence was told.
  var sent: Int { state.withLock { $0.sent } }

  /// Notes that everything up to a sequence was told.
  func advance(to sequence: Int) {
    state.withLock { $0.sent = sequence }
    letIn(upTo: sequence)
  }

  /// Returns once everything up to a sequence was told, so that whoever comes hears nothing that was said before:
  /// clients have read it, and fail when a key comes twice. What cannot be read at the moment is not waited for.
  func waitUntilSent(_ sequence: Int) async {
    await withCheckedContinuation { waiter in
      let isSo = state.withLock { state in
        if state.sent < sequence { state.waiting.append((sequence, waiter)) }
        return state.sent >= sequence
      }
      if isSo { waiter.resume() }
    }
  }

  private func letIn(upTo sequence: Int) {
    let ready = state.withLock { state in
      defer { state.waiting.removeAll { $0.sequence <= sequence } }
      return state.waiting.filter { $0.sequence <= sequence }
    }
    for (_, waiter) in ready { waiter.resume() }
  }

  // MARK: What there is to do

  /// Takes what the hub tells. It does not wait.
  func relay(_ news: ChannelUpdate.Kind) {
    change { Self.note(news, in: &$0.work) }
  }

  private static func note(_ news: ChannelUpdate.Kind, in work: inout Work) {
    switch news {
    case .messages(let messages, _):
      if work.messages.count + messages.count <= maxWaiting { return work.messages += messages }
      work.messages = []
      work.mustRead = true
    // What was said before it was listened is still to be read.
    case .joined: work.mustRead = true
    case .behind, .failed: work.mustListen = true
    case .left: work.isGone = true
    }
  }

  /// Notes that something could not be done, and is to be done again.
  func putBack(_ work: Work) {
    change { state in
      state.work.mustRead = true
      state.work.mustListen = state.work.mustListen || work.mustListen
      state.work.isGone = state.work.isGone || work.isGone
    }
    letIn(upTo: .max)
  }

  /// What there is to do next, once there is something; nil while nobody has a place. One task asks.
  func nextWork() async -> Work? {
    await withCheckedContinuation { worker in
      let (isHere, work) = state.withLock { state -> (Bool, Work?) in
        if state.guests.isEmpty { return (true, nil) }
        if let work = state.takeWork() { return (true, work) }
        state.worker = worker
        return (false, nil)
      }
      if isHere { worker.resume(returning: work) }
    }
  }

  /// Notes something, and wakes whoever works where there is something to do.
  private func change(_ note: (inout State) -> Void) {
    let (worker, work) = state.withLock { state -> (CheckedContinuation<Work?, Never>?, Work?) in
      note(&state)
      guard state.worker != nil, let work = state.takeWork() else { return (nil, nil) }
      return (state.worker.take(), work)
    }
    worker?.resume(returning: work)
  }
}
