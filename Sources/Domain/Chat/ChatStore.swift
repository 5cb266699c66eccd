/// Where workspaces, channels and messages are kept.
///
/// The rules are bodies of transactions: they wait for nothing, and no other change comes between what they read and
/// what they write.
package protocol ChatStore: Sendable {
  /// Reads what stood at one moment.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any ChatReading) throws -> Result) async throws -> Result

  /// Changes something, one body at a time over all processes: all of it is on the disk when this returns, and nothing
  /// of it where the body throws.
  func write<Result: Sendable>(_ body: @escaping @Sendable (any ChatWriting) throws -> Result) async throws -> Result

  /// A number that is another one once anything was changed since it was asked before, here or by another process.
  func changeNumber() async throws -> Int64
}

/// What can be read in a transaction; it never leaves the body that received it.
package protocol ChatReading: WorkspaceReading, ChannelReading, MessageReading, PartyReading, QuestReading {}

/// What can be done in a transaction; it never leaves the body that received it.
package protocol ChatWriting: ChatReading, WorkspaceWriting, ChannelWriting, MessageWriting, PartyWriting, QuestWriting
{
}
