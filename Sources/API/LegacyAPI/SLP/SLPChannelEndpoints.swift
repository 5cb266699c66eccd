import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

/// The channel endpoints of SLP. Paths identify channels by name.
struct SLPChannelEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [list, mine, create, one, edit, remove, members, leave, handOver]
  }

  private static let named: [any DescribedParameter] = [SLPParameters.workspace, SLPParameters.channel]

  // MARK: Of a workspace

  private var list: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels", "The channels of a workspace",
      details: "`일반` first, then by name; private ones only for their members.",
      pathParameters: [SLPParameters.workspace],
      answers: "The channels.", as: "Channels", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        return try await request.channels(of: try request.context.pathParameter(SLPParameters.workspace), caller) { _ in
          true
        }
      })
  }

  private var mine: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/my", "Your channels of a workspace",
      details: "`일반` first, then by name.",
      pathParameters: [SLPParameters.workspace], answers: "The channels.", as: "Channels", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        return try await request.channels(
          of: try request.context.pathParameter(SLPParameters.workspace), caller, where: \.isMember)
      })
  }

  /// SLP clients cannot create private channels: theirs are open to the workspace.
  private var create: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces/{id}/channels", "Create a channel", pathParameters: [SLPParameters.workspace],
      takes: .json("`name` of 1 to 30 characters, and `description`."), answers: "The channel.", as: "Channel",
      faults: [.badRequest, .taken, .missing],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        let fields = try request.fields()
        let content = ChannelContent(
          name: try fields.channelName("name"), description: try fields.text("description") ?? "")
        let made = try await request.chat.makeChannel(content, .open, in: id, by: caller.account)
        return try await request.answer(made.channel)
      })
  }

  // MARK: One

  private var one: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/{name}", "One channel",
      details: "`cursor_date`, which Mojitalk sends, is ignored.", pathParameters: Self.named,
      answers: "The channel with its members, the owner first.", as: "WholeChannel", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        let channel = try await request.channel(caller).channel
        return request.answer(try await request.channelWithMembers(channel, for: caller))
      })
  }

  private var edit: Endpoint {
    Endpoint.slp(
      services, .put, "/v1/workspaces/{id}/channels/{name}", "Change a channel", details: "Absent fields stay.",
      pathParameters: Self.named, takes: .json("`name` of 1 to 30 characters, and `description`."),
      answers: "The channel.",
      as: "Channel", faults: [.badRequest, .taken, .missing, .notOwner],
      handler: { request in
        let caller = try await request.caller()
        let channel = try await request.channel(caller).channel
        let fields = try request.fields()
        var content = channel.content
        if try fields.text("name") != nil { content.name = try fields.channelName("name") }
        if let description = try fields.text("description") { content.description = description }
        return try await request.answer(
          try await request.chat.change(channel.id, to: content, by: caller.account).channel)
      })
  }

  private var remove: Endpoint {
    Endpoint.slp(
      services, .delete, "/v1/workspaces/{id}/channels/{name}", "Remove a channel",
      details: "With its messages. `일반` cannot be removed.", pathParameters: Self.named, answers: "It is done.",
      faults: [.badRequest, .missing, .notOwner],
      handler: { request in
        let caller = try await request.caller()
        try await request.chat.remove(try await request.channel(caller).channel.id, by: caller.account)
        return request.done
      })
  }

  private var members: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/{name}/members", "Members of a channel", details: "Owner first.",
      pathParameters: Self.named, answers: "The members.", as: "Members", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        let channel = try await request.channel(caller).channel
        let members = try await request.chat.members(of: channel.id, for: caller.account)
        return request.answer(SLPList(try await request.members(members, of: channel.workspace)))
      })
  }

  private var leave: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/{name}/leave", "Leave a channel",
      details: "`일반` cannot be left. (It is a GET because clients ask so.)", pathParameters: Self.named,
      answers: "The caller's remaining channels.", as: "Channels", faults: [.badRequest, .missing, .ownerMustStay],
      isSafe: false,
      handler: { request in
        let caller = try await request.caller()
        let channel = try await request.channel(caller).channel
        try await request.chat.leave(channel.id, by: caller.account)
        return try await request.channels(of: channel.workspace, caller, where: \.isMember)
      })
  }

  private var handOver: Endpoint {
    Endpoint.slp(
      services, .put, "/v1/workspaces/{id}/channels/{name}/change/admin/{user_id}", "Hand a channel over",
      details: "To another of its members.", pathParameters: Self.named + [SLPParameters.user], takes: .ignored,
      answers: "The channel.", as: "Channel", faults: [.badRequest, .missing, .notOwner],
      handler: { request in
        let caller = try await request.caller()
        let channel = try await request.channel(caller).channel
        let person = try await request.account(try request.context.pathParameter(SLPParameters.user))
        let given = try await request.chat.handOver(channel.id, to: person.account.id, by: caller.account)
        return try await request.answer(given.channel)
      })
  }
}

extension SLPRequest {
  /// The channel in the path.
  /// - Throws: `DomainError` `workspace-unknown`, `channel-unknown`.
  func channel(_ caller: Caller) async throws -> ChannelView {
    try await chat.channel(
      named: try context.pathParameter(SLPParameters.channel), in: try context.pathParameter(SLPParameters.workspace),
      for: caller.account)
  }

  fileprivate func channels(
    of id: WorkspaceID, _ caller: Caller, where isIncluded: (ChannelView) -> Bool
  ) async throws -> Response {
    let view = try await chat.channels(of: id, for: caller.account, direct: false)
    return answer(SLPList(try await channels(view.filter(isIncluded).map(\.channel))))
  }

  /// Answers one channel without its members.
  fileprivate func answer(_ channel: Channel) async throws -> Response {
    let channels = try await channels([channel])
    return answer(channels[0])
  }
}

extension LSLPFields {
  /// The channel name in a field. Names are path components in this contract: a name with a slash, or `my`, `.` or
  /// `..`, could not be opened.
  fileprivate func channelName(_ field: String) throws(DomainError) -> String {
    let name = try required(field)
    guard !name.contains("/"), !["my", ".", ".."].contains(name) else {
      throw DomainError(
        .invalid, "name-invalid", "A channel cannot be called so here: choose another name.", field: field)
    }
    return name
  }
}
