package import Basics
import Crypto

/// Invitation links: each lets one person join a workspace, the first to use it.
extension ChatService {
  /// Creates a link to a workspace. It counts as an invitation until it is used.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `invitations-too-many` (conflict).
  package func makeLink(to id: WorkspaceID, by caller: AccountID) async throws -> InvitationLink {
    let now = clock()
    let link = InvitationLink(
      code: Base64URL.encode(random(24)), expiresAt: now.advanced(seconds: ChatRules.linkLifetime))
    return try await change { chat, _ in
      _ = try chat.workspace(id, ownedBy: caller)
      try Self.checkInvitations(of: id, in: chat)
      try chat.addLink(Self.hash(link.code), to: id, by: caller, at: now, until: link.expiresAt)
      return link
    }
  }

  /// Revokes all links to a workspace.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`.
  package func removeLinks(to id: WorkspaceID, by caller: AccountID) async throws {
    try await change { chat, _ in
      _ = try chat.workspace(id, ownedBy: caller)
      try chat.removeLinks(to: id)
    }
  }

  /// The workspace and inviter of a link, without using it up.
  /// - Throws: `link-unknown` (notFound), also if either has blocked the other.
  package func invitation(linkedBy code: String, for caller: AccountID) async throws -> Invitation {
    let now = clock()
    return try await store.read { try $0.invitation(linkedBy: code, at: now, for: caller) }
  }

  /// Joins a workspace with a link, which is used up.
  /// - Throws: `link-unknown` (notFound), `member-already` (conflict), `members-too-many` (conflict) above 10,000.
  package func join(linkedBy code: String, by caller: AccountID) async throws -> Workspace {
    let now = clock()
    return try await change { chat, events in
      var workspace = try chat.invitation(linkedBy: code, at: now, for: caller).workspace
      guard try chat.person(caller) != nil else { throw DomainError.callerGone }
      guard try chat.member(caller, of: workspace.id) == nil else { throw DomainError.memberAlready }
      try Self.admit(caller, to: workspace, at: now, chat, &events)
      try chat.removeLink(Self.hash(code))
      workspace.memberCount += 1
      return workspace
    }
  }

  fileprivate static func hash(_ code: String) -> String { Base64URL.encode(Digest.bytes(of: Array(code.utf8))) }
}

extension ChatReading {
  /// - Throws: `DomainError` `link-unknown`.
  fileprivate func invitation(
    linkedBy code: String, at instant: Timestamp, for caller: AccountID
  ) throws -> Invitation {
    guard let invitation = try invitation(linkedBy: ChatService.hash(code), at: instant, for: caller) else {
      throw DomainError.linkUnknown
    }
    return invitation
  }

  /// The account with an e-mail address, as far as an inviting owner may see it; nil if there is none or either has
  /// blocked the other.
  /// - Throws: `DomainError` `member-already`.
  func candidate(_ email: String, to id: WorkspaceID, by caller: AccountID) throws -> InvitationCandidate? {
    guard let candidate = try candidate(email, for: id, invitedBy: caller) else { return nil }
    guard !candidate.isMember else { throw DomainError.memberAlready }
    return candidate.isBlocked ? nil : candidate
  }
}
