import Basics
import Chat
import Contracts
import HTTP

/// Channels, the rooms of two, and who is in them.
enum ChannelEndpoints {
  static let all = [
    list, create, rooms, room, one, change, remove, members, add, join, leave, handOver, read,
  ]

  private static let permanent = AnswerDescription.conflict("A standard channel or the room of two stays as it is.")

  // MARK: Of a workspace

  private static let list = Endpoint(
    path: "/api/workspaces/{id}/channels", group: .chat, summary: "The channels of a workspace",
    details: "Those that the caller is in, and open ones. The standard channel first, then by name; without rooms.",
    segments: [ChatParameters.workspace], caller: .needed, answers: [.channels, .workspaceUnknown],
    reply: .deferred { call in try await call.channels(direct: false) })

  private static let create = Endpoint(
    method: .post, path: "/api/workspaces/{id}/channels", group: .chat, summary: "Make a channel",
    details: "Whoever makes it owns it and is in it.", segments: [ChatParameters.workspace], caller: .needed,
    body: .json("The channel.", ChatFields.newChannel),
    answers: [
      AnswerDescription(201, "The channel.", [(MediaType.json, "Channel")]), .workspaceUnknown,
      .conflict("There is one of that name, or there are too many."),
    ],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.workspace)
      let kind = try call.body.required(ChatFields.kind).kind
      let channel = try await call.chat.makeChannel(
        try call.body.channelContent(), kind, in: id, by: try call.account())
      return .made(ChannelDocument(channel), at: "/api/channels/\(channel.channel.id)")
    })

  private static let rooms = Endpoint(
    path: "/api/workspaces/{id}/rooms", group: .chat, summary: "The rooms of two that the caller is in",
    details: "The one with the newest message first.", segments: [ChatParameters.workspace], caller: .needed,
    answers: [.channels, .workspaceUnknown], reply: .deferred { call in try await call.channels(direct: true) })

  private static let room = Endpoint(
    method: .put, path: "/api/workspaces/{id}/rooms/{account}", group: .chat,
    summary: "The room of the caller and another member", details: "It is made at first use.",
    segments: [ChatParameters.workspace, ChatParameters.account], caller: .needed,
    answers: [.channel, .forbidden("One has blocked the other."), .memberUnknown],
    reply: .deferred { call in
      let (id, member) = (try call.segment(ChatParameters.workspace), try call.segment(ChatParameters.account))
      return .own(ChannelDocument(try await call.chat.directRoom(with: member, in: id, by: try call.account())))
    })

  // MARK: One

  private static let one = Endpoint(
    path: "/api/channels/{id}", group: .chat, summary: "One channel or room", segments: [ChatParameters.channel],
    caller: .needed, answers: [.channel, .channelUnknown],
    reply: .deferred { call in
      let channel = try await call.chat.channel(try call.segment(ChatParameters.channel), for: try call.account())
      return .own(ChannelDocument(channel))
    })

  private static let change = Endpoint(
    method: .put, path: "/api/channels/{id}", group: .chat, summary: "Change what the owner decides of a channel",
    segments: [ChatParameters.channel], caller: .needed,
    body: .json("The channel. What is not given, it does not have.", ChatFields.channel),
    answers: [.channel, .notOwner, .channelUnknown, .conflict("There is another one of that name.")],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.channel)
      let channel = try await call.chat.change(id, to: try call.body.channelContent(), by: try call.account())
      return .own(ChannelDocument(channel))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/channels/{id}", group: .chat, summary: "Remove a channel",
    details: "With what was said in it.", segments: [ChatParameters.channel], caller: .needed,
    answers: [.done, .notOwner, .channelUnknown, permanent],
    reply: .deferred { call in
      try await call.chat.remove(try call.segment(ChatParameters.channel), by: try call.account())
      return .done
    })

  private static let handOver = Endpoint(
    method: .put, path: "/api/channels/{id}/owner", group: .chat, summary: "Hand a channel over",
    details: "To another of its members.", segments: [ChatParameters.channel], caller: .needed,
    body: .json("The new owner.", [ChatFields.account]), answers: [.channel, .notOwner, .memberUnknown, permanent],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.channel)
      let member = try call.body.required(ChatFields.account)
      return .own(ChannelDocument(try await call.chat.handOver(id, to: member, by: try call.account())))
    })

  private static let read = Endpoint(
    method: .put, path: "/api/channels/{id}/read", group: .chat, summary: "Move the read marker forward",
    details: "It never moves back.", segments: [ChatParameters.channel], caller: .needed,
    body: .json("Up to where.", [ChatFields.sequence]), answers: [.channel, .notJoined, .channelUnknown],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.channel)
      let sequence = try call.body.required(ChatFields.sequence)
      return .own(ChannelDocument(try await call.chat.read(upTo: sequence, of: id, by: try call.account())))
    })

  // MARK: Who is in it

  private static let members = Endpoint(
    path: "/api/channels/{id}/members", group: .chat, summary: "Who is in a channel",
    segments: [ChatParameters.channel], caller: .needed, answers: [.members, .channelUnknown],
    reply: .deferred { call in
      let members = try await call.chat.members(of: try call.segment(ChatParameters.channel), for: try call.account())
      return .own(ListDocument(items: members.map { MemberDocument($0) }))
    })

  private static let add = Endpoint(
    method: .put, path: "/api/channels/{id}/members/{account}", group: .chat, summary: "Take a member in",
    details: "Somebody of the workspace. The owner may, and into an open channel any member of it.",
    segments: [ChatParameters.channel, ChatParameters.account], caller: .needed,
    answers: [.member, .notOwner, .memberUnknown, permanent],
    reply: .deferred { call in
      let (id, member) = (try call.segment(ChatParameters.channel), try call.segment(ChatParameters.account))
      return .own(MemberDocument(try await call.chat.add(member, to: id, by: try call.account())))
    })

  private static let join = Endpoint(
    method: .put, path: "/api/channels/{id}/membership", group: .chat, summary: "Join an open channel",
    details: "Being in it already is no error.", segments: [ChatParameters.channel], caller: .needed,
    answers: [.channel, .channelUnknown],
    reply: .deferred { call in
      let channel = try await call.chat.join(try call.segment(ChatParameters.channel), by: try call.account())
      return .own(ChannelDocument(channel))
    })

  private static let leave = Endpoint(
    method: .delete, path: "/api/channels/{id}/membership", group: .chat, summary: "Leave a channel",
    segments: [ChatParameters.channel], caller: .needed,
    answers: [
      .done, .channelUnknown, .conflict("The owner hands it over first; a standard channel or room is not left."),
    ],
    reply: .deferred { call in
      try await call.chat.leave(try call.segment(ChatParameters.channel), by: try call.account())
      return .done
    })
}

extension JSONBody {
  /// What the owner decides of a channel.
  fileprivate func channelContent() throws(Refusal) -> ChannelContent {
    ChannelContent(name: try required(ChatFields.channelName), description: try value(ChatFields.description) ?? "")
  }
}

extension Call {
  fileprivate func channels(direct: Bool) async throws -> Response {
    let id = try segment(ChatParameters.workspace)
    let channels = try await chat.channels(of: id, for: try account(), direct: direct)
    return .own(ListDocument(items: channels.map { ChannelDocument($0) }))
  }
}
