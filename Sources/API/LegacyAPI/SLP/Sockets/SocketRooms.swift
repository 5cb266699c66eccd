import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import SocketIO
import Synchronization

final class SocketRooms: Sendable {
  private let configuration: SocketConfiguration
  private let rooms = Mutex<[SocketNamespace: SocketRoom]>([:])

  init(on configuration: SocketConfiguration) {
    self.configuration = configuration
  }

  private var services: NativeServices { configuration.services.native }

  var count: Int { rooms.withLock(\.count) }

  /// The room of a namespace; nil when it has no clients.
  func room(_ name: SocketNamespace) -> SocketRoom? { rooms.withLock { $0[name] } }

  // MARK: Joining

  /// Admits members, and anyone to open rooms. In open mode the main namespace is open too: some clients join it first,
  /// and nothing is sent there.
  func admit(_ join: SocketIOJoin, _ server: SocketIOServer) async -> SocketIOAdmission {
    do {
      if join.namespace != "/" {
        try await enter(join, server)
      } else if !configuration.isOpen {
        _ = try await participant(showing: join.headers)
      }
      return .admitted
    } catch let domainError as DomainError {
      return .rejected(SLPFault(domainError).code)
    } catch {
      configuration.report(error)
      return .rejected(SLPFault.internalError.code)
    }
  }

  /// The participant that the headers authenticate.
  /// - Throws: `DomainError` `application-unknown`, `token-missing`, `token-expired`, `token-unusable`.
  private func participant(showing headers: Headers) async throws -> SocketParticipant {
    guard configuration.services.applications.contract(forKey: headers["SesacKey"]) == .slp else {
      throw DomainError.applicationUnknown
    }
    guard let token = headers.bearerToken ?? headers["Authorization"] else { throw DomainError.tokenMissing }
    let (caller, expiresAt) = try await services.accounts.knownCaller(withAccessToken: token)
    // The listener may receive e-mail addresses of other SLP users.
    try await services.accounts.recordSLPUse(by: caller.account)
    return SocketParticipant(caller: caller, expiresAt: expiresAt)
  }

  private func enter(_ join: SocketIOJoin, _ server: SocketIOServer) async throws {
    let socket = join.socket
    if configuration.isOpen {
      if let (name, channel) = try await channel(of: socket.namespace), try await isOpen(channel) {
        let room = enter(name, socket, nil, channel, server)
        return await room.waitUntilSent(channel.lastSequence)
      }
      // A client without credentials learns only that the channel is not open.
      guard join.headers["SesacKey"] != nil else { throw DomainError.namespaceUnknown }
    }
    // Authenticate first, so that an unauthorised client learns nothing about existing channels.
    let participant = try await participant(showing: join.headers)
    guard let (name, channel) = try await channel(of: socket.namespace) else { throw DomainError.namespaceUnknown }
    let room = enter(name, socket, participant, channel, server)
    await room.waitUntilSent(channel.lastSequence)
    // Checked after entering: a client who is removed or logs out meanwhile is found here, or by the room before its
    // next broadcast.
    do {
      let account = participant.caller.account
      guard try await services.chat.service.members(among: [account], of: name.channel) == [account] else {
        throw DomainError.namespaceUnknown
      }
      guard try await services.chat.sessions.ended(among: [participant.caller]).isEmpty else {
        throw DomainError.tokenUnusable
      }
    } catch {
      leave(socket)
      throw error
    }
  }

  private func channel(of namespace: String) async throws -> (SocketNamespace, Channel)? {
    guard let name = SocketNamespace(namespace), let channel = try await services.chat.service.channel(name.channel),
      name.matches(channel.kind)
    else { return nil }
    return (name, channel)
  }

  private func isOpen(_ channel: Channel) async throws -> Bool {
    try await services.chat.service.origin(of: channel.workspace) == .slp
  }

  private func enter(
    _ name: SocketNamespace, _ socket: SocketIOSocket, _ participant: SocketParticipant?, _ channel: Channel,
    _ server: SocketIOServer
  ) -> SocketRoom {
    rooms.withLock { rooms in
      if let room = rooms[name] {
        room.enter(socket, participant)
        return room
      }
      let room = SocketRoom(name, isOpen: participant == nil, after: channel.lastSequence, server)
      rooms[name] = room
      room.enter(socket, participant)
      let broadcaster = SocketBroadcaster(room, on: configuration)
      Task { await broadcaster.run { self.end($0) } }
      return room
    }
  }

  // MARK: Leaving

  func leave(_ socket: SocketIOSocket) {
    guard let name = SocketNamespace(socket.namespace) else { return }
    room(name)?.leave(socket)
  }

  /// Removes a room, unless a client has joined again.
  private func end(_ room: SocketRoom) -> Bool {
    rooms.withLock { rooms in
      guard room.isEmpty else { return false }
      rooms[room.name] = nil
      return true
    }
  }

  /// Disconnects participants whose access token has expired.
  func disconnect(at instant: Timestamp) {
    for room in all { room.disconnect(at: instant) }
  }

  var callers: Set<Caller> { Set(all.flatMap { $0.participants.values.map(\.caller) }) }

  func disconnect(_ ended: Set<Caller>) {
    for room in all { room.disconnect(ended) }
  }

  private var all: [SocketRoom] { rooms.withLock { Array($0.values) } }
}

extension DomainError {
  /// The namespace does not exist, or is not visible to the client: the same error, so that it does not reveal which
  /// exist.
  fileprivate static let namespaceUnknown = DomainError(
    .notFound, "channel-unknown", "There is no such channel, or you may not see it.")
}
