public import Basics

/// What a hub reads: the truth of which events only tell that it has changed.
public protocol ChatSource: Sendable {
  /// The revision that a channel has reached; nil where there is no such channel.
  func revision(of channel: ChannelID) async throws -> Int?
  /// The messages of a channel that were made, changed or removed since a revision, in the order of their revisions, as
  /// they stand now. At most `limit`.
  func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [Message]
  /// Which of some accounts are in a channel; none where there is no such channel.
  func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID>
}
