package import Basics
import TextForms

extension ChatService {
  // MARK: Creation

  /// Creates an open or closed channel; the caller owns it and is in it.
  /// - Throws: `name-invalid`, `description-too-long`, `text-invalid`, `workspace-unknown`, `channel-name-taken`
  ///   (conflict), also if the caller may not see the closed channel of that name; `channel-kind-invalid` (invalid),
  ///   `channels-too-many` (conflict) above 1,000.
  package func makeChannel(
    _ content: ChannelContent, _ kind: ChannelKind, in id: WorkspaceID, by caller: AccountID
  ) async throws -> ChannelView {
    guard kind == .open || kind == .closed else {
      throw DomainError.invalid("channel-kind-invalid", "kind", "A new channel is open or closed.")
    }
    let channel = try CheckedChannel(content)
    let now = clock()
    return try await change { chat, events in
      _ = try chat.workspace(id, visibleTo: caller)
      guard try chat.channel(named: channel.foldedName, in: id) == nil else { throw DomainError.channelNameTaken }
      guard try chat.channelCount(in: id) < ChatRules.maxChannels else {
        throw DomainError.tooMany("channels", ChatRules.maxChannels)
      }
      let made = try chat.addChannel(channel, kind, to: id, by: caller, at: now)
      events.append(.membership(made, caller))
      return try chat.shown(made, to: caller)
    }
  }

  /// The direct room of the caller and another member, created at first use.
  /// - Throws: `workspace-unknown`, `member-unknown`, `partner-invalid` (invalid) for the caller, `blocked` (forbidden)
  ///   if either has blocked the other.
  package func directRoom(with member: AccountID, in id: WorkspaceID, by caller: AccountID) async throws -> ChannelView
  {
    let now = clock()
    return try await change { chat, events in
      _ = try chat.workspace(id, visibleTo: caller)
      guard member != caller else {
        throw DomainError.invalid("partner-invalid", "member", "A room is for two: choose another member.")
      }
      guard let partner = try chat.partner(member, of: caller, in: id) else { throw DomainError.memberUnknown }
      guard !partner.isBlocked else { throw DomainError.blocked }
      if let room = partner.room { return try chat.shown(room, to: caller) }
      let room = try chat.addRoom(of: caller, and: member, in: id, at: now)
      events += [.membership(room, caller), .membership(room, member)]
      return try chat.shown(room, to: caller)
    }
  }

  // MARK: Reading

  /// The channels of a workspace that the caller may see: the standard one first, then by name; or with `direct`, its
  /// direct rooms, the one with the latest message first, at most 1,000.
  /// - Throws: `workspace-unknown`.
  package func channels(of id: WorkspaceID, for caller: AccountID, direct: Bool) async throws -> [ChannelView] {
    try await store.read { chat in
      _ = try chat.workspace(id, visibleTo: caller)
      return direct
        ? try chat.rooms(of: id, for: caller, limit: ChatRules.maxListed) : try chat.channels(of: id, for: caller)
    }
  }

  /// - Throws: `channel-unknown` (notFound).
  package func channel(_ id: ChannelID, for caller: AccountID) async throws -> ChannelView {
    try await store.read { chat in try chat.shown(chat.channel(id, visibleTo: caller).channel.id, to: caller) }
  }

  /// The channel with a name in a workspace.
  /// - Throws: `workspace-unknown`, `channel-unknown`.
  package func channel(named name: String, in id: WorkspaceID, for caller: AccountID) async throws -> ChannelView {
    // An invalid name is no channel's name.
    let folded = try? ChatRules.name(name).folded
    return try await store.read { chat in
      _ = try chat.workspace(id, visibleTo: caller)
      guard let folded, let found = try chat.view(named: folded, in: id, for: caller),
        found.isMember || found.channel.isVisibleInWorkspace
      else { throw DomainError.channelUnknown }
      return found
    }
  }

  /// The members: the owner first, then by the time of joining.
  /// - Throws: `channel-unknown`.
  package func members(of id: ChannelID, for caller: AccountID) async throws -> [Member] {
    try await store.read { chat in
      _ = try chat.channel(id, visibleTo: caller)
      return try chat.members(of: id, limit: ChatRules.maxMembers)
    }
  }

  // MARK: Changes

  /// Replaces the content of a channel. Only its owner may.
  /// - Throws: as `makeChannel`; `channel-unknown`, `channel-not-yours` (forbidden).
  package func change(_ id: ChannelID, to content: ChannelContent, by caller: AccountID) async throws -> ChannelView {
    let channel = try CheckedChannel(content)
    return try await change { chat, _ in
      let old = try chat.channel(id, ownedBy: caller)
      let same = try chat.channel(named: channel.foldedName, in: old.workspace)
      guard same == nil || same == id else { throw DomainError.channelNameTaken }
      try chat.replace(id, by: channel)
      return try chat.shown(id, to: caller)
    }
  }

  /// Removes a channel with its messages.
  /// - Throws: `channel-unknown`, `channel-permanent` (conflict) for standard and direct ones, `channel-not-yours`.
  package func remove(_ id: ChannelID, by caller: AccountID) async throws {
    try await change { chat, events in
      _ = try chat.owned(id, by: caller)
      try chat.removeChannel(id)
      events.append(.removed(id))
    }
  }

  /// Transfers a channel to another member. Transferring it to the caller changes nothing.
  /// - Throws: `channel-unknown`, `channel-permanent`, `channel-not-yours`, `member-unknown`.
  package func handOver(_ id: ChannelID, to member: AccountID, by caller: AccountID) async throws -> ChannelView {
    try await change { chat, _ in
      _ = try chat.owned(id, by: caller)
      guard try chat.member(member, of: id) != nil else { throw DomainError.memberUnknown }
      try chat.transferChannel(id, to: member)
      return try chat.shown(id, to: caller)
    }
  }

  // MARK: Membership

  /// Joins an open channel. Idempotent. Earlier messages do not count as unread.
  /// - Throws: `channel-unknown`.
  package func join(_ id: ChannelID, by caller: AccountID) async throws -> ChannelView {
    let now = clock()
    return try await change { chat, events in
      let channel = try chat.channel(id, visibleTo: caller).channel
      if try chat.join(caller, channel, at: now) { events.append(.membership(id, caller)) }
      return try chat.shown(id, to: caller)
    }
  }

  /// Adds a member of the workspace to a channel. Only its owner may, or for an open one any member of the workspace.
  /// Idempotent.
  /// - Throws: `channel-unknown`, `channel-permanent`, `channel-not-yours`, `member-unknown`.
  package func add(_ member: AccountID, to id: ChannelID, by caller: AccountID) async throws -> Member {
    let now = clock()
    return try await change { chat, events in
      let channel = try chat.channel(id, visibleTo: caller).channel
      guard !channel.isPermanent else { throw DomainError.channelPermanent }
      guard channel.kind == .open || channel.owner == caller else { throw DomainError.channelNotYours }
      guard try chat.member(member, of: channel.workspace) != nil else { throw DomainError.memberUnknown }
      if try chat.join(member, channel, at: now) { events.append(.membership(id, member)) }
      guard let member = try chat.member(member, of: id) else { throw DomainError.memberUnknown }
      return member
    }
  }

  /// Leaves a channel. Idempotent.
  /// - Throws: `channel-unknown`, `channel-permanent` (conflict), `owner-must-stay` (conflict).
  package func leave(_ id: ChannelID, by caller: AccountID) async throws {
    try await change { chat, events in
      let channel = try chat.channel(id, visibleTo: caller).channel
      guard !channel.isPermanent else { throw DomainError.channelPermanent }
      guard channel.owner != caller else { throw DomainError.ownerMustStay }
      if try chat.leave(caller, id) { events.append(.membership(id, caller)) }
    }
  }
}

extension Channel {
  /// Whether its membership is fixed.
  fileprivate var isPermanent: Bool { kind == .standard || kind == .direct }
}

extension ChatReading {
  /// A channel of the caller that can be transferred and removed.
  fileprivate func owned(_ id: ChannelID, by caller: AccountID) throws -> Channel {
    let channel = try channel(id, visibleTo: caller).channel
    guard !channel.isPermanent else { throw DomainError.channelPermanent }
    guard channel.owner == caller else { throw DomainError.channelNotYours }
    return channel
  }
}
