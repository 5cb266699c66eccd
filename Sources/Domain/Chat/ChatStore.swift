package import Basics

/// The store of workspaces, channels and messages.
///
/// The rules are synchronous bodies of transactions: no other change happens between what they read and what they
/// write.
package protocol ChatStore: Sendable {
  /// Reads a consistent snapshot.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any ChatReading) throws -> Result) async throws -> Result

  /// Runs a write transaction; these are serialised over all processes. The changes are durable when this returns; if
  /// the body throws, they are rolled back.
  func write<Result: Sendable>(_ body: @escaping @Sendable (any ChatWriting) throws -> Result) async throws -> Result

  /// A number that differs after any change since the last call, by this or another process.
  func dataVersion() async throws -> Int64
}

/// Reads in a transaction, without permission checks; must not escape its body.
package protocol ChatReading {
  // MARK: Workspaces

  func person(_ account: AccountID) throws -> Person?
  /// The account with an e-mail address; nil if there is none.
  func candidate(
    _ email: String, for workspace: WorkspaceID, invitedBy inviter: AccountID
  ) throws -> InvitationCandidate?
  /// The accounts among some that have blocked an account, or are blocked by it. Complexity: O(accounts).
  func blocked(among accounts: Set<AccountID>, for account: AccountID) throws -> Set<AccountID>
  func uploaded(among photos: [PhotoName], by account: AccountID) throws -> Set<PhotoName>

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
  func ownsChannel(_ account: AccountID, in workspace: WorkspaceID) throws -> Bool

  /// The invitations of an account, newest first, without those by inviters whom it blocks or who block it.
  func invitations(for account: AccountID, limit: Int) throws -> [Invitation]
  func invitation(to workspace: WorkspaceID, for account: AccountID) throws -> Invitation?
  /// The invitation of a link with a hashed code at an instant; nil if it is unknown or expired, or the inviter blocks
  /// the account or it the inviter.
  func invitation(linkedBy hash: String, at instant: Timestamp, for account: AccountID) throws -> Invitation?
  /// The number of pending invitations to a workspace, including unused links.
  func invitationCount(of workspace: WorkspaceID) throws -> Int

  // MARK: Channels

  func channel(_ id: ChannelID) throws -> Channel?
  /// A channel with what it is to an account; nil if there is none, or the account is not in its workspace.
  /// - Parameter key: an idempotency key of the account's messages.
  func access(of account: AccountID, to channel: ChannelID, key: String?) throws -> ChannelAccess?
  func channel(named folded: String, in workspace: WorkspaceID) throws -> ChannelID?
  /// A member of a workspace as the partner of an account; nil if they are not in the workspace.
  func partner(_ member: AccountID, of account: AccountID, in workspace: WorkspaceID) throws -> RoomPartner?
  /// The number of channels of a workspace, without direct rooms.
  func channelCount(in workspace: WorkspaceID) throws -> Int
  func view(_ id: ChannelID, for account: AccountID) throws -> ChannelView?
  func view(named folded: String, in workspace: WorkspaceID, for account: AccountID) throws -> ChannelView?
  /// The channels of a workspace, closed ones only if the account is in them: the standard one first, then by name.
  func channels(of workspace: WorkspaceID, for account: AccountID) throws -> [ChannelView]
  /// The direct rooms that an account is in, the one with the latest message first.
  func rooms(of workspace: WorkspaceID, for account: AccountID, limit: Int) throws -> [ChannelView]
  /// The channels that an account is in, those with the latest messages first, with up to `maxCount` unread messages.
  func unreadChannels(of account: AccountID, limit: Int, maxCount: Int) throws -> [UnreadSummary.Channel]
  /// The accounts among some that are in a channel. Complexity: O(accounts).
  func members(among accounts: Set<AccountID>, of channel: ChannelID) throws -> Set<AccountID>
  /// Snapshots of several channels, with the accounts among some that are in each. Complexity: O(accounts).
  func snapshots(of channels: [ChannelID: Set<AccountID>]) throws -> [ChannelID: ChannelSnapshot]
  /// A member of a channel; nil if the account is not in it.
  func member(_ account: AccountID, of channel: ChannelID) throws -> Member?
  /// The members of a channel: its owner first, then by the time of joining.
  func members(of channel: ChannelID, limit: Int) throws -> [Member]

  // MARK: Messages

  func message(_ id: MessageID) throws -> ChatMessage?
  func messages(_ range: MessageRange, of channel: ChannelID, limit: Int) throws -> [ChatMessage]
  /// Searches the next older messages of a workspace, newest first, for a folded text, in channels that an account is
  /// in.
  /// - Parameters:
  ///   - maxScanned: the maximum of messages to scan.
  ///   - limit: the maximum of matches.
  /// - Returns: The matches, and the last scanned message; nil if there are no more.
  /// - Complexity: O(log n + maxScanned), in the lengths of the texts.
  func search(
    _ folded: String, in workspace: WorkspaceID, for account: AccountID, before: MessageID?, among maxScanned: Int,
    limit: Int
  ) throws -> (found: [ChatMessage], downTo: MessageID?)
  /// The number of messages of others after an instant, without removed ones. Complexity: O(log n + count).
  func unreadCount(since instant: Timestamp?, of channel: ChannelID, for account: AccountID) throws -> Int

  // MARK: Parties

  /// A party; nil if there is no such workspace, or it is not a party.
  func access(of account: AccountID, to party: WorkspaceID) throws -> PartyAccess?
  /// Public parties older than another one, newest first, without those whose master and the viewer have blocked each
  /// other. Complexity: O(limit) if many match; if few do, a bounded number of parties is scanned.
  func publicParties(_ terms: SearchTerms, before: WorkspaceID?, limit: Int, for account: AccountID) throws -> PartyPage
  /// The parties that an account is in or has applied to, the latest membership or application first; applications only
  /// if the account and the master have not blocked each other.
  func parties(of account: AccountID, limit: Int) throws -> [PartyView]

  /// The grades in a party of those among some accounts that are members or applicants. Complexity: O(accounts).
  func grades(of accounts: Set<AccountID>, in party: WorkspaceID) throws -> [AccountID: PartyGrade]
  /// The members of a party: master, admins, members, each by the time of joining.
  func partyMembers(of party: WorkspaceID, limit: Int) throws -> [PartyMember]
  /// The applicants of a party by time, without those blocked by or blocking its master.
  func applicants(of party: WorkspaceID, limit: Int) throws -> [PartyMember]
  func applicationCount(of party: WorkspaceID) throws -> Int
  /// The number of pending applications to parties that an account owns or is an admin of, at most `limit`.
  func applicationCount(toPartiesAdmittedBy account: AccountID, limit: Int) throws -> Int
  func applicationCount(by account: AccountID) throws -> Int

  // MARK: Quests

  func quest(_ id: QuestID) throws -> Quest?
  /// The quests of a party with a lower number, newest first. Complexity: O(quests of the party) if few match (their
  /// number is bounded), otherwise O(limit).
  func quests(
    of party: WorkspaceID, _ terms: SearchTerms, isComplete: Bool?, before: QuestID?, limit: Int
  ) throws -> [Quest]
  func questCount(of party: WorkspaceID) throws -> Int
}

/// What happened to a membership that somebody is told of.
package enum MembershipEvent: Hashable, Sendable, CaseIterable {
  case invitation
  /// To a party.
  case application
  /// Of an application.
  case acceptance
}

/// Writes in a transaction; must not escape its body. The rows that parameters refer to must exist.
package protocol ChatWriting: ChatReading {
  // MARK: Workspaces

  /// Adds a workspace with its owner as the only member.
  func addWorkspace(
    _ workspace: CheckedWorkspace, origin: WorkspaceOrigin, by owner: AccountID, at instant: Timestamp
  ) throws -> Workspace
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
  /// Adds a notice for each of some accounts.
  /// - Parameter actor: who did it; nil if the recipients are not told.
  func notify(
    _ accounts: [AccountID], of event: MembershipEvent, in workspace: WorkspaceID, by actor: AccountID?,
    at instant: Timestamp
  ) throws
  /// Adds a link by its hashed code, and deletes expired links of the workspace.
  func addLink(
    _ hash: String, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp, until expiry: Timestamp
  ) throws
  /// Removes the link with a hashed code.
  func removeLink(_ hash: String) throws
  func removeLinks(to workspace: WorkspaceID) throws

  // MARK: Channels

  /// Adds a channel with its owner as the only member.
  func addChannel(
    _ channel: CheckedChannel, _ kind: ChannelKind, to workspace: WorkspaceID, by owner: AccountID,
    at instant: Timestamp
  ) throws -> ChannelID
  func addRoom(of one: AccountID, and other: AccountID, in workspace: WorkspaceID, at instant: Timestamp) throws
    -> ChannelID
  func replace(_ id: ChannelID, by channel: CheckedChannel) throws
  func removeChannel(_ id: ChannelID) throws
  func transferChannel(_ id: ChannelID, to member: AccountID) throws
  /// Adds a member, with earlier messages marked as read; false if the account is in the channel already.
  func join(_ account: AccountID, _ channel: Channel, at instant: Timestamp) throws -> Bool
  /// Removes a member; false if the account is not in the channel.
  func leave(_ account: AccountID, _ channel: ChannelID) throws -> Bool
  /// Moves a member's read marker forward, never back.
  func read(upTo sequence: Int, of channel: ChannelID, by account: AccountID) throws

  // MARK: Messages

  /// Adds a message with the channel's next sequence number and revision, at least a millisecond after the previous
  /// one; its author's read marker moves to it.
  func addMessage(
    _ text: CheckedText, photos: [PhotoName], key: String?, to channel: ChannelID, by author: Person,
    at instant: Timestamp
  ) throws -> ChatMessage
  /// Changes the text of a message as it is now, with the channel's next revision.
  func change(_ message: ChatMessage, to text: CheckedText, at instant: Timestamp) throws -> ChatMessage
  /// Removes text and photos of a message as it is now, with the channel's next revision, and leaves a tombstone.
  func remove(_ message: ChatMessage, at instant: Timestamp) throws -> ChatMessage

  // MARK: Parties

  /// Turns a workspace into a party; false if another party has the access code.
  func addParty(_ id: WorkspaceID, isPublic: Bool, accessCode: String) throws -> Bool
  func setPublic(_ isPublic: Bool, _ party: WorkspaceID) throws
  func setAdmins(_ isAdmin: Bool, _ members: [AccountID], of party: WorkspaceID) throws
  /// Adds an application of an account that has not applied.
  func addApplication(of account: AccountID, to party: WorkspaceID, at instant: Timestamp) throws -> ApplicationID
  func removeApplications(of accounts: [AccountID], to party: WorkspaceID) throws

  // MARK: Quests

  func addQuest(
    _ quest: CheckedQuest, _ kind: QuestKind, to party: WorkspaceID, by writer: AccountID, at instant: Timestamp
  ) throws -> QuestID
  func replace(_ id: QuestID, by quest: CheckedQuest) throws
  func removeQuest(_ id: QuestID) throws
}
