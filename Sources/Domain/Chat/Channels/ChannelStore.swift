package import Basics

/// Reads channels in a transaction, without permission checks.
package protocol ChannelReading {
  /// Nil if there is none.
  func channel(_ id: ChannelID) throws -> Channel?
  /// A channel with what it is to an account; nil if there is none, or the account is not in its workspace.
  /// - Parameter key: an idempotency key of the account's messages.
  func access(of account: AccountID, to channel: ChannelID, key: String?) throws -> ChannelAccess?
  /// The channel with a folded name; nil if there is none.
  func channel(named folded: String, in workspace: WorkspaceID) throws -> ChannelID?
  /// A member of a workspace as the partner of an account; nil if they are not in the workspace.
  func partner(_ member: AccountID, of account: AccountID, in workspace: WorkspaceID) throws -> RoomPartner?
  /// The number of channels of a workspace, without direct rooms.
  func channelCount(in workspace: WorkspaceID) throws -> Int
  /// A channel as an account sees it; nil if there is none.
  func view(_ id: ChannelID, for account: AccountID) throws -> ChannelView?
  /// The channel with a folded name as an account sees it; nil if there is none.
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
}

/// Writes channels in a transaction. The rows that parameters refer to must exist.
package protocol ChannelWriting {
  /// Adds a channel with its owner as the only member.
  func addChannel(
    _ channel: CheckedChannel, _ kind: ChannelKind, to workspace: WorkspaceID, by owner: AccountID,
    at instant: Timestamp
  ) throws -> ChannelID
  /// Adds the direct room of two accounts, who are in it.
  func addRoom(of one: AccountID, and other: AccountID, in workspace: WorkspaceID, at instant: Timestamp) throws
    -> ChannelID
  /// Replaces the content of a channel.
  func replace(_ id: ChannelID, by channel: CheckedChannel) throws
  /// Removes a channel with its messages.
  func removeChannel(_ id: ChannelID) throws
  /// Transfers a channel to one of its members.
  func transferChannel(_ id: ChannelID, to member: AccountID) throws
  /// Adds a member, with earlier messages marked as read; false if the account is in the channel already.
  func join(_ account: AccountID, _ channel: Channel, at instant: Timestamp) throws -> Bool
  /// Removes a member; false if the account is not in the channel.
  func leave(_ account: AccountID, _ channel: ChannelID) throws -> Bool
  /// Moves a member's read marker forward, never back.
  func read(upTo sequence: Int, of channel: ChannelID, by account: AccountID) throws
}
