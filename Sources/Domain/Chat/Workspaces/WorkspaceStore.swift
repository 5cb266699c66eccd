package import Basics

/// Reads accounts and workspaces in a transaction, without permission checks.
package protocol WorkspaceReading {
  /// Nil if there is no such account.
  func person(_ account: AccountID) throws -> Person?
  /// The account with an e-mail address; nil if there is none.
  func invitee(_ email: String) throws -> Invitee?
  /// Whether an account has used a client of the contract SLP.
  func usesSLP(_ account: AccountID) throws -> Bool
  /// Whether either of two accounts has blocked the other.
  func isBlockBetween(_ one: AccountID, _ other: AccountID) throws -> Bool
  /// Whether an account has uploaded a photo.
  func hasUploaded(_ photo: PhotoName, _ account: AccountID) throws -> Bool

  /// Nil if there is none.
  func workspace(_ id: WorkspaceID) throws -> Workspace?
  /// The workspaces of an account, the newest membership first.
  func workspaces(of account: AccountID, limit: Int) throws -> [Workspace]
  /// The number of workspaces that an account owns.
  func workspaceCount(ownedBy account: AccountID) throws -> Int
  /// The workspace with a folded name that an account owns; nil if there is none.
  func workspace(named folded: String, ownedBy account: AccountID) throws -> WorkspaceID?
  /// A member of a workspace; nil if the account is not in it.
  func member(_ account: AccountID, of workspace: WorkspaceID) throws -> Member?
  /// The members of a workspace: its owner first, then by the time of joining.
  func members(of workspace: WorkspaceID, limit: Int) throws -> [Member]
  /// Whether an account owns a channel of a workspace.
  func ownsChannel(_ account: AccountID, in workspace: WorkspaceID) throws -> Bool

  /// The invitations of an account, newest first, without those by inviters whom it blocks or who block it.
  func invitations(for account: AccountID, limit: Int) throws -> [Invitation]
  /// The invitation of an account to a workspace; nil if there is none.
  func invitation(to workspace: WorkspaceID, for account: AccountID) throws -> Invitation?
  /// The invitation of a link with a hashed code at an instant; nil if it is unknown or expired.
  func invitation(linkedBy hash: String, at instant: Timestamp) throws -> Invitation?
  /// The number of pending invitations to a workspace, including unused links.
  func invitationCount(of workspace: WorkspaceID) throws -> Int
}

/// Writes workspaces in a transaction. The rows that parameters refer to must exist.
package protocol WorkspaceWriting {
  /// Adds a workspace with its owner as the only member.
  func addWorkspace(
    _ workspace: CheckedWorkspace, origin: WorkspaceOrigin, by owner: AccountID, at instant: Timestamp
  ) throws -> WorkspaceID
  /// Replaces the content of a workspace.
  func replace(_ id: WorkspaceID, by workspace: CheckedWorkspace) throws
  /// Removes a workspace with everything in it.
  /// - Returns: The channels that it had.
  @discardableResult
  func removeWorkspace(_ id: WorkspaceID) throws -> [ChannelID]
  /// Transfers a workspace and its standard channel to one of its members. In a party the new owner is no longer an
  /// admin.
  func transferWorkspace(_ id: WorkspaceID, to member: AccountID) throws

  /// Adds a member: to the standard channel, and again to the direct rooms that they had. Deletes their invitation, and
  /// in a party their application.
  /// - Returns: The channels that they joined.
  func addMember(_ account: AccountID, to workspace: WorkspaceID, at instant: Timestamp) throws -> [ChannelID]
  /// Removes a member other than the owner from a workspace and all its channels. Channels that they own go to the
  /// earliest other member, or are removed if there is none. Their pending invitations and links are deleted.
  /// - Returns: The channels that they left.
  func removeMember(_ account: AccountID, from workspace: WorkspaceID) throws -> [ChannelID]

  /// Invites an account, unless it is already invited.
  func invite(_ account: AccountID, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp) throws
  func removeInvitation(to workspace: WorkspaceID, for account: AccountID) throws
  /// Adds a link by its hashed code, and deletes expired links of the workspace.
  func addLink(
    _ hash: String, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp, until expiry: Timestamp
  ) throws
  /// Removes the link with a hashed code.
  func removeLink(_ hash: String) throws
  func removeLinks(to workspace: WorkspaceID) throws
}
