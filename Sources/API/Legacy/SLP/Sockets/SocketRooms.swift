import Accounts
import Basics
import Chat
import Contracts
import HTTP
import SocketIO
import Synchronization

/// The rooms in which there are clients at the moment, and who may come into them.
final class SocketRooms: Sendable {
  private let terms: SocketTerms
  private let rooms = Mutex<[SocketNamespace: SocketRoom]>([:])

  init(on terms: SocketTerms) {
    self.terms = terms
  }

  private var community: Community { terms.shared.site.community }

  /// How many there are.
  var count: Int { rooms.withLock(\.count) }

  /// The room of a namespace; nil where nobody is in it.
  func room(_ name: SocketNamespace) -> SocketRoom? { rooms.withLock { $0[name] } }

  // MARK: Coming

  /// Decides who may join: whoever asks for a channel by the right word, and strictly only its members. The main
  /// namespace is open: some clients join it first, and nothing is told there.
  func admit(_ join: SocketIOJoin, _ server: SocketIOServer) async -> SocketIOAdmission {
    do {
      let guest = try await guest(showing: join.headers)
      if join.namespace != "/" { try await enter(join.place, guest, server) }
      return .admitted
    } catch let refusal as Refusal {
      return .refused(SLPFault(refusal).code)
    } catch {
      terms.report(error)
      return .refused(SLPFault.ours.code)
    }
  }

  /// Who it is; nil where that is not asked.
  /// - Throws: `Refusal` `application-unknown`, `token-missing`, `token-expired`, `token-unusable`.
  private func guest(showing headers: Headers) async throws -> SocketGuest? {
    guard terms.isStrict else { return nil }
    guard community.applications.contract(shown: headers["SesacKey"]) == .slp else {
      throw Refusal.applicationUnknown
    }
    guard let token = headers.bearerToken ?? headers["Authorization"] else { throw Refusal.tokenMissing }
    let (caller, expiresAt) = try await community.accounts.knownCaller(showing: token)
    return SocketGuest(account: caller.account, expiresAt: expiresAt)
  }

  private func enter(_ place: SocketIOPlace, _ guest: SocketGuest?, _ server: SocketIOServer) async throws {
    let service = community.chat.service
    guard let name = SocketNamespace(place.namespace), let channel = try await service.channel(name.channel),
      name.names(channel.kind)
    else { throw Refusal.namespaceUnknown }
    let room = enter(name, place, guest, channel, server)
    await room.hasTold(channel.lastSequence)
    guard let guest else { return }
    // Behind the entry: whoever is taken out meanwhile is found out here, or by the room before it tells the next thing.
    do {
      guard try await service.members(among: [guest.account], of: name.channel).contains(guest.account) else {
        throw Refusal.namespaceUnknown
      }
    } catch {
      leave(place)
      throw error
    }
  }

  private func enter(
    _ name: SocketNamespace, _ place: SocketIOPlace, _ guest: SocketGuest?, _ channel: Channel,
    _ server: SocketIOServer
  ) -> SocketRoom {
    rooms.withLock { rooms in
      if let room = rooms[name] {
        room.enter(place, guest)
        return room
      }
      let room = SocketRoom(name, after: channel.lastSequence, server)
      rooms[name] = room
      room.enter(place, guest)
      let teller = SocketTeller(room, on: terms)
      Task { await teller.run { self.end($0) } }
      return room
    }
  }

  // MARK: Going

  /// A place is free.
  func leave(_ place: SocketIOPlace) {
    guard let name = SocketNamespace(place.namespace) else { return }
    room(name)?.leave(place)
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
  func dismiss(at moment: Timestamp) {
    for room in rooms.withLock({ Array($0.values) }) { room.dismiss(at: moment) }
  }
}

extension Refusal {
  /// That there is no such namespace, or it is not for whoever asks: the same, so that nobody learns which there are.
  fileprivate static let namespaceUnknown = Refusal(
    .missing, "channel-unknown", "There is no such channel, or you may not see it.")
}
