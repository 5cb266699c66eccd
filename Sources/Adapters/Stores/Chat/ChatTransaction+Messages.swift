import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: One message

  func message(_ id: MessageID) throws -> ChatMessage? {
    try messages(ChatRows.messageSelect + " WHERE message.id = $1", [.number(id)]).first
  }

  // MARK: Lists

  func messages(_ range: MessageRange, of channel: ChannelID, limit: Int) throws -> [ChatMessage] {
    try messages(Self.statement(range), [.number(channel), Self.bound(range), .integer(Int64(limit))])
  }

  /// One seek in the index with this order.
  static func statement(_ range: MessageRange) -> String {
    let condition =
      switch range {
      case .after: "message.sequence > $2 ORDER BY message.sequence"
      case .before: "message.sequence < $2 ORDER BY message.sequence DESC"
      case .changed: "message.revision > $2 ORDER BY message.revision"
      case .since: "message.created_at > $2 ORDER BY message.created_at"
      }
    return ChatRows.messageSelect + " WHERE message.channel_id = $1 AND \(condition) LIMIT $3"
  }

  private static func bound(_ range: MessageRange) -> Value {
    switch range {
    case .after(let sequence): .integer(Int64(sequence))
    case .before(let sequence): .integer(sequence.map(Int64.init) ?? .max)
    case .changed(let revision): .integer(Int64(revision))
    case .since(let instant): .instant(instant)
    }
  }

  /// The condition that a column contains a text.
  ///
  /// `LIKE` would match the pattern again at every position: on long texts of one letter that is a hundred times
  /// slower.
  static func holds(_ column: String, _ text: String) -> String { "replace(\(column), \(text), '') <> \(column)" }

  // A full-text index would find no Korean syllable within a word (or, with trigrams, only three in a row), and would
  // still contain removed messages.
  static let search =
    ChatRows.messageSelect
      + """
       WHERE message.workspace_id = $1 AND message.id < $2 AND message.id >= $6 AND message.removed_at IS NULL
        AND EXISTS (SELECT 1 FROM channel_member
          WHERE channel_member.channel_id = message.channel_id AND channel_member.account_id = $3)
        AND \(holds("message.text_folded", "$4"))
      ORDER BY message.id DESC LIMIT $5
      """

  static let searchEnd = """
    SELECT id FROM message WHERE workspace_id = $1 AND id < $2 AND removed_at IS NULL
    ORDER BY id DESC LIMIT 1 OFFSET $3
    """

  func search(
    _ folded: String, in workspace: WorkspaceID, for account: AccountID, before: MessageID?, among maxScanned: Int,
    limit: Int
  ) throws -> (found: [ChatMessage], downTo: MessageID?) {
    let start = Value.integer(before?.value ?? .max)
    let end = try connection.integer(Self.searchEnd, [.number(workspace), start, .integer(Int64(maxScanned - 1))])
    let found = try messages(
      Self.search,
      [.number(workspace), start, .id(account), .text(folded), .integer(Int64(limit)), .integer(end ?? 0)])
    return (found, end.map { MessageID($0) })
  }

  private func messages(_ query: String, _ values: [Value]) throws -> [ChatMessage] {
    var messages = try all(query, values) { try ChatRows.message(of: $0) }
    let photos = try photos(of: messages)
    for index in messages.indices { messages[index].photos = photos[messages[index].id] ?? [] }
    return messages
  }

  static func photos(_ messages: String) -> String {
    """
    SELECT message_id, photo FROM message_photo WHERE message_id IN (\(messages)) ORDER BY message_id, position
    """
  }

  /// The photos of messages; removed ones have none.
  func photos(of messages: [ChatMessage]) throws -> [MessageID: [PhotoName]] {
    let shown = messages.filter { $0.removedAt == nil }.map { Value.number($0.id) }
    var photos: [MessageID: [PhotoName]] = [:]
    try connection.each(in: shown, Self.photos) { row in
      guard let photo = PhotoName(row.text(1)) else { throw Unreadable(what: "a photo's name") }
      photos[MessageID(row.integer(0)), default: []].append(photo)
    }
    return photos
  }

  // MARK: Counts

  static let unread = """
    SELECT COUNT(*) FROM message
    WHERE channel_id = $1 AND sequence > $2 AND author_id <> $3 AND removed_at IS NULL
    """

  func unreadCount(after sequence: Int, of channel: ChannelID, for account: AccountID) throws -> Int {
    Int(
      try connection.integer(Self.unread, [.number(channel), .integer(Int64(sequence)), .id(account)]) ?? 0)
  }

  /// Counts the unread messages of each channel of the account `$1` up to `$3`.
  static let unreadChannels = """
    SELECT own.channel_id, own.workspace_id, channel.revision,
      (SELECT COUNT(*) FROM (
        SELECT 1 FROM message
        WHERE message.channel_id = own.channel_id AND message.sequence > own.read_sequence
          AND message.author_id <> $1 AND message.removed_at IS NULL
        LIMIT $3) AS pending)
    FROM channel_member AS own JOIN channel ON channel.id = own.channel_id
    WHERE own.account_id = $1
    ORDER BY COALESCE(channel.said_at, channel.created_at) DESC, channel.id DESC LIMIT $2
    """

  func unreadChannels(of account: AccountID, limit: Int, maxCount: Int) throws -> [UnreadSummary.Channel] {
    try all(Self.unreadChannels, [.id(account), .integer(Int64(limit)), .integer(Int64(maxCount))]) { row in
      UnreadSummary.Channel(
        id: ChannelID(row.integer(0)), workspace: WorkspaceID(row.integer(1)), revision: Int(row.integer(2)),
        unreadCount: Int(row.integer(3)))
    }
  }

  static let sequenceAtInstant = """
    SELECT sequence FROM message WHERE channel_id = $1 AND created_at <= $2 ORDER BY created_at DESC LIMIT 1
    """

  func unreadCount(since instant: Timestamp?, of channel: ChannelID, for account: AccountID) throws -> Int {
    // Timestamps grow with sequences.
    let sequence = try instant.flatMap {
      try connection.integer(Self.sequenceAtInstant, [.number(channel), .instant($0)])
    }
    return try unreadCount(after: Int(sequence ?? 0), of: channel, for: account)
  }
}
