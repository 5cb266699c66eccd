package import Basics

/// The hub's view of the store, which is the truth; events only announce changes.
package protocol ChatSource: Sendable {
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

package struct ChannelSnapshot: Hashable, Sendable {
  package var revision: Int?
  package var members: Set<AccountID>

  package init(revision: Int?, members: Set<AccountID>) {
    self.revision = revision
    self.members = members
  }
}
