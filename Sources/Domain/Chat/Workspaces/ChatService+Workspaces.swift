package import Basics

extension ChatService {
  /// What the standard channel is called where nobody says otherwise.
  package static let standardName = "일반"

  /// Makes a workspace with its standard channel; whoever makes it owns both.
  /// - Parameters:
  ///   - standardName: what the standard channel is called.
  ///   - origin: by which clients it is made.
  /// - Throws: `DomainError` with a field: `name-invalid`, `description-too-long`, `text-invalid`, `photo-unknown`;
  ///   `workspace-name-taken` (conflict) where the caller owns one of that name; `workspaces-too-many` (conflict) above
  ///   100 that somebody owns; `token-unusable` (unauthenticated) where the caller is gone.
  package func makeWorkspace(
    _ content: WorkspaceContent, standardName: String = ChatService.standardName, origin: WorkspaceOrigin = .native,
    by caller: AccountID
  ) async throws -> Workspace {
    let workspace = try CheckedWorkspace(content)
    let standard = try CheckedChannel(ChannelContent(name: standardName))
    let now = clock()
    return try await change { chat, events in
      let id = try Self.add(workspace, standard: standard, origin: origin, by: caller, at: now, chat, &events)
      return try chat.workspace(id, seenBy: caller)
    }
  }

  /// Makes a workspace with its standard channel in a transaction.
  static func add(
    _ workspace: CheckedWorkspace, standard: CheckedChannel, origin: WorkspaceOrigin, by caller: AccountID,
    at instant: Timestamp, _ chat: any ChatWriting, _ events: inout [ChatEvent]
  ) throws -> WorkspaceID {
    guard try chat.person(caller) != nil else { throw DomainError.callerGone }
    guard try chat.workspaceCount(ownedBy: caller) < ChatRules.maxWorkspaces else {
      throw DomainError.tooMany("workspaces", ChatRules.maxWorkspaces)
    }
    try check(workspace, by: caller, in: chat)
    let id = try chat.addWorkspace(workspace, origin: origin, by: caller, at: instant)
    let channel = try chat.addChannel(standard, .standard, to: id, by: caller, at: instant)
    events.append(.membership(channel, caller))
    return id
  }

  /// What the store must say of what somebody decides who owns a workspace, or acts for whoever does.
  static func check(
    _ workspace: CheckedWorkspace, replacing old: Workspace? = nil, by caller: AccountID, in chat: any ChatReading
  ) throws {
    let same = try chat.workspace(named: workspace.foldedName, ownedBy: old?.owner ?? caller)
    guard same == nil || same == old?.id else { throw DomainError.workspaceNameTaken }
    guard let photo = workspace.content.photo, photo != old?.content.photo else { return }
    guard try chat.hasUploaded(photo, caller) else { throw DomainError.photoUnknown("photo") }
  }

  /// The workspaces that somebody is in, the newest membership first. At most 1,000.
  package func workspaces(of caller: AccountID) async throws -> [Workspace] {
    try await store.read { try $0.workspaces(of: caller, limit: ChatRules.maxListed) }
  }

  /// - Throws: `DomainError` `workspace-unknown` (notFound).
  package func workspace(_ id: WorkspaceID, for caller: AccountID) async throws -> Workspace {
    try await store.read { try $0.workspace(id, seenBy: caller) }
  }

  /// - Throws: as making one; `workspace-unknown` (notFound), `workspace-not-yours` (forbidden).
  package func change(_ id: WorkspaceID, to content: WorkspaceContent, by caller: AccountID) async throws -> Workspace {
    let workspace = try CheckedWorkspace(content)
    return try await change { chat, _ in
      let old = try chat.workspace(id, ownedBy: caller)
      try Self.check(workspace, replacing: old, by: caller, in: chat)
      try chat.replace(id, by: workspace)
      return try chat.workspace(id, seenBy: caller)
    }
  }

  /// Removes a workspace with everything in it.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`.
  package func remove(_ id: WorkspaceID, by caller: AccountID) async throws {
    try await change { chat, events in
      _ = try chat.workspace(id, ownedBy: caller)
      events += try chat.removeWorkspace(id).map { .removed($0) }
    }
  }

  /// Leaves a workspace with all its channels. What was said stays; whom the caller has invited is so no more.
  /// - Throws: `workspace-unknown`, `owner-must-stay` (conflict): it is handed over first; also where the caller owns a
  ///   channel in it.
  package func leave(_ id: WorkspaceID, by caller: AccountID) async throws {
    try await change { chat, events in
      let workspace = try chat.workspace(id, seenBy: caller)
      guard workspace.owner != caller, try !chat.ownsChannel(caller, in: id) else { throw DomainError.ownerMustStay }
      for channel in try chat.removeMember(caller, from: id) { events.append(.membership(channel, caller)) }
    }
  }

  /// Takes somebody else out of a workspace. Channels that they own go to whoever else joined them first, and are
  /// removed where there is nobody else. Whom they have invited is so no more: nobody comes back by another door.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-unknown` (notFound), `owner-must-stay` where the
  ///   caller means themselves.
  package func remove(_ member: AccountID, from id: WorkspaceID, by caller: AccountID) async throws {
    try await change { chat, events in
      _ = try chat.workspace(id, ownedBy: caller)
      guard member != caller else { throw DomainError.ownerMustStay }
      guard try chat.member(member, of: id) != nil else { throw DomainError.memberUnknown }
      for channel in try chat.removeMember(member, from: id) { events.append(.membership(channel, member)) }
    }
  }

  /// Hands a workspace over, with its standard channel, to another of its members. Giving it to oneself changes
  /// nothing.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-unknown`.
  package func handOver(_ id: WorkspaceID, to member: AccountID, by caller: AccountID) async throws -> Workspace {
    try await change { chat, _ in
      _ = try chat.workspace(id, ownedBy: caller)
      guard try chat.member(member, of: id) != nil else { throw DomainError.memberUnknown }
      try chat.transferWorkspace(id, to: member)
      return try chat.workspace(id, seenBy: caller)
    }
  }
}
