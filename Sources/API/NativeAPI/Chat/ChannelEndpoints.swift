import APIKit
import Basics
import Chat
import Contracts
import HTTP

struct ChannelEndpoints: Sendable {
  let chat: ChatService

  var all: [Endpoint] {
    [
      list, create, rooms, room, one, change, remove, members, add, join, leave, handOver, read,
    ]
  }

  private static let permanent = ResponseDescription.conflict("Not possible for standard channels and direct rooms.")

  // MARK: Of a workspace

  private var list: Endpoint {
    Endpoint(
      path: "/api/workspaces/{id}/channels", group: .chat, summary: "The channels of a workspace",
      details:
        "Those that the caller is in, and open ones; without direct rooms. The standard channel first, then by name.",
      pathParameters: [ChatParameters.workspace], caller: .required, answers: [.channels, .workspaceUnknown],
      handler: .deferred { context in try await channels(context, direct: false) })
  }

  private var create: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces/{id}/channels", group: .chat, summary: "Create a channel",
      details: "The caller becomes its owner and a member.", pathParameters: [ChatParameters.workspace],
      caller: .required,
      body: .json("The channel.", ChatFields.newChannel),
      answers: [
        ResponseDescription(201, "The channel.", [(MediaType.json, "Channel")]), .workspaceUnknown,
        .conflict("The name is taken, or the workspace has too many channels."),
      ],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.workspace)
        let kind = try context.body.required(ChatFields.kind).kind
        let channel = try await chat.makeChannel(
          try context.body.channelContent(), kind, in: id, by: try context.account())
        return .created(ChannelDocument(channel), at: "/api/channels/\(channel.channel.id)")
      })
  }

  private var rooms: Endpoint {
    Endpoint(
      path: "/api/workspaces/{id}/rooms", group: .chat, summary: "The caller's direct rooms",
      details: "Rooms of two members. The one with the newest message first.",
      pathParameters: [ChatParameters.workspace], caller: .required,
      answers: [.channels, .workspaceUnknown],
      handler: .deferred { context in try await channels(context, direct: true) })
  }

  private var room: Endpoint {
    Endpoint(
      method: .put, path: "/api/workspaces/{id}/rooms/{account}", group: .chat,
      summary: "The direct room with another member", details: "Created at first use.",
      pathParameters: [ChatParameters.workspace, ChatParameters.account], caller: .required,
      answers: [.channel, .forbidden("One of both has blocked the other."), .memberUnknown],
      handler: .deferred { context in
        let (id, member) = (
          try context.pathParameter(ChatParameters.workspace), try context.pathParameter(ChatParameters.account)
        )
        return .uncached(ChannelDocument(try await chat.directRoom(with: member, in: id, by: try context.account())))
      })
  }

  // MARK: One

  private var one: Endpoint {
    Endpoint(
      path: "/api/channels/{id}", group: .chat, summary: "One channel or room",
      pathParameters: [ChatParameters.channel],
      caller: .required, answers: [.channel, .channelUnknown],
      handler: .deferred { context in
        let channel = try await chat.channel(
          try context.pathParameter(ChatParameters.channel), for: try context.account())
        return .uncached(ChannelDocument(channel))
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/channels/{id}", group: .chat, summary: "Change a channel's name and description",
      pathParameters: [ChatParameters.channel], caller: .required,
      body: .json("The channel. Absent optional fields become empty.", ChatFields.channel),
      answers: [.channel, .notOwner, .channelUnknown, .conflict("Another channel has the name.")],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.channel)
        let channel = try await chat.change(id, to: try context.body.channelContent(), by: try context.account())
        return .uncached(ChannelDocument(channel))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/channels/{id}", group: .chat, summary: "Remove a channel",
      details: "Its messages are removed too.", pathParameters: [ChatParameters.channel], caller: .required,
      answers: [.noContent, .notOwner, .channelUnknown, Self.permanent],
      handler: .deferred { context in
        try await chat.remove(try context.pathParameter(ChatParameters.channel), by: try context.account())
        return .noContent
      })
  }

  private var handOver: Endpoint {
    Endpoint(
      method: .put, path: "/api/channels/{id}/owner", group: .chat, summary: "Transfer a channel",
      details: "To another member.", pathParameters: [ChatParameters.channel], caller: .required,
      body: .json("The new owner.", [ChatFields.account]),
      answers: [.channel, .notOwner, .memberUnknown, Self.permanent],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.channel)
        let member = try context.body.required(ChatFields.account)
        return .uncached(ChannelDocument(try await chat.handOver(id, to: member, by: try context.account())))
      })
  }

  private var read: Endpoint {
    Endpoint(
      method: .put, path: "/api/channels/{id}/read", group: .chat, summary: "Move the read marker forward",
      details: "It never moves back.", pathParameters: [ChatParameters.channel], caller: .required,
      body: .json("The last message that was read.", [ChatFields.sequence]),
      answers: [.channel, .notJoined, .channelUnknown],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.channel)
        let sequence = try context.body.required(ChatFields.sequence)
        return .uncached(ChannelDocument(try await chat.read(upTo: sequence, of: id, by: try context.account())))
      })
  }

  // MARK: Members

  private var members: Endpoint {
    Endpoint(
      path: "/api/channels/{id}/members", group: .chat, summary: "The members of a channel",
      pathParameters: [ChatParameters.channel], caller: .required, answers: [.members, .channelUnknown],
      handler: .deferred { context in
        let members = try await chat.members(
          of: try context.pathParameter(ChatParameters.channel), for: try context.account())
        return .uncached(ListDocument(items: members.map { MemberDocument($0) }))
      })
  }

  private var add: Endpoint {
    Endpoint(
      method: .put, path: "/api/channels/{id}/members/{account}", group: .chat, summary: "Add a member to a channel",
      details:
        "Any member of the workspace. Allowed to the owner; for an open channel, to every member of the workspace.",
      pathParameters: [ChatParameters.channel, ChatParameters.account], caller: .required,
      answers: [.member, .notOwner, .memberUnknown, Self.permanent],
      handler: .deferred { context in
        let (id, member) = (
          try context.pathParameter(ChatParameters.channel), try context.pathParameter(ChatParameters.account)
        )
        return .uncached(MemberDocument(try await chat.add(member, to: id, by: try context.account())))
      })
  }

  private var join: Endpoint {
    Endpoint(
      method: .put, path: "/api/channels/{id}/membership", group: .chat, summary: "Join an open channel",
      details: "Joining twice is no error.", pathParameters: [ChatParameters.channel], caller: .required,
      answers: [.channel, .channelUnknown],
      handler: .deferred { context in
        let channel = try await chat.join(try context.pathParameter(ChatParameters.channel), by: try context.account())
        return .uncached(ChannelDocument(channel))
      })
  }

  private var leave: Endpoint {
    Endpoint(
      method: .delete, path: "/api/channels/{id}/membership", group: .chat, summary: "Leave a channel",
      pathParameters: [ChatParameters.channel], caller: .required,
      answers: [
        .noContent, .channelUnknown,
        .conflict("The owner must transfer it first; standard channels and direct rooms cannot be left."),
      ],
      handler: .deferred { context in
        try await chat.leave(try context.pathParameter(ChatParameters.channel), by: try context.account())
        return .noContent
      })
  }
}

extension JSONBody {
  fileprivate func channelContent() throws(DomainError) -> ChannelContent {
    ChannelContent(name: try required(ChatFields.channelName), description: try value(ChatFields.description) ?? "")
  }
}

extension ChannelEndpoints {
  private func channels(_ context: RequestContext, direct: Bool) async throws -> Response {
    let id = try context.pathParameter(ChatParameters.workspace)
    let channels = try await chat.channels(of: id, for: try context.account(), direct: direct)
    return .uncached(ListDocument(items: channels.map { ChannelDocument($0) }))
  }
}
