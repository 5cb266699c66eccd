import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import Synchronization

/// A client with a realtime connection: a WebSocket or an event stream.
package final class RealtimeListener: Hashable, Sendable {
  enum Outlet: Sendable {
    case socket(WebSocket)
    case stream(EventQueue)
  }

  private struct State {
    var caller: Caller?
    /// When the connection ends, unless a new token extends it.
    var deadline: Timestamp
    var nextHeartbeat: Timestamp
    var channels: Set<ChannelID> = []
    var isWatchingUnread = false
    var isClosed = false
  }

  /// Seconds within which a client must authenticate.
  static let authenticationTimeout: Int64 = 10
  private static let heartbeatInterval: Int64 = 15

  let outlet: Outlet
  private let state: Mutex<State>

  /// A listener that is not authenticated yet.
  init(_ outlet: Outlet, at instant: Timestamp) {
    self.outlet = outlet
    state = Mutex(
      State(
        deadline: instant.advanced(seconds: Self.authenticationTimeout),
        nextHeartbeat: instant.advanced(seconds: Self.heartbeatInterval)))
  }

  package static func == (left: RealtimeListener, right: RealtimeListener) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  // MARK: Identity

  /// The account; nil before authentication and after the end.
  var account: AccountID? { caller?.account }

  /// The account and its session; nil before authentication and after the end.
  var caller: Caller? { state.withLock { $0.isClosed ? nil : $0.caller } }

  /// Authenticates the listener until an instant. Its session may change, its account may not.
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
        .conflict, "account-differs", "The connection belongs to another account; open another one.", field: "token")
    }
  }

  /// The error with which the connection ends now; nil if it continues.
  func domainError(at instant: Timestamp) -> DomainError? {
    let (isOver, isKnown) = state.withLock { (instant >= $0.deadline, $0.caller != nil) }
    return isOver ? isKnown ? .accessTokenExpired : .tokenMissing : nil
  }

  // MARK: Subscriptions

  /// Adds a subscription, before it starts.
  /// - Throws: `DomainError` `subscriptions-too-many` (conflict).
  func addSubscription(_ channel: ChannelID) throws(DomainError) {
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
        "A connection has at most \(Self.maxChannels) channels; unsubscribe from one, or open another connection.")
    }
  }

  static let maxChannels = 200

  /// Has the listener receive that what waits for its account may have changed.
  func watchUnread() {
    state.withLock { $0.isWatchingUnread = true }
  }

  /// Whether the listener receives changes of what waits for an account.
  func isWatchingUnread(of account: AccountID) -> Bool {
    state.withLock { !$0.isClosed && $0.isWatchingUnread && $0.caller?.account == account }
  }

  func removeSubscription(_ channel: ChannelID) {
    state.withLock { _ = $0.channels.remove(channel) }
  }

  /// Closes the listener.
  /// - Returns: Its subscriptions.
  func close() -> Set<ChannelID> {
    state.withLock { state in
      state.isClosed = true
      defer { state.channels = [] }
      return state.channels
    }
  }

  // MARK: Sending

  /// Sends an update to several listeners; see `ChatListener`.
  static func notify(_ news: ChannelUpdate, to listeners: [RealtimeListener]) {
    switch news.kind {
    case .messages, .joined: break
    case .behind, .left, .failed: for listener in listeners { listener.removeSubscription(news.channel) }
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

  /// Sends a message to this listener, if it is a WebSocket.
  func send(_ message: RealtimeMessage) {
    if case .socket(let socket) = outlet { socket.send(.text(message.text)) }
  }

  /// Sends a heartbeat to an event stream if one is due; WebSockets have their own.
  func sendHeartbeat(at instant: Timestamp) {
    guard case .stream(let queue) = outlet else { return }
    let isDue = state.withLock { state in
      guard instant >= state.nextHeartbeat else { return false }
      state.nextHeartbeat = instant.advanced(seconds: Self.heartbeatInterval)
      return true
    }
    if isDue { queue.push(Array(": \n\n".utf8)) }
  }

  /// Ends the connection, with an error if there is one.
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
  fileprivate static let accessTokenExpired = DomainError(
    .unauthenticated, "token-expired", "The access token has expired; reconnect with a new one.")
}
