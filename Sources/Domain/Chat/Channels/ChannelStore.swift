package import Basics

/// Reads channels in a transaction, without permission checks.
package protocol ChannelReading {
  /// Nil if there is none.
  func channel(_ id: ChannelID) throws -> Channel?
  /// The channel with a folded name; nil if there is none.
  func channel(named folded: String, in workspace: WorkspaceID) throws -> ChannelID?
  /// The direct room of two accounts, whether or not they are in it now; nil if there is none.
  func room(of one: AccountID, and other: AccountID, in workspace: WorkspaceID) throws -> ChannelID?
  /// The other member of a direct room; nil if that account is gone, and for other channels.
  func partner(of account: AccountID, in channel: ChannelID) throws -> Person?
  /// The number of channels of a workspace, without direct rooms.
  func channelCount(in workspace: WorkspaceID) throws -> Int
  /// A channel as an account sees it.
  func view(_ channel: Channel, for account: AccountID) throws -> ChannelView
  /// The channels of a workspace, closed ones only if the account is in them: the standard one first, then by name.
  func channels(of workspace: WorkspaceID, for account: AccountID) throws -> [ChannelView]
  /// The direct rooms that an account is in, the one with the latest message first.
  func rooms(of workspace: WorkspaceID, for account: AccountID, limit: Int) throws -> [ChannelView]
  func isMember(_ account: AccountID, _ channel: ChannelID) throws -> Bool
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
