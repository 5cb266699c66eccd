package import Basics

/// A group of people with channels to talk in.
package struct Workspace: Hashable, Sendable {
  /// Stable.
  package let id: WorkspaceID
  /// What its owner decides.
  package var content: WorkspaceContent
  /// Who may change and remove it.
  package var owner: AccountID
  /// When it was made.
  package let createdAt: Timestamp
  /// How many are in it.
  package var memberCount: Int
  /// By which clients it was made.
  package let origin: WorkspaceOrigin

  /// A workspace from its parts.
  package init(
    id: WorkspaceID, content: WorkspaceContent, owner: AccountID, createdAt: Timestamp, memberCount: Int,
    origin: WorkspaceOrigin = .native
  ) {
    self.id = id
    self.content = content
    self.owner = owner
    self.createdAt = createdAt
    self.memberCount = memberCount
    self.origin = origin
  }
}

/// By which clients a workspace was made. It decides how much of it is told to clients that don't log in.
package enum WorkspaceOrigin: String, Hashable, Sendable, CaseIterable {
  /// This service's own, or a client of which nothing is known.
  case native
  /// A client of the contract SLP: whoever made it knew what that contract tells of its people.
  case slp
}

/// What the owner of a workspace decides.
package struct WorkspaceContent: Hashable, Sendable {
  /// 1...30 characters.
  package var name: String
  /// At most 500 characters.
  package var description: String
  /// Its picture.
  package var photo: PhotoName?

  /// Content from its parts.
  package init(name: String, description: String = "", photo: PhotoName? = nil) {
    self.name = name
    self.description = description
    self.photo = photo
  }
}

/// Somebody in a workspace or channel.
package struct Member: Hashable, Sendable {
  /// As they are shown now.
  package var person: Person
  /// Where they stand.
  package var role: MemberRole
  /// Since when they are in it.
  package let joinedAt: Timestamp

  /// A member from its parts.
  package init(person: Person, role: MemberRole, joinedAt: Timestamp) {
    self.person = person
    self.role = role
    self.joinedAt = joinedAt
  }
}

/// Where a member stands.
package enum MemberRole: String, Hashable, Sendable, CaseIterable {
  case owner
  case member
}

/// What became of adding somebody to a workspace.
package enum AddOutcome: Hashable, Sendable {
  /// They are in it.
  case added(Member)
  /// They may join it, and have not answered yet.
  case invited(Person)
}

/// Who has an e-mail address, as whoever invites them sees it.
package struct Invitee: Hashable, Sendable {
  /// As they are shown now.
  package var person: Person
  /// Whether a provider of logins has made sure that the address is theirs. Otherwise they only said so.
  package var isEmailVerified: Bool

  /// An invitee from the parts.
  package init(person: Person, isEmailVerified: Bool) {
    self.person = person
    self.isEmailVerified = isEmailVerified
  }
}

/// What lets one person into a workspace, whoever it is: to be passed on to somebody who has no account yet.
package struct InvitationLink: Hashable, Sendable {
  /// Who shows it first is let in. It is kept as a hash alone.
  package var code: String
  /// From then on it lets nobody in.
  package var expiresAt: Timestamp
}

/// That somebody may join a workspace.
package struct Invitation: Hashable, Sendable {
  /// Which one.
  package let workspace: Workspace
  /// Who invited.
  package let by: Person
  /// When.
  package let createdAt: Timestamp

  /// An invitation from its parts.
  package init(workspace: Workspace, by: Person, createdAt: Timestamp) {
    self.workspace = workspace
    self.by = by
    self.createdAt = createdAt
  }
}
