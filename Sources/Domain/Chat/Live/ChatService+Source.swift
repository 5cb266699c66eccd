package import Basics

extension ChatService: ChatSource {
  /// By which clients a workspace was made, whoever asks; nil where there is none.
  package func origin(of id: WorkspaceID) async throws -> WorkspaceOrigin? {
    try await store.read { try $0.workspace(id)?.origin }
  }

  /// A channel, whoever asks; nil where there is none.
  package func channel(_ id: ChannelID) async throws -> Channel? {
    try await store.read { try $0.channel(id) }
  }

  /// The messages of a channel with a later sequence, oldest first, whoever asks; none where there is no such channel.
  package func messages(after sequence: Int, of channel: ChannelID, limit: Int) async throws -> [ChatMessage] {
    try await store.read { try $0.messages(.after(sequence: sequence), of: channel, limit: limit) }
  }

  /// The revision that a channel has reached; nil where there is no such channel.
  package func revision(of channel: ChannelID) async throws -> Int? {
    try await store.read { try $0.channel(channel)?.revision }
  }

  /// What has changed in a channel since a revision, whoever asks.
  package func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [ChatMessage] {
    try await store.read { try $0.messages(.changed(sinceRevision: revision), of: channel, limit: limit) }
  }

  /// Which of some accounts are in a channel.
  package func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID> {
    try await store.read { store in try accounts.filter { try store.isIn($0, channel) } }
  }

  /// How several channels stand, whoever asks, and which of some accounts are in each. Complexity: O(accounts).
  package func snapshots(of channels: [ChannelID: Set<AccountID>]) async throws -> [ChannelID: ChannelSnapshot] {
    try await store.read { store in
      var snapshots: [ChannelID: ChannelSnapshot] = [:]
      for (channel, accounts) in channels {
        snapshots[channel] = ChannelSnapshot(
          revision: try store.channel(channel)?.revision, members: try accounts.filter { try store.isIn($0, channel) })
      }
      return snapshots
    }
  }

  /// A number that is another one once anything may have changed since it was asked before.
  package func changeNumber() async throws -> Int64 { try await store.changeNumber() }
}
