package import Basics

/// A group of accounts with channels.
package struct Workspace: Hashable, Sendable {
  package let id: WorkspaceID
  package var content: WorkspaceContent
  /// May change and remove it.
  package var owner: AccountID
  package let createdAt: Timestamp
  package var memberCount: Int
  /// The clients with which it was created.
  package let origin: WorkspaceOrigin

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

/// The clients with which a workspace was created. It decides how much of it clients that do not log in may see.
package enum WorkspaceOrigin: String, Hashable, Sendable, CaseIterable {
  /// This service's own, or an unknown client.
  case native
  /// A client of the contract SLP: its creator knew what that contract reveals about members.
  case slp
}

/// The part of a workspace that its owner edits.
package struct WorkspaceContent: Hashable, Sendable {
  /// 1...30 characters.
  package var name: String
  /// At most 500 characters.
  package var description: String
  package var photo: PhotoName?

  package init(name: String, description: String = "", photo: PhotoName? = nil) {
    self.name = name
    self.description = description
    self.photo = photo
  }
}

package struct Member: Hashable, Sendable {
  package var person: Person
  package var role: MemberRole
  package let joinedAt: Timestamp

  package init(person: Person, role: MemberRole, joinedAt: Timestamp) {
    self.person = person
    self.role = role
    self.joinedAt = joinedAt
  }
}

package enum MemberRole: String, Hashable, Sendable, CaseIterable {
  case owner
  case member
}

/// The result of adding an account to a workspace.
package enum AddOutcome: Hashable, Sendable {
  case added(Member)
  /// Invited; not answered yet.
  case invited(Person)
}

/// The account with an e-mail address, as an inviter sees it.
package struct Invitee: Hashable, Sendable {
  package var person: Person
  /// Whether a login provider has verified the address. Otherwise it is only claimed.
  package var isEmailVerified: Bool

  package init(person: Person, isEmailVerified: Bool) {
    self.person = person
    self.isEmailVerified = isEmailVerified
  }
}

/// What the rules need to know about the account with an e-mail address before it is invited to a workspace.
package struct InvitationCandidate: Hashable, Sendable {
  package let invitee: Invitee
  package let isMember: Bool
  package let isBlocked: Bool
  /// Whether both it and the inviter have used a client of the contract SLP.
  package let bothUseSLP: Bool

  package init(invitee: Invitee, isMember: Bool, isBlocked: Bool, bothUseSLP: Bool) {
    self.invitee = invitee
    self.isMember = isMember
    self.isBlocked = isBlocked
    self.bothUseSLP = bothUseSLP
  }
}

/// What the rules need to know before a workspace gets its content.
package struct WorkspaceOwner: Hashable, Sendable {
  package let person: Person
  package let workspaceCount: Int
  package let sameName: WorkspaceID?
  /// Whether the uploader has uploaded the requested photo; false if there is none.
  package let isPhotoUploaded: Bool

  package init(person: Person, workspaceCount: Int, sameName: WorkspaceID?, isPhotoUploaded: Bool) {
    self.person = person
    self.workspaceCount = workspaceCount
    self.sameName = sameName
    self.isPhotoUploaded = isPhotoUploaded
  }
}

/// A link that lets one person join a workspace, also one without an account yet.
package struct InvitationLink: Hashable, Sendable {
  /// Valid for the first use. Only its hash is stored.
  package var code: String
  /// Invalid from then on.
  package var expiresAt: Timestamp
}

package struct Invitation: Hashable, Sendable {
  package let workspace: Workspace
  package let by: Person
  package let createdAt: Timestamp

  package init(workspace: Workspace, by: Person, createdAt: Timestamp) {
    self.workspace = workspace
    self.by = by
    self.createdAt = createdAt
  }
}
