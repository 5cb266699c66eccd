package import Basics

/// Reads messages in a transaction, without permission checks.
package protocol MessageReading {
  /// A message; nil if there is none.
  func message(_ id: MessageID) throws -> ChatMessage?
  func messages(_ range: MessageRange, of channel: ChannelID, limit: Int) throws -> [ChatMessage]
  /// Searches the next older messages of a workspace, newest first, for a folded text, in channels that an account is
  /// in.
  /// - Parameters:
  ///   - maxScanned: the maximum of messages to scan.
  ///   - limit: the maximum of matches.
  /// - Returns: The matches, and the last scanned message; nil if there are no more.
  /// - Complexity: O(log n + maxScanned), in the lengths of the texts.
  func search(
    _ folded: String, in workspace: WorkspaceID, for account: AccountID, before: MessageID?, among maxScanned: Int,
    limit: Int
  ) throws -> (found: [ChatMessage], downTo: MessageID?)
  /// The number of messages of others after an instant, without removed ones. Complexity: O(log n + count).
  func unreadCount(since instant: Timestamp?, of channel: ChannelID, for account: AccountID) throws -> Int
}

/// Writes messages in a transaction. The rows that parameters refer to must exist.
package protocol MessageWriting {
  /// Adds a message with the channel's next sequence number and revision, at least a millisecond after the previous
  /// one; its author's read marker moves to it.
  func addMessage(
    _ text: CheckedText, photos: [PhotoName], key: String?, to channel: ChannelID, by author: Person,
    at instant: Timestamp
  ) throws -> ChatMessage
  /// Changes the text of a message as it is now, with the channel's next revision.
  func change(_ message: ChatMessage, to text: CheckedText, at instant: Timestamp) throws -> ChatMessage
  /// Removes text and photos of a message as it is now, with the channel's next revision, and leaves a tombstone.
  func remove(_ message: ChatMessage, at instant: Timestamp) throws -> ChatMessage
}
