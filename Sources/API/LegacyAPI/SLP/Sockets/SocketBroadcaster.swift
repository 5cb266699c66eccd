import APIKit
import Accounts
import Basics
import Chat
import Contracts
import NativeAPI
import SocketIO

/// Sends a room's messages to its clients: in one task, so that none is repeated or out of order.
struct SocketBroadcaster {
  private static let page = 100

  private let room: SocketRoom
  private let configuration: SocketConfiguration

  init(_ room: SocketRoom, on configuration: SocketConfiguration) {
    (self.room, self.configuration) = (room, configuration)
  }

  private var connections: ChatConnections { configuration.services.native.chat }
  private var channel: ChannelID { room.name.channel }

  /// Broadcasts until the room ends.
  /// - Parameter mayEnd: called when the last client has left; decides whether the room ends.
  func run(until mayEnd: @Sendable (SocketRoom) -> Bool) async {
    repeat {
      while let work = await room.nextWork() {
        do { try await perform(work) } catch {
          configuration.report(error)
          try? await Task.sleep(for: configuration.pause)
          room.requeue(work)
        }
      }
    } while !mayEnd(room)
    await connections.hub.leave(.relay(room), channel)
  }

  private func perform(_ work: SocketRoom.Work) async throws {
    if work.isGone { return room.disconnectAll() }
    if work.mustSubscribe, try await !subscribe() { return room.disconnectAll() }
    let sent = room.sent
    let messages = Self.unsent(of: work.messages, after: sent)
    let isWhole = messages.last.map { $0.sequence == sent + messages.count } ?? true
    if work.mustRead || !isWhole { try await broadcastAll() } else { try await broadcast(messages) }
  }

  /// Subscribes to the hub; older messages are read once the hub confirms.
  /// - Returns: False when the channel does not exist.
  private func subscribe() async throws -> Bool {
    do {
      try await connections.hub.listen(.relay(room), to: channel, since: nil, as: nil)
      return true
    } catch let domainError as DomainError where domainError.kind == .notFound { return false }
  }

  /// The messages after a sequence, in order, each in its latest version.
  private static func unsent(of messages: [ChatMessage], after sent: Int) -> [ChatMessage] {
    var latest: [Int: ChatMessage] = [:]
    for message in messages where message.sequence > sent { latest[message.sequence] = message }
    return latest.values.sorted { $0.sequence < $1.sequence }
  }

  private func broadcastAll() async throws {
    var messages: [ChatMessage]
    repeat {
      messages = try await connections.service.messages(after: room.sent, of: channel, limit: Self.page)
      try await broadcast(messages)
    } while messages.count == Self.page
  }

  /// Broadcasts messages that follow the last sent one, except removed ones.
  private func broadcast(_ messages: [ChatMessage]) async throws {
    guard let last = messages.last, let channel = try await connections.service.channel(channel) else { return }
    let documents = try await documents(of: messages, in: channel)
    // After the read: an account that was removed before a message was sent is then seen to be out.
    try await disconnectUnauthorized()
    for document in documents { room.server.emit(room.name.event, document, to: room.name.text) }
    room.advance(to: last.sequence)
  }

  /// Disconnects participants who may not receive the messages: their access token or session has ended, or they are
  /// not in the channel.
  private func disconnectUnauthorized() async throws {
    room.disconnect(at: configuration.environment.clock())
    let participants = room.participants
    if participants.isEmpty { return }
    let members = try await connections.service.members(
      among: Set(participants.values.map(\.caller.account)), of: channel)
    let ended = try await connections.sessions.ended(among: Set(participants.values.map(\.caller)))
    let unauthorized = participants.filter {
      !members.contains($0.value.caller.account) || ended.contains($0.value.caller)
    }
    room.server.disconnect(unauthorized.keys)
  }

  /// The event payloads. E-mail addresses are included only when all listeners are authenticated.
  private func documents(of messages: [ChatMessage], in channel: Channel) async throws -> [[UInt8]] {
    let services = configuration.services.native
    switch room.name.kind {
    case .channel:
      return try await services.slpChats(messages, of: channel, includingEmails: !room.isOpen).map(\.bytes)
    case .direct:
      return try await services.slpDirectMessages(messages, of: channel, includingEmails: !room.isOpen).map(\.bytes)
    }
  }
}

struct SocketConfiguration: Sendable {
  let services: LegacyServices
  let environment: APIEnvironment
  /// Whether anyone may listen to workspaces that SLP clients created; elsewhere only members may.
  let isOpen: Bool
  /// The delay before retrying a failed read.
  var pause = Duration.seconds(1)

  func report(_ error: any Error) {
    environment.report(error)
  }
}
