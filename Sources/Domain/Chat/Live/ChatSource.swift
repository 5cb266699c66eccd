package import Basics

/// What a hub reads: the truth of which events only tell that it has changed.
package protocol ChatSource: Sendable {
  /// The revision that a channel has reached; nil where there is no such channel.
  func revision(of channel: ChannelID) async throws -> Int?
  /// The messages of a channel that were made, changed or removed since a revision, in the order of their revisions, as
  /// they stand now. At most `limit`.
  func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [ChatMessage]
  /// Which of some accounts are in a channel; none where there is no such channel.
  func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID>
  /// The same of several channels at one moment: how far each is, and which of some accounts are in it.
  func snapshots(of channels: [ChannelID: Set<AccountID>]) async throws -> [ChannelID: ChannelSnapshot]
  /// A number that is another one once anything may have changed since it was asked before.
  func changeNumber() async throws -> Int64
}

/// How a channel stands at a moment.
package struct ChannelSnapshot: Hashable, Sendable {
  /// The revision that it has reached; nil where there is no such channel.
  package var revision: Int?
  /// Who of those that were asked for is in it.
  package var members: Set<AccountID>

  /// A standing from its parts.
  package init(revision: Int?, members: Set<AccountID>) {
    self.revision = revision
    self.members = members
  }
}
