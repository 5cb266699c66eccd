import Basics
import Chat
import SQL

extension ChatTransaction {
  func addMessage(
    _ text: CheckedText, photos: [PhotoName], key: String?, to channel: ChannelID, by author: Person,
    at instant: Timestamp
  ) throws -> ChatMessage {
    let numbers = try nextNumbers(in: channel, at: instant)
    let id = MessageID(
      try added(
        """
        INSERT INTO message
          (channel_id, workspace_id, sequence, revision, author_id, text, text_folded, key, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        [
          .number(channel), .integer(numbers.workspace), .integer(numbers.sequence), .integer(numbers.revision),
          .id(author.id), .text(text.text), .text(text.folded), .text(orNull: key), .integer(numbers.instant),
        ]))
    let rows = photos.enumerated().map { [Value.number(id), .integer(Int64($0)), .text($1.description)] }
    try connection.run(
      (rows.isEmpty ? [] : [.insert("INSERT INTO message_photo (message_id, position, photo)", rows)])
        + [Self.read(upTo: Int(numbers.sequence), of: channel, by: author.id)])
    return ChatMessage(
      id: id, channel: channel, sequence: Int(numbers.sequence), revision: Int(numbers.revision), author: author,
      text: text.text, photos: photos, createdAt: Timestamp(milliseconds: numbers.instant))
  }

  private struct NextNumbers {
    var workspace: Int64
    var sequence: Int64
    var revision: Int64
    var instant: Int64
  }

  /// Reserves the next numbers of a channel. Writers are serialised, and a rollback also undoes the reservation, so
  /// there are no gaps.
  private func nextNumbers(in channel: ChannelID, at instant: Timestamp) throws -> NextNumbers {
    let numbers = try connection.first(
      """
      UPDATE channel SET last_sequence = last_sequence + 1, revision = revision + 1,
        said_at = CASE WHEN said_at >= $2 THEN said_at + 1 ELSE $2 END
      WHERE id = $1 RETURNING workspace_id, last_sequence, revision, said_at
      """, [.number(channel), .instant(instant)]
    ) {
      NextNumbers(workspace: $0.integer(0), sequence: $0.integer(1), revision: $0.integer(2), instant: $0.integer(3))
    }
    guard let numbers else { throw Unreadable(what: "the channel of a new message") }
    return numbers
  }

  private func nextRevision(of channel: ChannelID) throws -> Int64 {
    let revision = try connection.integer(
      "UPDATE channel SET revision = revision + 1 WHERE id = $1 RETURNING revision", [.number(channel)])
    guard let revision else { throw Unreadable(what: "the channel of a message") }
    return revision
  }

  func change(_ message: ChatMessage, to text: CheckedText, at instant: Timestamp) throws -> ChatMessage {
    let revision = try nextRevision(of: message.channel)
    try connection.run(
      "UPDATE message SET revision = $2, text = $3, text_folded = $4, edited_at = $5 WHERE id = $1",
      [.number(message.id), .integer(revision), .text(text.text), .text(text.folded), .instant(instant)])
    var changed = message
    (changed.revision, changed.text, changed.editedAt) = (Int(revision), text.text, instant)
    return changed
  }

  func remove(_ message: ChatMessage, at instant: Timestamp) throws -> ChatMessage {
    let revision = try nextRevision(of: message.channel)
    try connection.run([
      BoundStatement("DELETE FROM message_photo WHERE message_id = $1", [.number(message.id)]),
      BoundStatement(
        "UPDATE message SET revision = $2, text = '', text_folded = '', removed_at = $3 WHERE id = $1",
        [.number(message.id), .integer(revision), .instant(instant)]),
    ])
    var removed = message
    (removed.revision, removed.text, removed.photos, removed.removedAt) = (Int(revision), "", [], instant)
    return removed
  }
}
