package import Basics

extension ChatService: ChatSource {
  /// The clients with which a workspace was created, without permission checks; nil if there is none.
  package func origin(of id: WorkspaceID) async throws -> WorkspaceOrigin? {
    try await store.read { try $0.workspace(id)?.origin }
  }

  /// A channel, without permission checks; nil if there is none.
  package func channel(_ id: ChannelID) async throws -> Channel? {
    try await store.read { try $0.channel(id) }
  }

  /// The messages of a channel with a later sequence number, oldest first, without permission checks; none if there is
  /// no such channel.
  package func messages(after sequence: Int, of channel: ChannelID, limit: Int) async throws -> [ChatMessage] {
    try await store.read { try $0.messages(.after(sequence: sequence), of: channel, limit: limit) }
  }

  package func revision(of channel: ChannelID) async throws -> Int? {
    try await store.read { try $0.channel(channel)?.revision }
  }

  /// The changes in a channel since a revision, without permission checks.
  package func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [ChatMessage] {
    try await store.read { try $0.messages(.changed(sinceRevision: revision), of: channel, limit: limit) }
  }

  package func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID> {
    try await store.read { try $0.members(among: accounts, of: channel) }
  }

  /// Snapshots of several channels, without permission checks, with the accounts among some that are in each.
  /// Complexity: O(accounts).
  package func snapshots(of channels: [ChannelID: Set<AccountID>]) async throws -> [ChannelID: ChannelSnapshot] {
    try await store.read { try $0.snapshots(of: channels) }
  }

  /// A number that differs after any change since the last call.
  package func dataVersion() async throws -> Int64 { try await store.dataVersion() }
}
