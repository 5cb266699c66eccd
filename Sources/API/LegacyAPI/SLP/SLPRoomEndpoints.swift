import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import Photos

/// The rooms of two.
///
/// What was said is asked for by the other person's number, and something is said, or counted, by the room's: as the
/// clients of these weeks do. Both are small numbers. Where the first is nobody's in the workspace it is taken for a
/// room's; the second never for a person's, so that nothing that is meant for one can be said to another.
struct SLPRoomEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [list, open, chats, say, unread]
  }

  private var list: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/dms", "The rooms of two that one is in",
      details: "The one with the newest message first.",
      pathParameters: [SLPParameters.workspace], answers: "The rooms.", as: "Rooms", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        let rooms = try await request.chat.channels(of: id, for: caller.account, direct: true)
        return request.answer(SLPList(try await request.rooms(rooms)))
      })
  }

  private var open: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces/{id}/dms", "The room of oneself and another member",
      details: "It is made at first use.",
      pathParameters: [SLPParameters.workspace], takes: .json("`opponent_id` or `user_id`: the other person's number."),
      answers: "The room.", as: "Room", faults: [.badRequest, .missing],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        let fields = try request.fields()
        guard let number = try fields.integer("opponent_id") ?? fields.integer("user_id") else {
          throw DomainError.valueMissing("opponent_id")
        }
        _ = try await request.chat.workspace(id, for: caller.account)
        let person = try await request.account(AccountNumber(Int64(number)))
        let room = try await request.room(with: person.account.id, in: id, caller)
        return request.answer(try await request.rooms([room])[0])
      })
  }

  private var chats: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/dms/{number}/chats", "What was said in a room of two",
      details: """
        Oldest first, strictly later than `cursor_date`, as it stands now; what was removed is left out. \
        \(SLPHistory.details) The room is made at first use.
        """,
      pathParameters: [SLPParameters.workspace, SLPParameters.partner], query: [SLPParameters.cursor],
      answers: "The room's number and the messages.", as: "RoomChats", faults: [.badRequest, .missing], isSafe: false,
      handler: { request in
        let caller = try await request.caller()
        let since = try request.context.query.value(SLPParameters.cursor) ?? nil
        let room = try await request.roomMeant(caller)
        let messages = try await SLPHistory.messages(of: room.id, since: since, request.chat, for: caller.account)
        return request.answer(
          SLPRoomChats(
            workspaceID: Int(room.workspace.value), roomID: Int(room.id.value),
            chats: try await request.services.slpDirectMessages(messages, of: room)))
      })
  }

  private var say: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces/{id}/dms/{number}/chats", "Say something in a room of two",
      details: "Files without a byte are as if not sent.",
      pathParameters: [SLPParameters.workspace, SLPParameters.room],
      takes: .form("`content`, and at most five images (5 MB each) as `files`.", .slpChat),
      answers: "The message, which those who listen are told as well.", as: "DirectMessage",
      faults: [.badRequest, .missing, .rateLimited],
      handler: { request in
        let caller = try await request.caller()
        let room = try await request.namedRoom(caller)
        let (fields, photos) = try await request.form(.slpChat, files: "files", by: caller)
        let text = try fields.text("content") ?? ""
        let message = try await request.chat.send(text, photos: photos.once, in: room.id, by: caller.account)
        return request.answer(try await request.services.slpDirectMessage(message, of: room))
      })
  }

  private var unread: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/dms/{number}/unreads", "How much of a room of two one has not read",
      details:
        "Messages of the other that are not removed. `cursor_date` is taken for `after` where that is not given.",
      pathParameters: [SLPParameters.workspace, SLPParameters.room],
      query: [SLPParameters.after, SLPParameters.cursor],
      answers: "The count.", as: "UnreadMessages", faults: [.badRequest, .missing],
      handler: { request in
        let caller = try await request.caller()
        let since = try request.unreadSince()
        let room = try await request.namedRoom(caller)
        let count = try await request.chat.unread(since: since, of: room.id, for: caller.account)
        return request.answer(SLPUnreadMessages(roomID: Int(room.id.value), count: count))
      })
  }
}

extension SLPRequest {
  /// Rooms in a list.
  fileprivate func rooms(_ rooms: [SeenChannel]) async throws -> [SLPRoom] {
    let partners = Set(rooms.compactMap { $0.partner?.id })
    let numbered = try await services.accounts.numbered(partners)
    let workspaces = Set(rooms.map(\.channel.workspace))
    var addressed: Set<AccountID> = []
    for id in workspaces { addressed.formUnion(try await chat.reachable(partners, in: id)) }
    return rooms.map { room in
      let partner = room.partner.flatMap { numbered[$0.id] }
      return SLPRoom(
        workspaceID: Int(room.channel.workspace.value), id: Int(room.channel.id.value),
        createdAt: room.channel.createdAt,
        user: partner.map { SLPMember($0, tellingAddress: addressed.contains($0.account.id)) } ?? .gone)
    }
  }

  /// The room of the caller and another, which is made where there is none. One that there is can be read also where
  /// one has blocked the other.
  fileprivate func room(with account: AccountID, in id: WorkspaceID, _ caller: Caller) async throws -> SeenChannel {
    let rooms = try await chat.channels(of: id, for: caller.account, direct: true)
    if let room = rooms.first(where: { $0.partner?.id == account }) { return room }
    return try await chat.directRoom(with: account, in: id, by: caller.account)
  }

  /// The room that the path means by a person's number, or else by its own.
  /// - Throws: `DomainError` `workspace-unknown`, `channel-unknown`, and what opening a room throws.
  fileprivate func roomMeant(_ caller: Caller) async throws -> Channel {
    let id = try context.pathParameter(SLPParameters.workspace)
    let number = try context.pathParameter(SLPParameters.partner)
    let rooms = try await chat.channels(of: id, for: caller.account, direct: true)
    let person = try await services.accounts.numbered([AccountNumber(number)]).values.first?.account.id
    if let person, let room = rooms.first(where: { $0.partner?.id == person }) { return room.channel }
    if let person, try await chat.present([person], in: id).contains(person) {
      return try await chat.directRoom(with: person, in: id, by: caller.account).channel
    }
    guard let room = rooms.first(where: { $0.channel.id.value == number }) else { throw DomainError.roomUnknown }
    return room.channel
  }

  /// The room that the path names by its number.
  /// - Throws: `DomainError` `workspace-unknown`, `channel-unknown`.
  fileprivate func namedRoom(_ caller: Caller) async throws -> Channel {
    let id = try context.pathParameter(SLPParameters.workspace)
    let seen = try await chat.channel(try context.pathParameter(SLPParameters.room), for: caller.account)
    guard seen.channel.kind == .direct, seen.channel.workspace == id else { throw DomainError.roomUnknown }
    return seen.channel
  }
}

extension DomainError {
  fileprivate static let roomUnknown = DomainError(.notFound, "channel-unknown", "There is no such room of yours.")
}
