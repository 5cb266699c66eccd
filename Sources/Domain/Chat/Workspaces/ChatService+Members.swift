package import Basics

extension ChatService {
  /// The members, owner first, then by the time of joining. At most 10,000.
  /// - Throws: `workspace-unknown`.
  package func members(of id: WorkspaceID, for caller: AccountID) async throws -> [Member] {
    try await store.read { chat in
      _ = try chat.workspace(id, visibleTo: caller)
      return try chat.members(of: id, limit: ChatRules.maxMembers)
    }
  }

  /// The account with an e-mail address, for the owner to check before inviting it; nil if there is none, or if either
  /// has blocked the other.
  /// - Parameter email: in its canonical form.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-already` (conflict).
  package func invitee(_ email: String, to id: WorkspaceID, by caller: AccountID) async throws -> Invitee? {
    try await store.read { chat in
      _ = try chat.workspace(id, ownedBy: caller)
      return try chat.candidate(email, to: id, by: caller)?.invitee
    }
  }

  /// Invites the account with an e-mail address. The caller names the account that `invitee` returned: the
  /// invitation is bound to the account, not to an address that may be unverified. Idempotent.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-already` (conflict), `invitee-changed` (conflict) if
  ///   another account or none has the address now; `invitations-too-many` (conflict) above 1,000 pending ones.
  package func invite(
    _ email: String, of account: AccountID, to id: WorkspaceID, by caller: AccountID
  ) async throws {
    let now = clock()
    try await change { chat, events in
      _ = try chat.workspace(id, ownedBy: caller)
      guard try chat.candidate(email, to: id, by: caller)?.invitee.person.id == account else {
        throw DomainError.inviteeChanged
      }
      try Self.invite(account, to: id, by: caller, at: now, chat)
      events.append(.account(account))
    }
  }

  private static func invite(
    _ account: AccountID, to id: WorkspaceID, by caller: AccountID, at instant: Timestamp, _ chat: any ChatWriting
  ) throws {
    try checkInvitations(of: id, in: chat)
    try chat.invite(account, to: id, by: caller, at: instant)
    try chat.notify([account], of: .invitation, in: id, by: caller, at: instant)
  }

  static func checkInvitations(of id: WorkspaceID, in chat: any ChatReading) throws {
    guard try chat.invitationCount(of: id) < ChatRules.maxInvitations else {
      throw DomainError.tooMany("invitations", ChatRules.maxInvitations)
    }
  }

  /// Adds the account with an e-mail address at once if both it and the caller use clients of the contract SLP, whose
  /// users expect that; otherwise invites it. The result reveals which account has the address.
  /// - Throws: as `invite`, and `account-unknown` (notFound), also if either has blocked the other; `members-too-many`
  ///   (conflict) above 10,000.
  package func addOrInvite(_ email: String, to id: WorkspaceID, by caller: AccountID) async throws -> AddOutcome {
    let now = clock()
    return try await change { chat, events in
      let workspace = try chat.workspace(id, ownedBy: caller)
      guard let candidate = try chat.candidate(email, to: id, by: caller) else { throw DomainError.accountUnknown }
      let person = candidate.invitee.person
      if candidate.bothUseSLP {
        try Self.admit(person.id, to: workspace, at: now, chat, &events)
        return .added(Member(person: person, role: .member, joinedAt: now))
      }
      try Self.invite(person.id, to: id, by: caller, at: now, chat)
      events.append(.account(person.id))
      return .invited(person)
    }
  }

  /// The caller's invitations, newest first. At most 1,000.
  package func invitations(for caller: AccountID) async throws -> [Invitation] {
    try await store.read { try $0.invitations(for: caller, limit: ChatRules.maxListed) }
  }

  /// Accepts or declines an invitation.
  /// - Throws: `invitation-unknown` (notFound); `members-too-many` (conflict) above 10,000.
  package func answer(_ id: WorkspaceID, accepting: Bool, by caller: AccountID) async throws {
    let now = clock()
    try await change { chat, events in
      guard let invitation = try chat.invitation(to: id, for: caller) else { throw DomainError.invitationUnknown }
      events.append(.account(caller))
      guard accepting else { return try chat.removeInvitation(to: id, for: caller) }
      try Self.admit(caller, to: invitation.workspace, at: now, chat, &events)
    }
  }

  static func admit(
    _ account: AccountID, to workspace: Workspace, at instant: Timestamp, _ chat: any ChatWriting,
    _ events: inout [ChatEvent]
  ) throws {
    guard workspace.memberCount < ChatRules.maxMembers else {
      throw DomainError.tooMany("members", ChatRules.maxMembers)
    }
    events += try chat.addMembers([account], to: workspace.id, at: instant).map(\.event)
  }
}
