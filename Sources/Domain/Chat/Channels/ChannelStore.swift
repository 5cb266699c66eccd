package import Basics

/// Channels as they stand in a transaction. Nobody's permission is looked at.
package protocol ChannelReading {
  /// A channel; nil where there is none.
  func channel(_ id: ChannelID) throws -> Channel?
  /// The channel of a folded name; nil where there is none.
  func channel(named folded: String, in workspace: WorkspaceID) throws -> ChannelID?
  /// The room of two people, whether or not they are in it; nil where there is none.
  func room(of one: AccountID, and other: AccountID, in workspace: WorkspaceID) throws -> ChannelID?
  /// The other of a room; nil where the other is gone, and for other channels.
  func partner(of account: AccountID, in channel: ChannelID) throws -> Person?
  /// How many channels a workspace has, rooms not counted.
  func channelCount(in workspace: WorkspaceID) throws -> Int
  /// A channel as somebody sees it.
  func seen(_ channel: Channel, by account: AccountID) throws -> SeenChannel
  /// The channels of a workspace, closed ones only where somebody is in them: the standard one, then by name.
  func channels(of workspace: WorkspaceID, for account: AccountID) throws -> [SeenChannel]
  /// The rooms that somebody is in, where something was said last first.
  func rooms(of workspace: WorkspaceID, for account: AccountID, limit: Int) throws -> [SeenChannel]
  /// Whether somebody is in a channel.
  func isIn(_ account: AccountID, _ channel: ChannelID) throws -> Bool
  /// Somebody in a channel; nil where they are not in it.
  func member(_ account: AccountID, of channel: ChannelID) throws -> Member?
  /// Who is in a channel: its owner, then by the time of joining.
  func members(of channel: ChannelID, limit: Int) throws -> [Member]
}

/// How channels change in a transaction. What is named has to be there.
package protocol ChannelWriting {
  /// Adds a channel with its owner as the only member.
  func addChannel(
    _ channel: CheckedChannel, _ kind: ChannelKind, to workspace: WorkspaceID, by owner: AccountID,
    at instant: Timestamp
  ) throws -> ChannelID
  /// Adds the room of two members, who are in it.
  func addRoom(of one: AccountID, and other: AccountID, in workspace: WorkspaceID, at instant: Timestamp) throws
    -> ChannelID
  /// Replaces what its owner decides.
  func replace(_ id: ChannelID, by channel: CheckedChannel) throws
  /// Removes a channel with what was said in it.
  func removeChannel(_ id: ChannelID) throws
  /// Gives a channel to one of its members.
  func transferChannel(_ id: ChannelID, to member: AccountID) throws
  /// Takes somebody in, who has read what was said before; false where they are in it already.
  func join(_ account: AccountID, _ channel: Channel, at instant: Timestamp) throws -> Bool
  /// Takes somebody out; false where they are not in it.
  func leave(_ account: AccountID, _ channel: ChannelID) throws -> Bool
  /// Moves the read marker of a member forward; never back.
  func read(upTo sequence: Int, of channel: ChannelID, by account: AccountID) throws
}
