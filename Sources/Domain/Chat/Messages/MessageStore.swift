package import Basics

/// Messages as they stand in a transaction. Nobody's permission is looked at.
package protocol MessageReading {
  /// A message; nil where there is none.
  func message(_ id: MessageID) throws -> ChatMessage?
  /// What somebody said in a channel under a key; nil where they said nothing.
  func message(_ key: String, by author: AccountID, in channel: ChannelID) throws -> ChatMessage?
  /// Messages of a channel. Complexity: O(log n + limit).
  func messages(_ range: MessageRange, of channel: ChannelID, limit: Int) throws -> [ChatMessage]
  /// Which of the next few messages of a workspace, newest first, hold a folded text and are in a channel that somebody
  /// is in.
  /// - Parameters:
  ///   - maxScanned: how many messages are looked at.
  ///   - limit: how many are found at most.
  /// - Returns: With the message down to which was looked; nil where there are no more.
  /// - Complexity: O(log n + most), in the lengths of the texts.
  func search(
    _ folded: String, in workspace: WorkspaceID, for account: AccountID, before: MessageID?, among maxScanned: Int,
    limit: Int
  ) throws -> (found: [ChatMessage], downTo: MessageID?)
  /// How many messages of others that are not removed came after a moment. Complexity: O(log n + count).
  func unreadCount(since instant: Timestamp?, of channel: ChannelID, for account: AccountID) throws -> Int
}

/// How messages come and change in a transaction. What is named has to be there.
package protocol MessageWriting {
  /// Adds a message with the next sequence and revision of its channel, later than the one before by a millisecond or
  /// more; its author has read up to there.
  func addMessage(
    _ text: CheckedText, photos: [PhotoName], key: String?, to channel: ChannelID, by author: AccountID,
    at instant: Timestamp
  ) throws -> MessageID
  /// Changes a text, with the channel's next revision.
  func change(_ message: ChatMessage, to text: CheckedText, at instant: Timestamp) throws
  /// Removes text and photos, with the channel's next revision: the place stays.
  func remove(_ message: ChatMessage, at instant: Timestamp) throws
}
