import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import SocketIO
import Synchronization

/// The rooms in which there are clients at the moment, and who may come into them.
final class SocketRooms: Sendable {
  private let terms: SocketTerms
  private let rooms = Mutex<[SocketNamespace: SocketRoom]>([:])

  init(on terms: SocketTerms) {
    self.terms = terms
  }

  private var services: NativeServices { terms.services.native }

  /// How many there are.
  var count: Int { rooms.withLock(\.count) }

  /// The room of a namespace; nil where nobody is in it.
  func room(_ name: SocketNamespace) -> SocketRoom? { rooms.withLock { $0[name] } }

  // MARK: Coming

  /// Decides who may join: members, and everybody where it is open. The main namespace is open with it: some clients
  /// join that first, and nothing is told there.
  func admit(_ join: SocketIOJoin, _ server: SocketIOServer) async -> SocketIOAdmission {
    do {
      if join.namespace != "/" {
        try await enter(join, server)
      } else if !terms.isOpen {
        _ = try await guest(showing: join.headers)
      }
      return .admitted
    } catch let domainError as DomainError {
      return .refused(SLPFault(domainError).code)
    } catch {
      terms.report(error)
      return .refused(SLPFault.ours.code)
    }
  }

  /// Who it is.
  /// - Throws: `DomainError` `application-unknown`, `token-missing`, `token-expired`, `token-unusable`.
  private func guest(showing headers: Headers) async throws -> SocketGuest {
    guard terms.services.applications.contract(shown: headers["SesacKey"]) == .slp else {
      throw DomainError.applicationUnknown
    }
    guard let token = headers.bearerToken ?? headers["Authorization"] else { throw DomainError.tokenMissing }
    let (caller, expiresAt) = try await services.accounts.knownCaller(showing: token)
    // Whoever hears may be told addresses of those who use the contract as well.
    try await services.accounts.recordSLPUse(by: caller.account)
    return SocketGuest(caller: caller, expiresAt: expiresAt)
  }

  private func enter(_ join: SocketIOJoin, _ server: SocketIOServer) async throws {
    let socket = join.socket
    if terms.isOpen {
      if let (name, channel) = try await channel(of: socket.namespace), try await isOpen(channel) {
        let room = enter(name, socket, nil, channel, server)
        return await room.waitUntilSent(channel.lastSequence)
      }
      // Whoever shows nothing learns no more than that it is not open.
      guard join.headers["SesacKey"] != nil else { throw DomainError.namespaceUnknown }
    }
    // In this order: whoever may not ask learns nothing of which channels there are.
    let guest = try await guest(showing: join.headers)
    guard let (name, channel) = try await channel(of: socket.namespace) else { throw DomainError.namespaceUnknown }
    let room = enter(name, socket, guest, channel, server)
    await room.waitUntilSent(channel.lastSequence)
    // Behind the entry: whoever is taken out or logs out meanwhile is found out here, or by the room before it tells
    // the next thing.
    do {
      let account = guest.caller.account
      guard try await services.chat.service.members(among: [account], of: name.channel) == [account] else {
        throw DomainError.namespaceUnknown
      }
      guard try await services.chat.sessions.ended(among: [guest.caller]).isEmpty else {
        throw DomainError.tokenUnusable
      }
    } catch {
      leave(socket)
      throw error
    }
  }

  /// What a namespace names; nil where there is nothing of that name.
  private func channel(of namespace: String) async throws -> (SocketNamespace, Channel)? {
    guard let name = SocketNamespace(namespace), let channel = try await services.chat.service.channel(name.channel),
      name.names(channel.kind)
    else { return nil }
    return (name, channel)
  }

  private func isOpen(_ channel: Channel) async throws -> Bool {
    try await services.chat.service.origin(of: channel.workspace) == .slp
  }

  private func enter(
    _ name: SocketNamespace, _ socket: SocketIOSocket, _ guest: SocketGuest?, _ channel: Channel,
    _ server: SocketIOServer
  ) -> SocketRoom {
    rooms.withLock { rooms in
      if let room = rooms[name] {
        room.enter(socket, guest)
        return room
      }
      let room = SocketRoom(name, isOpen: guest == nil, after: channel.lastSequence, server)
      rooms[name] = room
      room.enter(socket, guest)
      let broadcaster = SocketBroadcaster(room, on: terms)
      Task { await broadcaster.run { self.end($0) } }
      return room
    }
  }

  // MARK: Going

  /// A place is free.
  func leave(_ socket: SocketIOSocket) {
    guard let name = SocketNamespace(socket.namespace) else { return }
    room(name)?.leave(socket)
  }

  /// Ends a room, unless somebody has come again.
  private func end(_ room: SocketRoom) -> Bool {
    rooms.withLock { rooms in
      guard room.isEmpty else { return false }
      rooms[room.name] = nil
      return true
    }
  }

  /// Disconnects those whose access token is over.
  func dismiss(at instant: Timestamp) {
    for room in all { room.dismiss(at: instant) }
  }

  /// By whom places are held, as far as that is known.
  var callers: Set<Caller> { Set(all.flatMap { $0.guests.values.map(\.caller) }) }

  /// Disconnects those whose session has ended.
  func dismiss(_ ended: Set<Caller>) {
    for room in all { room.dismiss(ended) }
  }

  private var all: [SocketRoom] { rooms.withLock { Array($0.values) } }
}

extension DomainError {
  /// That there is no such namespace, or it is not for whoever asks: the same, so that nobody learns which there are.
  fileprivate static let namespaceUnknown = DomainError(
    .notFound, "channel-unknown", "There is no such channel, or you may not see it.")
}
