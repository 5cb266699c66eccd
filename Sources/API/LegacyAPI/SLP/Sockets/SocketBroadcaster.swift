import APIKit
import Accounts
import Basics
import Chat
import Contracts
import NativeAPI
import SocketIO

/// What tells a room's clients what is said: one task, so that nobody hears anything twice or in another order.
struct SocketBroadcaster {
  /// How many messages are read at once.
  private static let page = 100

  private let room: SocketRoom
  private let terms: SocketTerms

  init(_ room: SocketRoom, on terms: SocketTerms) {
    (self.room, self.terms) = (room, terms)
  }

  private var connections: ChatConnections { terms.services.native.chat }
  private var channel: ChannelID { room.name.channel }

  /// Tells what is said.
  /// - Parameter mayEnd: asked whenever the last client has left.
  func run(until mayEnd: @Sendable (SocketRoom) -> Bool) async {
    repeat {
      while let work = await room.nextWork() {
        do { try await perform(work) } catch {
          terms.report(error)
          try? await Task.sleep(for: terms.pause)
          room.putBack(work)
        }
      }
    } while !mayEnd(room)
    await connections.hub.leave(.relay(room), channel)
  }

  private func perform(_ work: SocketRoom.Work) async throws {
    if work.isGone { return room.dismissAll() }
    if work.mustListen, try await !listen() { return room.dismissAll() }
    let sent = room.sent
    let messages = Self.unheard(of: work.messages, after: sent)
    let isWhole = messages.last.map { $0.sequence == sent + messages.count } ?? true
    if work.mustRead || !isWhole { try await broadcastAll() } else { try await broadcast(messages) }
  }

  /// Listens to what is said from now on; what was said before is read once the hub says that it listens.
  /// - Returns: Whether there is something to listen to.
  private func listen() async throws -> Bool {
    do {
      try await connections.hub.listen(.relay(room), to: channel, since: nil, as: nil)
      return true
    } catch let domainError as DomainError where domainError.kind == .notFound { return false }
  }

  /// Messages after a sequence in their order, each as it came last.
  private static func unheard(of messages: [ChatMessage], after sent: Int) -> [ChatMessage] {
    var latest: [Int: ChatMessage] = [:]
    for message in messages where message.sequence > sent { latest[message.sequence] = message }
    return latest.values.sorted { $0.sequence < $1.sequence }
  }

  /// Tells everything that the store holds and was not told.
  private func broadcastAll() async throws {
    var messages: [ChatMessage]
    repeat {
      messages = try await connections.service.messages(after: room.sent, of: channel, limit: Self.page)
      try await broadcast(messages)
    } while messages.count == Self.page
  }

  /// Tells messages that follow upon what was told, but for those that are removed.
  private func broadcast(_ messages: [ChatMessage]) async throws {
    guard let last = messages.last, let channel = try await connections.service.channel(channel) else { return }
    let documents = try await documents(of: messages, in: channel)
    // Behind the reading: whoever was taken out before a message was said is seen to be out.
    try await dismissStrangers()
    for document in documents { room.server.emit(room.name.event, document, to: room.name.text) }
    room.advance(to: last.sequence)
  }

  /// Disconnects those who may not hear what was read: their access token or session is over, or they are not in the
  /// channel.
  private func dismissStrangers() async throws {
    room.dismiss(at: terms.environment.clock())
    let guests = room.guests
    if guests.isEmpty { return }
    let members = try await connections.service.members(among: Set(guests.values.map(\.caller.account)), of: channel)
    let ended = try await connections.sessions.ended(among: Set(guests.values.map(\.caller)))
    let strangers = guests.filter { !members.contains($0.value.caller.account) || ended.contains($0.value.caller) }
    room.server.disconnect(strangers.keys)
  }

  /// What clients are told. Addresses are told only where it is known who hears them.
  private func documents(of messages: [ChatMessage], in channel: Channel) async throws -> [[UInt8]] {
    let services = terms.services.native
    switch room.name.kind {
    case .channel:
      return try await services.slpChats(messages, of: channel, tellingAddresses: !room.isOpen).map(\.bytes)
    case .direct:
      return try await services.slpDirectMessages(messages, of: channel, tellingAddresses: !room.isOpen).map(\.bytes)
    }
  }
}

/// On what terms rooms are served.
struct SocketTerms: Sendable {
  let services: LegacyServices
  let environment: APIEnvironment
  /// Whether everybody hears what is said in workspaces that clients of the contract have made; members alone hear
  /// what is said elsewhere.
  let isOpen: Bool
  /// How long is waited when something could not be read, before it is tried again.
  var pause = Duration.seconds(1)

  /// Tells the operator of a fault of our own.
  func report(_ error: any Error) {
    environment.report(error)
  }
}
