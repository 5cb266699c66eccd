import APIKit
import Accounts
import Basics
import Chat

/// A stream of server-sent events. It unsubscribes when it is released.
final class EventStream: Sendable {
  private let connections: ChatConnections
  private let channel: ChannelID
  private let caller: Caller
  private let queue = EventQueue()
  private let listener: RealtimeListener

  init(_ connections: ChatConnections, _ channel: ChannelID, _ caller: Caller, at instant: Timestamp) {
    self.connections = connections
    self.channel = channel
    self.caller = caller
    listener = RealtimeListener(.stream(queue), at: instant)
  }

  deinit {
    let (connections, listener) = (connections, listener)
    Task { await connections.remove(listener) }
  }

  /// Subscribes to the channel.
  /// - Throws: Errors of the hub.
  func open(since revision: Int?, until expiry: Timestamp) async throws {
    try listener.identify(caller, until: expiry)
    connections.add(listener)
    // Before the connection was added, the end of its session could not close it.
    try await connections.sessions.poll(at: caller.account)
    try await listen(since: revision)
  }

  func next() async throws -> [UInt8]? {
    while let step = await queue.next() {
      switch step {
      case .send(let bytes): return bytes
      case .listen(let revision): try await listen(since: revision)
      }
    }
    return nil
  }

  private func listen(since revision: Int?) async throws {
    try listener.addSubscription(channel)
    try await connections.hub.listen(.client(listener), to: channel, since: revision, as: caller.account)
    // The stream may have ended meanwhile.
    if listener.account == nil { await connections.hub.leave(.client(listener), channel) }
  }
}
