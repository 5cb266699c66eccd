package import Basics

/// Reads accounts and workspaces in a transaction, without permission checks.
package protocol WorkspaceReading {
  /// Nil if there is no such account.
  func person(_ account: AccountID) throws -> Person?
  /// The account with an e-mail address; nil if there is none.
  func candidate(
    _ email: String, for workspace: WorkspaceID, invitedBy inviter: AccountID
  ) throws -> InvitationCandidate?
  /// The accounts among some that have blocked an account, or are blocked by it. Complexity: O(accounts).
  func blocked(among accounts: Set<AccountID>, for account: AccountID) throws -> Set<AccountID>
  /// The photos among some that an account has uploaded.
  func uploaded(among photos: [PhotoName], by account: AccountID) throws -> Set<PhotoName>

  /// Nil if there is none.
  func workspace(_ id: WorkspaceID) throws -> Workspace?
  /// A workspace; nil if there is none, or the account is not in it.
  func workspace(_ id: WorkspaceID, joinedBy account: AccountID) throws -> Workspace?
  /// The workspaces of an account, the newest membership first.
  func workspaces(of account: AccountID, limit: Int) throws -> [Workspace]
  /// Whether two accounts are in one workspace of an origin, among the newest memberships of the first.
  func shareWorkspace(_ one: AccountID, _ other: AccountID, origin: WorkspaceOrigin, limit: Int) throws -> Bool
  /// The owner of a workspace with a content; nil if there is no such account.
  /// - Parameter uploader: the account that gives the content.
  func owner(_ account: AccountID, of workspace: CheckedWorkspace, by uploader: AccountID) throws -> WorkspaceOwner?
  /// A member of a workspace; nil if the account is not in it.
  func member(_ account: AccountID, of workspace: WorkspaceID) throws -> Member?
  /// The accounts among some that are in a workspace. Complexity: O(accounts).
  func members(among accounts: Set<AccountID>, of workspace: WorkspaceID) throws -> Set<AccountID>
  /// The members of a workspace: its owner first, then by the time of joining.
  func members(of workspace: WorkspaceID, limit: Int) throws -> [Member]
  /// Whether an account owns a channel of a workspace.
  func ownsChannel(_ account: AccountID, in workspace: WorkspaceID) throws -> Bool

  /// The invitations of an account, newest first, without those by inviters whom it blocks or who block it.
  func invitations(for account: AccountID, limit: Int) throws -> [Invitation]
  /// The invitation of an account to a workspace; nil if there is none, or the inviter blocks it or it the inviter.
  func invitation(to workspace: WorkspaceID, for account: AccountID) throws -> Invitation?
  /// The invitation of a link with a hashed code at an instant; nil if it is unknown or expired, or the inviter blocks
  /// the account or it the inviter.
  func invitation(linkedBy hash: String, at instant: Timestamp, for account: AccountID) throws -> Invitation?
  /// The number of pending invitations to a workspace, including unused links.
  func invitationCount(of workspace: WorkspaceID) throws -> Int
}

/// Writes workspaces in a transaction. The rows that parameters refer to must exist.
package protocol WorkspaceWriting {
  /// Adds a workspace with its owner as the only member.
  func addWorkspace(
    _ workspace: CheckedWorkspace, origin: WorkspaceOrigin, by owner: AccountID, at instant: Timestamp
  ) throws -> Workspace
  /// Replaces the content of a workspace.
  func replace(_ id: WorkspaceID, by workspace: CheckedWorkspace) throws
  /// Removes a workspace with everything in it.
  /// - Returns: The channels that it had.
  @discardableResult
  func removeWorkspace(_ id: WorkspaceID) throws -> [ChannelID]
  /// Transfers a workspace and its standard channel to one of its members. In a party the new owner is no longer an
  /// admin.
  func transferWorkspace(_ id: WorkspaceID, to member: AccountID) throws

  /// Adds members: to the standard channel, and again to the direct rooms that they had. Deletes their invitations, and
  /// in a party their applications.
  /// - Returns: The channels that they joined, in the order of the accounts.
  func addMembers(
    _ accounts: [AccountID], to workspace: WorkspaceID, at instant: Timestamp
  ) throws -> [ChannelMembership]
  /// Removes members other than the owner from a workspace and all its channels. Channels that they own go to the
  /// earliest other member, or are removed if there is none. Their pending invitations and links are deleted.
  /// - Returns: The channels that they left, in the order of the accounts.
  func removeMembers(_ accounts: [AccountID], from workspace: WorkspaceID) throws -> [ChannelMembership]

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
