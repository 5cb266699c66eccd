import APIKit
import Accounts
import Basics
import Chat

/// A stream of events in the hands of whoever sends it: when that lets go of it, nobody listens any more.
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
    Task { await connections.exit(listener) }
  }

  /// Begins to listen.
  /// - Throws: What the hub refuses.
  func open(since revision: Int?, until expiry: Timestamp) async throws {
    try listener.identify(caller, until: expiry)
    connections.enter(listener)
    // Before it was entered, nobody could end it.
    try await connections.sessions.poll(at: caller.account)
    try await listen(since: revision)
  }

  /// The next bytes; nil at the end.
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
    try listener.note(channel)
    try await connections.hub.listen(.person(listener), to: channel, since: revision, as: caller.account)
    // It may have come to its end meanwhile.
    if listener.account == nil { await connections.hub.leave(.person(listener), channel) }
  }
}
