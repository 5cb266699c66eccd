import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Channels, which are named by what they are called.
enum SLPChannelEndpoints {
  static let all = [list, mine, create, one, edit, remove, members, leave, handOver]

  private static let named: [any DescribedParameter] = [SLPParameters.workspace, SLPParameters.channel]

  // MARK: Of a workspace

  private static let list = Endpoint.slp(
    .get, "/v1/workspaces/{id}/channels", "The channels of a workspace",
    details: "`일반` first, then by name; private ones only where one is in them.", segments: [SLPParameters.workspace],
    answers: "The channels.", as: "Channels", faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      return try await call.channels(of: try call.call.segment(SLPParameters.workspace), caller) { _ in true }
    })

  private static let mine = Endpoint.slp(
    .get, "/v1/workspaces/{id}/channels/my", "The channels that one is in", details: "`일반` first, then by name.",
    segments: [SLPParameters.workspace], answers: "The channels.", as: "Channels", faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      return try await call.channels(of: try call.call.segment(SLPParameters.workspace), caller, where: \.isMember)
    })

  /// Clients know no private channels but those that others made: what they make is open to the workspace.
  private static let create = Endpoint.slp(
    .post, "/v1/workspaces/{id}/channels", "Make a channel", segments: [SLPParameters.workspace],
    takes: .json("`name` of 1 to 30 characters, and `description`."), answers: "The channel.", as: "Channel",
    faults: [.badRequest, .taken, .missing],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      let fields = try call.fields()
      let content = ChannelContent(
        name: try fields.channelName("name"), description: try fields.text("description") ?? "")
      let made = try await call.chat.makeChannel(content, .open, in: id, by: caller.account)
      return try await call.answer(made.channel)
    })

  // MARK: One

  private static let one = Endpoint.slp(
    .get, "/v1/workspaces/{id}/channels/{name}", "One channel",
    details: "`cursor_date`, which Mojitalk sends, is not looked at.", segments: named,
    answers: "The channel with who is in it, its owner first.", as: "WholeChannel", faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      let channel = try await call.channel(caller).channel
      return call.answer(try await call.wholeChannel(channel, for: caller))
    })

  private static let edit = Endpoint.slp(
    .put, "/v1/workspaces/{id}/channels/{name}", "Change a channel", details: "What is left out stays.",
    segments: named, takes: .json("`name` of 1 to 30 characters, and `description`."), answers: "The channel.",
    as: "Channel", faults: [.badRequest, .taken, .missing, .notOwner],
    reply: { call in
      let caller = try await call.caller()
      let channel = try await call.channel(caller).channel
      let fields = try call.fields()
      var content = channel.content
      if try fields.text("name") != nil { content.name = try fields.channelName("name") }
      if let description = try fields.text("description") { content.description = description }
      return try await call.answer(try await call.chat.change(channel.id, to: content, by: caller.account).channel)
    })

  private static let remove = Endpoint.slp(
    .delete, "/v1/workspaces/{id}/channels/{name}", "Remove a channel",
    details: "With what was said in it. `일반` is not removed.", segments: named, answers: "It is done.",
    faults: [.badRequest, .missing, .notOwner],
    reply: { call in
      let caller = try await call.caller()
      try await call.chat.remove(try await call.channel(caller).channel.id, by: caller.account)
      return call.done
    })

  private static let members = Endpoint.slp(
    .get, "/v1/workspaces/{id}/channels/{name}/members", "Who is in a channel", details: "Its owner first.",
    segments: named, answers: "The members.", as: "Members", faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      let channel = try await call.channel(caller).channel
      let members = try await call.chat.members(of: channel.id, for: caller.account)
      return call.answer(SLPList(try await call.members(members, of: channel.workspace)))
    })

  private static let leave = Endpoint.slp(
    .get, "/v1/workspaces/{id}/channels/{name}/leave", "Leave a channel",
    details: "`일반` is not left. (It is a GET because clients ask so.)", segments: named,
    answers: "The channels that one is in now.", as: "Channels", faults: [.badRequest, .missing, .ownerMustStay],
    isSafe: false,
    reply: { call in
      let caller = try await call.caller()
      let channel = try await call.channel(caller).channel
      try await call.chat.leave(channel.id, by: caller.account)
      return try await call.channels(of: channel.workspace, caller, where: \.isMember)
    })

  private static let handOver = Endpoint.slp(
    .put, "/v1/workspaces/{id}/channels/{name}/change/admin/{user_id}", "Hand a channel over",
    details: "To another of its members.", segments: named + [SLPParameters.user], takes: .passedOver,
    answers: "The channel.", as: "Channel", faults: [.badRequest, .missing, .notOwner],
    reply: { call in
      let caller = try await call.caller()
      let channel = try await call.channel(caller).channel
      let person = try await call.account(try call.call.segment(SLPParameters.user))
      let given = try await call.chat.handOver(channel.id, to: person.account.id, by: caller.account)
      return try await call.answer(given.channel)
    })
}

extension SLPCall {
  /// The channel that the path names.
  /// - Throws: `Refusal` `workspace-unknown`, `channel-unknown`.
  func channel(_ caller: Caller) async throws -> SeenChannel {
    try await chat.channel(
      named: try call.segment(SLPParameters.channel), in: try call.segment(SLPParameters.workspace),
      for: caller.account)
  }

  /// Those channels of a workspace that are meant.
  fileprivate func channels(
    of id: WorkspaceID, _ caller: Caller, where isMeant: (SeenChannel) -> Bool
  ) async throws -> Response {
    let seen = try await chat.channels(of: id, for: caller.account, direct: false)
    return answer(SLPList(try await channels(seen.filter(isMeant).map(\.channel))))
  }

  /// One channel, without who is in it.
  fileprivate func answer(_ channel: Channel) async throws -> Response {
    let channels = try await channels([channel])
    return answer(channels[0])
  }
}

extension LSLPFields {
  /// What a channel is to be called. A name is a part of the path in this contract: one with a slash, which no path can
  /// hold, and `my` and dots, which mean something else there, would name a channel that nobody could open.
  fileprivate func channelName(_ field: String) throws(Refusal) -> String {
    let name = try required(field)
    guard !name.contains("/"), !["my", ".", ".."].contains(name) else {
      throw Refusal(.invalid, "name-invalid", "A channel cannot be called so here: choose another name.", field: field)
    }
    return name
  }
}
