package import Basics
import TextForms

extension ChatService {
  // MARK: Making

  /// Makes an open or closed channel; whoever makes it owns it and is in it.
  /// - Throws: `name-invalid`, `description-too-long`, `text-invalid`, `workspace-unknown`, `channel-name-taken`
  ///   (conflict), also where the caller does not see the closed channel of that name; `channel-kind-invalid`
  ///   (invalid), `channels-too-many` (conflict) above 1,000.
  package func makeChannel(
    _ content: ChannelContent, _ kind: ChannelKind, in id: WorkspaceID, by caller: AccountID
  ) async throws -> SeenChannel {
    guard kind == .open || kind == .closed else {
      throw DomainError.invalid("channel-kind-invalid", "kind", "A channel that somebody makes is open or closed.")
    }
    let channel = try CheckedChannel(content)
    let now = clock()
    return try await change { chat, events in
      _ = try chat.workspace(id, seenBy: caller)
      guard try chat.channel(named: channel.foldedName, in: id) == nil else { throw DomainError.channelNameTaken }
      guard try chat.channelCount(in: id) < ChatRules.maxChannels else {
        throw DomainError.tooMany("channels", ChatRules.maxChannels)
      }
      let made = try chat.addChannel(channel, kind, to: id, by: caller, at: now)
      events.append(.membership(made, caller))
      return try chat.seen(made, by: caller)
    }
  }

  /// The room of the caller and another member, made at first use.
  /// - Throws: `workspace-unknown`, `member-unknown`, `partner-invalid` (invalid) for oneself, `blocked` (forbidden)
  ///   where one has blocked the other.
  package func directRoom(with member: AccountID, in id: WorkspaceID, by caller: AccountID) async throws -> SeenChannel
  {
    let now = clock()
    return try await change { chat, events in
      _ = try chat.workspace(id, seenBy: caller)
      guard member != caller else {
        throw DomainError.invalid("partner-invalid", "member", "A room is for two: choose somebody else.")
      }
      guard try chat.member(member, of: id) != nil else { throw DomainError.memberUnknown }
      guard try !chat.isBlockBetween(member, caller) else { throw DomainError.blocked }
      if let room = try chat.room(of: caller, and: member, in: id) { return try chat.seen(room, by: caller) }
      let room = try chat.addRoom(of: caller, and: member, in: id, at: now)
      events += [.membership(room, caller), .membership(room, member)]
      return try chat.seen(room, by: caller)
    }
  }

  // MARK: Looking

  /// The channels of a workspace that somebody sees: without rooms by name, standard first; rooms by when something was
  /// said last, at most 1,000.
  /// - Throws: `workspace-unknown`.
  package func channels(of id: WorkspaceID, for caller: AccountID, direct: Bool) async throws -> [SeenChannel] {
    try await store.read { chat in
      _ = try chat.workspace(id, seenBy: caller)
      return direct
        ? try chat.rooms(of: id, for: caller, limit: ChatRules.maxListed) : try chat.channels(of: id, for: caller)
    }
  }

  /// - Throws: `channel-unknown` (notFound).
  package func channel(_ id: ChannelID, for caller: AccountID) async throws -> SeenChannel {
    try await store.read { chat in try chat.seen(chat.channel(id, seenBy: caller).channel, by: caller) }
  }

  /// The channel of a name in a workspace.
  /// - Throws: `workspace-unknown`, `channel-unknown`.
  package func channel(named name: String, in id: WorkspaceID, for caller: AccountID) async throws -> SeenChannel {
    // What is no name is the name of nothing.
    let folded = try? ChatRules.name(name).folded
    return try await store.read { chat in
      _ = try chat.workspace(id, seenBy: caller)
      guard let folded, let found = try chat.channel(named: folded, in: id) else { throw DomainError.channelUnknown }
      return try chat.seen(chat.channel(found, seenBy: caller).channel, by: caller)
    }
  }

  /// Who is in it: its owner, then by the time of joining.
  /// - Throws: `channel-unknown`.
  package func members(of id: ChannelID, for caller: AccountID) async throws -> [Member] {
    try await store.read { chat in
      _ = try chat.channel(id, seenBy: caller)
      return try chat.members(of: id, limit: ChatRules.maxMembers)
    }
  }

  // MARK: Changing

  /// Changes what the owner decides.
  /// - Throws: as making one; `channel-unknown`, `channel-not-yours` (forbidden).
  package func change(_ id: ChannelID, to content: ChannelContent, by caller: AccountID) async throws -> SeenChannel {
    let channel = try CheckedChannel(content)
    return try await change { chat, _ in
      let old = try chat.channel(id, ownedBy: caller)
      let same = try chat.channel(named: channel.foldedName, in: old.workspace)
      guard same == nil || same == id else { throw DomainError.channelNameTaken }
      try chat.replace(id, by: channel)
      return try chat.seen(id, by: caller)
    }
  }

  /// Removes a channel with what was said in it.
  /// - Throws: `channel-unknown`, `channel-permanent` (conflict) for standard and direct ones, `channel-not-yours`.
  package func remove(_ id: ChannelID, by caller: AccountID) async throws {
    try await change { chat, events in
      _ = try chat.owned(id, by: caller)
      try chat.removeChannel(id)
      events.append(.removed(id))
    }
  }

  /// Hands a channel over to another of its members. Giving it to oneself changes nothing.
  /// - Throws: `channel-unknown`, `channel-permanent`, `channel-not-yours`, `member-unknown`.
  package func handOver(_ id: ChannelID, to member: AccountID, by caller: AccountID) async throws -> SeenChannel {
    try await change { chat, _ in
      _ = try chat.owned(id, by: caller)
      guard try chat.member(member, of: id) != nil else { throw DomainError.memberUnknown }
      try chat.transferChannel(id, to: member)
      return try chat.seen(id, by: caller)
    }
  }

  // MARK: Coming and going

  /// Joins an open channel; being in it already is no error. What was said before does not count as unread.
  /// - Throws: `channel-unknown`.
  package func join(_ id: ChannelID, by caller: AccountID) async throws -> SeenChannel {
    let now = clock()
    return try await change { chat, events in
      let (channel, _) = try chat.channel(id, seenBy: caller)
      if try chat.join(caller, channel, at: now) { events.append(.membership(id, caller)) }
      return try chat.seen(id, by: caller)
    }
  }

  /// Takes another member of the workspace into a channel: its owner may, and into an open one any member of the
  /// workspace. Whoever is in it already stays.
  /// - Throws: `channel-unknown`, `channel-permanent`, `channel-not-yours`, `member-unknown`.
  package func add(_ member: AccountID, to id: ChannelID, by caller: AccountID) async throws -> Member {
    let now = clock()
    return try await change { chat, events in
      let (channel, _) = try chat.channel(id, seenBy: caller)
      guard !channel.isPermanent else { throw DomainError.channelPermanent }
      guard channel.kind == .open || channel.owner == caller else { throw DomainError.channelNotYours }
      guard try chat.member(member, of: channel.workspace) != nil else { throw DomainError.memberUnknown }
      if try chat.join(member, channel, at: now) { events.append(.membership(id, member)) }
      guard let member = try chat.member(member, of: id) else { throw DomainError.memberUnknown }
      return member
    }
  }

  /// Leaves a channel; not being in it is no error.
  /// - Throws: `channel-unknown`, `channel-permanent` (conflict), `owner-must-stay` (conflict).
  package func leave(_ id: ChannelID, by caller: AccountID) async throws {
    try await change { chat, events in
      let (channel, _) = try chat.channel(id, seenBy: caller)
      guard !channel.isPermanent else { throw DomainError.channelPermanent }
      guard channel.owner != caller else { throw DomainError.ownerMustStay }
      if try chat.leave(caller, id) { events.append(.membership(id, caller)) }
    }
  }
}

extension Channel {
  /// Whether who is in it follows from something else.
  fileprivate var isPermanent: Bool { kind == .standard || kind == .direct }
}

extension ChatReading {
  /// A channel that can be given away and removed.
  fileprivate func owned(_ id: ChannelID, by caller: AccountID) throws -> Channel {
    let (channel, _) = try channel(id, seenBy: caller)
    guard !channel.isPermanent else { throw DomainError.channelPermanent }
    return try self.channel(id, ownedBy: caller)
  }
}
