package import Basics

/// The hub's view of the store, which is the truth; events only announce changes.
package protocol ChatSource: Sendable {
  /// The revision of a channel; nil if there is no such channel.
  func revision(of channel: ChannelID) async throws -> Int?
  /// The messages of a channel that were created, changed or removed since a revision, ordered by revision, in their
  /// current state. At most `limit`.
  func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [ChatMessage]
  /// The accounts among some that are in a channel; none if there is no such channel.
  func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID>
  /// Snapshots of several channels at one instant, with the accounts among some that are in each.
  func snapshots(of channels: [ChannelID: Set<AccountID>]) async throws -> [ChannelID: ChannelSnapshot]
  /// A number that differs after any change since the last call.
  func dataVersion() async throws -> Int64
}

/// The state of a channel at an instant.
package struct ChannelSnapshot: Hashable, Sendable {
  /// Nil if there is no such channel.
  package var revision: Int?
  /// The requested accounts that are in the channel.
  package var members: Set<AccountID>

  package init(revision: Int?, members: Set<AccountID>) {
    self.revision = revision
    self.members = members
  }
}
