package import Basics

/// People and workspaces as they stand in a transaction. Nobody's permission is looked at.
package protocol WorkspaceReading {
  /// Somebody as shown now; nil where there is no such account.
  func person(_ account: AccountID) throws -> Person?
  /// Who has an e-mail address; nil where nobody has.
  func invitee(_ email: String) throws -> Invitee?
  /// Whether somebody has used a client of the contract SLP.
  func usesSLP(_ account: AccountID) throws -> Bool
  /// Whether one of two has blocked the other.
  func isBlockBetween(_ one: AccountID, _ other: AccountID) throws -> Bool
  /// Whether somebody has uploaded a photo.
  func hasUploaded(_ photo: PhotoName, _ account: AccountID) throws -> Bool

  /// A workspace; nil where there is none.
  func workspace(_ id: WorkspaceID) throws -> Workspace?
  /// The workspaces that somebody is in, the newest membership first.
  func workspaces(of account: AccountID, limit: Int) throws -> [Workspace]
  /// How many workspaces somebody owns.
  func workspaceCount(ownedBy account: AccountID) throws -> Int
  /// A workspace of a folded name that somebody owns; nil where there is none.
  func workspace(named folded: String, ownedBy account: AccountID) throws -> WorkspaceID?
  /// Somebody in a workspace; nil where they are not in it.
  func member(_ account: AccountID, of workspace: WorkspaceID) throws -> Member?
  /// Who is in a workspace: its owner, then by the time of joining.
  func members(of workspace: WorkspaceID, limit: Int) throws -> [Member]
  /// Whether somebody owns a channel of a workspace.
  func ownsChannel(_ account: AccountID, in workspace: WorkspaceID) throws -> Bool

  /// The invitations of an account, newest first, but for those by people of whom one has blocked the other.
  func invitations(for account: AccountID, limit: Int) throws -> [Invitation]
  /// The invitation of an account to a workspace; nil where there is none.
  func invitation(to workspace: WorkspaceID, for account: AccountID) throws -> Invitation?
  /// The invitation that the link of a hashed code stands for at a moment; nil where there is none any more.
  func invitation(linkedBy hash: String, at instant: Timestamp) throws -> Invitation?
  /// How many invitations to a workspace nobody has answered, and links that nobody has used.
  func invitationCount(of workspace: WorkspaceID) throws -> Int
}

/// How workspaces change in a transaction. What is named has to be there.
package protocol WorkspaceWriting {
  /// Adds a workspace with its owner as the only member.
  func addWorkspace(
    _ workspace: CheckedWorkspace, origin: WorkspaceOrigin, by owner: AccountID, at instant: Timestamp
  ) throws -> WorkspaceID
  /// Replaces what its owner decides.
  func replace(_ id: WorkspaceID, by workspace: CheckedWorkspace) throws
  /// Removes a workspace with everything in it.
  /// - Returns: What its channels were.
  @discardableResult
  func removeWorkspace(_ id: WorkspaceID) throws -> [ChannelID]
  /// Gives a workspace and its standard channel to one of its members, who is no admin of a party any more.
  func transferWorkspace(_ id: WorkspaceID, to member: AccountID) throws

  /// Takes somebody in who is not in it: into its standard channel, and back into the rooms that they had. An
  /// invitation is used up, and so is an application where it is a party.
  /// - Returns: The channels that they came into.
  func addMember(_ account: AccountID, to workspace: WorkspaceID, at instant: Timestamp) throws -> [ChannelID]
  /// Takes a member other than the owner out of a workspace and all its channels. What they own goes to whoever joined
  /// it first; a channel that has nobody else is removed. Whom they have invited is so no more.
  /// - Returns: The channels that they left.
  func removeMember(_ account: AccountID, from workspace: WorkspaceID) throws -> [ChannelID]

  /// Invites somebody, unless they are invited.
  func invite(_ account: AccountID, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp) throws
  /// Removes the invitation of an account.
  func removeInvitation(to workspace: WorkspaceID, for account: AccountID) throws
  /// Adds a link by its hashed code, and forgets those of the workspace that have expired.
  func addLink(
    _ hash: String, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp, until expiry: Timestamp
  ) throws
  /// Removes the link of a hashed code.
  func removeLink(_ hash: String) throws
  /// Removes all links to a workspace.
  func removeLinks(to workspace: WorkspaceID) throws
}
