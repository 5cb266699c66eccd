import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import Photos

/// The direct-message endpoints of SLP.
///
/// Like the clients of that time, reading uses the other person's number, and sending and counting use the room's. Both
/// are small numbers. When reading, a number that no member of the workspace has is used as a room's; when sending, a
/// number is never used as a person's, so that a message cannot reach the wrong person.
struct SLPRoomEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [list, open, chats, send, unread]
  }

  private var list: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/dms", "Your direct-message rooms",
      details: "Most recent message first.",
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
      services, .post, "/v1/workspaces/{id}/dms", "Your room with another member",
      details: "Created at first use.",
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
      services, .get, "/v1/workspaces/{id}/dms/{number}/chats", "The messages of a direct-message room",
      details: """
        Oldest first, strictly later than `cursor_date`, in their current version, without removed ones. \
        \(SLPHistory.details) The room is created at first use.
        """,
      pathParameters: [SLPParameters.workspace, SLPParameters.partner], query: [SLPParameters.cursor],
      answers: "The room's number and the messages.", as: "RoomChats", faults: [.badRequest, .missing], isSafe: false,
      handler: { request in
        let caller = try await request.caller()
        let since = try request.context.query.value(SLPParameters.cursor) ?? nil
        let room = try await request.resolvedRoom(caller)
        let messages = try await SLPHistory.messages(of: room.id, since: since, request.chat, for: caller.account)
        return request.answer(
          SLPRoomChats(
            workspaceID: Int(room.workspace.value), roomID: Int(room.id.value),
            chats: try await request.services.slpDirectMessages(messages, of: room)))
      })
  }

  private var send: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces/{id}/dms/{number}/chats", "Send a direct message",
      details: "Empty files are ignored.",
      pathParameters: [SLPParameters.workspace, SLPParameters.room],
      takes: .form("`content`, and at most five images (5 MB each) as `files`.", .slpChat),
      answers: "The message, which is also broadcast to Socket.IO clients.", as: "DirectMessage",
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
      services, .get, "/v1/workspaces/{id}/dms/{number}/unreads", "Count unread direct messages",
      details:
        "Messages of the other, without removed ones. `cursor_date` is used when `after` is absent.",
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
  fileprivate func rooms(_ rooms: [ChannelView]) async throws -> [SLPRoom] {
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
        user: partner.map { SLPMember($0, includingEmail: addressed.contains($0.account.id)) } ?? .gone)
    }
  }

  /// The caller's room with another account, created when there is none. An existing room can be read even when one has
  /// blocked the other.
  fileprivate func room(with account: AccountID, in id: WorkspaceID, _ caller: Caller) async throws -> ChannelView {
    let rooms = try await chat.channels(of: id, for: caller.account, direct: true)
    if let room = rooms.first(where: { $0.partner?.id == account }) { return room }
    return try await chat.directRoom(with: account, in: id, by: caller.account)
  }

  /// The room in the path: by the other person's number, or else by its own.
  /// - Throws: `DomainError` `workspace-unknown`, `channel-unknown`, and what opening a room throws.
  fileprivate func resolvedRoom(_ caller: Caller) async throws -> Channel {
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

  /// The room in the path, by its own number.
  /// - Throws: `DomainError` `workspace-unknown`, `channel-unknown`.
  fileprivate func namedRoom(_ caller: Caller) async throws -> Channel {
    let id = try context.pathParameter(SLPParameters.workspace)
    let view = try await chat.channel(try context.pathParameter(SLPParameters.room), for: caller.account)
    guard view.channel.kind == .direct, view.channel.workspace == id else { throw DomainError.roomUnknown }
    return view.channel
  }
}

extension DomainError {
  fileprivate static let roomUnknown = DomainError(.notFound, "channel-unknown", "You have no such room.")
}
