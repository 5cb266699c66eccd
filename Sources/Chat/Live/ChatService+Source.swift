public import Basics

extension ChatService: ChatSource {
  /// The revision that a channel has reached; nil where there is no such channel.
  public func revision(of channel: ChannelID) async throws -> Int? {
    try await store.read { try $0.channel(channel)?.revision }
  }

  /// What has changed in a channel since a revision, whoever asks.
  public func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [Message] {
    try await store.read { try $0.messages(.changed(sinceRevision: revision), of: channel, limit: limit) }
  }

  /// Which of some accounts are in a channel.
  public func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID> {
    try await store.read { store in try accounts.filter { try store.isIn($0, channel) } }
  }
}
