/// The store of workspaces, channels and messages.
///
/// The rules are synchronous bodies of transactions: no other change happens between what they read and what they
/// write.
package protocol ChatStore: Sendable {
  /// Reads a consistent snapshot.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any ChatReading) throws -> Result) async throws -> Result

  /// Runs a write transaction; these are serialised over all processes. The changes are durable when this returns; if
  /// the body throws, they are rolled back.
  func write<Result: Sendable>(_ body: @escaping @Sendable (any ChatWriting) throws -> Result) async throws -> Result

  /// A number that differs after any change since the last call, by this or another process.
  func dataVersion() async throws -> Int64
}

/// Reads in a transaction; must not escape its body.
package protocol ChatReading: WorkspaceReading, ChannelReading, MessageReading, PartyReading, QuestReading {}

/// Writes in a transaction; must not escape its body.
package protocol ChatWriting: ChatReading, WorkspaceWriting, ChannelWriting, MessageWriting, PartyWriting, QuestWriting
{
}
