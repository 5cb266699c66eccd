import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import Synchronization

/// Somebody who is connected to hear what is said: by a WebSocket, or by a stream of events.
package final class RealtimeListener: Hashable, Sendable {
  /// The way to the client.
  enum Outlet: Sendable {
    case socket(WebSocket)
    case stream(EventQueue)
  }

  private struct State {
    var caller: Caller?
    /// When it ends, unless it is shown that it may go on.
    var deadline: Timestamp
    var nextBeat: Timestamp
    var channels: Set<ChannelID> = []
    var isClosed = false
  }

  /// In seconds.
  static let patience: Int64 = 10
  private static let beatEvery: Int64 = 15

  let outlet: Outlet
  private let state: Mutex<State>

  /// A listener of whom is not known yet who it is.
  init(_ outlet: Outlet, at instant: Timestamp) {
    self.outlet = outlet
    state = Mutex(
      State(
        deadline: instant.advanced(seconds: Self.patience), nextBeat: instant.advanced(seconds: Self.beatEvery)))
  }

  package static func == (left: RealtimeListener, right: RealtimeListener) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  // MARK: Who it is

  /// Whose it is; nil where that is not known, or it has ended.
  var account: AccountID? { caller?.account }

  /// Whose it is, and by which session; nil where that is not known, or it has ended.
  var caller: Caller? { state.withLock { $0.isClosed ? nil : $0.caller } }

  /// Notes who it is and until when. Who it is does not change, only by which session.
  /// - Throws: `DomainError` `account-differs` (conflict).
  func identify(_ caller: Caller, until instant: Timestamp) throws(DomainError) {
    let isSame = state.withLock { state in
      guard state.caller == nil || state.caller?.account == caller.account else { return false }
      state.caller = caller
      state.deadline = instant
      return true
    }
    if !isSame {
      throw DomainError(
        .conflict, "account-differs", "This connection is somebody else's; open another one.", field: "token")
    }
  }

  /// Why it ends now; nil: it goes on.
  func domainError(at instant: Timestamp) -> DomainError? {
    let (isOver, isKnown) = state.withLock { (instant >= $0.deadline, $0.caller != nil) }
    return isOver ? isKnown ? .accessOver : .tokenMissing : nil
  }

  // MARK: What it listens to

  /// Notes that it listens to a channel, before it does.
  /// - Throws: `DomainError` `subscriptions-too-many` (conflict).
  func note(_ channel: ChannelID) throws(DomainError) {
    let isPossible = state.withLock { state in
      guard !state.isClosed, state.channels.contains(channel) || state.channels.count < Self.maxChannels else {
        return false
      }
      state.channels.insert(channel)
      return true
    }
    if !isPossible {
      throw DomainError(
        .conflict, "subscriptions-too-many",
        "No more than \(Self.maxChannels) channels can be listened to at once; leave one, or open another connection.")
    }
  }

  static let maxChannels = 200

  /// Notes that it listens to a channel no more.
  func forget(_ channel: ChannelID) {
    state.withLock { _ = $0.channels.remove(channel) }
  }

  /// Notes that it listens to nothing from now on.
  /// - Returns: What it listened to.
  func close() -> Set<ChannelID> {
    state.withLock { state in
      state.isClosed = true
      defer { state.channels = [] }
      return state.channels
    }
  }

  // MARK: Telling it

  /// Tells the same to some of them; see `ChatListener`.
  static func notify(_ news: ChannelUpdate, to listeners: [RealtimeListener]) {
    switch news.kind {
    case .messages, .joined: break
    case .behind, .left, .failed: for listener in listeners { listener.forget(news.channel) }
    }
    let message = RealtimeMessage(news)
    let sockets = listeners.compactMap { if case .socket(let socket) = $0.outlet { socket } else { nil } }
    if !sockets.isEmpty { WebSocket.send(WebSocketFrame(.text(message.text)), to: sockets) }
    var event: [UInt8]?
    for case .stream(let queue) in listeners.lazy.map(\.outlet) {
      let bytes = event ?? message.event
      event = bytes
      queue.handle(news, bytes)
    }
  }

  /// Says something to this one alone.
  func say(_ message: RealtimeMessage) {
    if case .socket(let socket) = outlet { socket.send(.text(message.text)) }
  }

  /// Gives a sign of life where one is due; a WebSocket has its own.
  func beat(at instant: Timestamp) {
    guard case .stream(let queue) = outlet else { return }
    let isDue = state.withLock { state in
      guard instant >= state.nextBeat else { return false }
      state.nextBeat = instant.advanced(seconds: Self.beatEvery)
      return true
    }
    if isDue { queue.push(Array(": \n\n".utf8)) }
  }

  /// Ends the connection, for a reason that is told where there is one.
  func end(_ domainError: DomainError?) {
    switch outlet {
    case .stream(let queue): queue.end()
    case .socket(let socket):
      guard let domainError else { return socket.close(.goingAway) }
      socket.send(.text(RealtimeMessage.error(domainError, nil).text))
      socket.close(.policyViolation, reason: domainError.code)
    }
  }
}

extension DomainError {
  fileprivate static let accessOver = DomainError(
    .unauthenticated, "token-expired", "The access token is expired; come back with a new one.")
}
