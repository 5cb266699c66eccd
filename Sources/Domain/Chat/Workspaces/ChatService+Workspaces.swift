package import Basics

extension ChatService {
  /// The default name of the standard channel.
  package static let standardName = "일반"

  /// Creates a workspace with its standard channel; the caller owns both.
  /// - Parameters:
  ///   - origin: the clients with which it is created.
  /// - Throws: `DomainError` with a field: `name-invalid`, `description-too-long`, `text-invalid`, `photo-unknown`;
  ///   `workspace-name-taken` (conflict) if the caller owns one of that name; `workspaces-too-many` (conflict) above
  ///   100 owned by the caller; `token-unusable` (unauthenticated) if the caller is gone.
  package func makeWorkspace(
    _ content: WorkspaceContent, standardName: String = ChatService.standardName, origin: WorkspaceOrigin = .native,
    by caller: AccountID
  ) async throws -> Workspace {
    let workspace = try CheckedWorkspace(content)
    let standard = try CheckedChannel(ChannelContent(name: standardName))
    let now = clock()
    return try await change { chat, events in
      try Self.add(workspace, standard: standard, origin: origin, by: caller, at: now, chat, &events).workspace
    }
  }

  /// Creates a workspace with its standard channel in a transaction. Returns it with its owner.
  static func add(
    _ workspace: CheckedWorkspace, standard: CheckedChannel, origin: WorkspaceOrigin, by caller: AccountID,
    at instant: Timestamp, _ chat: any ChatWriting, _ events: inout [ChatEvent]
  ) throws -> (workspace: Workspace, owner: Person) {
    guard let owner = try chat.owner(caller, of: workspace, by: caller) else { throw DomainError.callerGone }
    guard owner.workspaceCount < ChatRules.maxWorkspaces else {
      throw DomainError.tooMany("workspaces", ChatRules.maxWorkspaces)
    }
    try check(workspace, replacing: nil, of: owner)
    let made = try chat.addWorkspace(workspace, origin: origin, by: caller, at: instant)
    let channel = try chat.addChannel(standard, .standard, to: made.id, by: caller, at: instant)
    events.append(.membership(channel, caller))
    return (made, owner.person)
  }

  /// The checks of a workspace's content that need the store: a name unique among the owner's, and a photo of the
  /// caller's own.
  static func check(
    _ workspace: CheckedWorkspace, replacing old: Workspace, by caller: AccountID, in chat: any ChatReading
  ) throws {
    guard let owner = try chat.owner(old.owner, of: workspace, by: caller) else { throw DomainError.workspaceUnknown }
    try check(workspace, replacing: old, of: owner)
  }

  private static func check(
    _ workspace: CheckedWorkspace, replacing old: Workspace?, of owner: WorkspaceOwner
  ) throws {
    guard owner.sameName == nil || owner.sameName == old?.id else { throw DomainError.workspaceNameTaken }
    guard let photo = workspace.content.photo, photo != old?.content.photo else { return }
    guard owner.isPhotoUploaded else { throw DomainError.photoUnknown("photo") }
  }

  /// The caller's workspaces, the newest membership first. At most 1,000.
  package func workspaces(of caller: AccountID) async throws -> [Workspace] {
    try await store.read { try $0.workspaces(of: caller, limit: ChatRules.maxListed) }
  }

  /// - Throws: `DomainError` `workspace-unknown` (notFound).
  package func workspace(_ id: WorkspaceID, for caller: AccountID) async throws -> Workspace {
    try await store.read { try $0.workspace(id, visibleTo: caller) }
  }

  /// - Throws: as `makeWorkspace`; `workspace-unknown` (notFound), `workspace-not-yours` (forbidden).
  package func change(_ id: WorkspaceID, to content: WorkspaceContent, by caller: AccountID) async throws -> Workspace {
    let workspace = try CheckedWorkspace(content)
    return try await change { chat, _ in
      var changed = try chat.workspace(id, ownedBy: caller)
      try Self.check(workspace, replacing: changed, by: caller, in: chat)
      try chat.replace(id, by: workspace)
      changed.content = workspace.content
      return changed
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

  /// Leaves a workspace with all its channels. The caller's messages stay; their pending invitations and links are
  /// deleted.
  /// - Throws: `workspace-unknown`, `owner-must-stay` (conflict) for the owner, who must transfer it first, and for the
  ///   owner of a channel in it.
  package func leave(_ id: WorkspaceID, by caller: AccountID) async throws {
    try await change { chat, events in
      let workspace = try chat.workspace(id, visibleTo: caller)
      guard workspace.owner != caller, try !chat.ownsChannel(caller, in: id) else { throw DomainError.ownerMustStay }
      events += try chat.removeMembers([caller], from: id).map(\.event)
    }
  }

  /// Removes another member from a workspace. Channels that they own go to their earliest other member, and are removed
  /// if there is none. Their pending invitations and links are deleted, so that they cannot return through one.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-unknown` (notFound), `owner-must-stay` for the
  ///   caller.
  package func remove(_ member: AccountID, from id: WorkspaceID, by caller: AccountID) async throws {
    try await change { chat, events in
      _ = try chat.workspace(id, ownedBy: caller)
      guard member != caller else { throw DomainError.ownerMustStay }
      guard try chat.member(member, of: id) != nil else { throw DomainError.memberUnknown }
      events += try chat.removeMembers([member], from: id).map(\.event)
    }
  }

  /// Transfers a workspace, with its standard channel, to another member. Transferring it to the caller changes
  /// nothing.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-unknown`.
  package func handOver(_ id: WorkspaceID, to member: AccountID, by caller: AccountID) async throws -> Workspace {
    try await change { chat, _ in
      var workspace = try chat.workspace(id, ownedBy: caller)
      guard try chat.member(member, of: id) != nil else { throw DomainError.memberUnknown }
      try chat.transferWorkspace(id, to: member)
      workspace.owner = member
      return workspace
    }
  }
}
