import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: Reading

  func channel(_ id: ChannelID) throws -> Channel? {
    try connection.first("SELECT \(ChatRows.channelColumns) FROM channel WHERE id = $1", [.number(id)]) {
      try ChatRows.channel(of: $0)
    }
  }

  func channel(named folded: String, in workspace: WorkspaceID) throws -> ChannelID? {
    try connection.integer(
      "SELECT id FROM channel WHERE workspace_id = $1 AND name_folded = $2", [.number(workspace), .text(folded)]
    ).map { ChannelID($0) }
  }

  func room(of one: AccountID, and other: AccountID, in workspace: WorkspaceID) throws -> ChannelID? {
    try connection.integer(
      "SELECT id FROM channel WHERE one_id = $1 AND workspace_id = $2 AND other_id = $3",
      [.id(min(one, other)), .number(workspace), .id(max(one, other))]
    ).map { ChannelID($0) }
  }

  func partner(of account: AccountID, in channel: ChannelID) throws -> Person? {
    try connection.first(
      """
      SELECT \(AccountRow.personColumns) FROM channel
      JOIN account ON account.id = CASE WHEN channel.one_id = $2 THEN channel.other_id ELSE channel.one_id END
      WHERE channel.id = $1
      """, [.number(channel), .id(account)]
    ) { try $0.person(from: 0) }
  }

  func channelCount(in workspace: WorkspaceID) throws -> Int {
    Int(
      try connection.integer(
        "SELECT COUNT(*) FROM channel WHERE workspace_id = $1 AND name_folded IS NOT NULL", [.number(workspace)]) ?? 0)
  }

  static let readSequence = "SELECT read_sequence FROM channel_member WHERE channel_id = $1 AND account_id = $2"

  func view(_ channel: Channel, for account: AccountID) throws -> ChannelView {
    let read = try connection.integer(Self.readSequence, [.number(channel.id), .id(account)])
    let partner = channel.kind == .direct ? try partner(of: account, in: channel.id) : nil
    guard let read else {
      return ChannelView(
        channel: channel, partner: partner, isMember: false, readSequence: 0, unreadCount: 0, newest: nil)
    }
    return ChannelView(
      channel: channel, partner: partner, isMember: true, readSequence: Int(read),
      unreadCount: try unreadCount(after: Int(read), of: channel.id, for: account), newest: try newest(of: channel.id))
  }

  // MARK: Lists

  static let channels = """
    SELECT \(ChatRows.channelColumns) FROM channel
    WHERE workspace_id = $1 AND name_folded IS NOT NULL
      AND (kind <> 'closed'
        OR EXISTS (SELECT 1 FROM channel_member WHERE channel_id = channel.id AND account_id = $2))
    ORDER BY name_folded
    """

  func channels(of workspace: WorkspaceID, for account: AccountID) throws -> [ChannelView] {
    let channels = try all(Self.channels, [.number(workspace), .id(account)]) { try ChatRows.channel(of: $0) }
    return try (channels.filter { $0.kind == .standard } + channels.filter { $0.kind != .standard }).map {
      try view($0, for: account)
    }
  }

  static let rooms = """
    SELECT \(ChatRows.channelColumns) FROM channel_member JOIN channel ON channel.id = channel_member.channel_id
    WHERE channel_member.account_id = $1 AND channel_member.workspace_id = $2 AND channel.kind = 'direct'
    ORDER BY COALESCE(channel.said_at, channel.created_at) DESC, channel.id DESC LIMIT $3
    """

  func rooms(of workspace: WorkspaceID, for account: AccountID, limit: Int) throws -> [ChannelView] {
    try all(Self.rooms, [.id(account), .number(workspace), .integer(Int64(limit))]) {
      try ChatRows.channel(of: $0)
    }.map { try view($0, for: account) }
  }

  // MARK: Members

  private static let channelMemberSelect = """
    SELECT \(AccountRow.personColumns), channel_member.joined_at FROM channel_member
    JOIN account ON account.id = channel_member.account_id WHERE channel_member.channel_id = $1
    """
  static let channelMembers =
    channelMemberSelect + " ORDER BY channel_member.joined_at, channel_member.account_id LIMIT $2"

  func isMember(_ account: AccountID, _ channel: ChannelID) throws -> Bool {
    try connection.integer(Self.readSequence, [.number(channel), .id(account)]) != nil
  }

  func member(_ account: AccountID, of channel: ChannelID) throws -> Member? {
    let owner = try self.channel(channel)?.owner
    return try connection.first(
      Self.channelMemberSelect + " AND channel_member.account_id = $2", [.number(channel), .id(account)]
    ) { try ChatRows.member(of: $0, owner: owner) }
  }

  func members(of channel: ChannelID, limit: Int) throws -> [Member] {
    let owner = try self.channel(channel)?.owner
    return ChatRows.ownerFirst(
      try all(Self.channelMembers, [.number(channel), .integer(Int64(limit))]) {
        try ChatRows.member(of: $0, owner: owner)
      })
  }

  // MARK: Writing

  func addChannel(
    _ channel: CheckedChannel, _ kind: ChannelKind, to workspace: WorkspaceID, by owner: AccountID,
    at instant: Timestamp
  ) throws -> ChannelID {
    let id = ChannelID(
      try added(
        """
        INSERT INTO channel (workspace_id, kind, owner_id, name, name_folded, description, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """,
        [
          .number(workspace), .text(kind.rawValue), .id(owner), .text(channel.content.name),
          .text(channel.foldedName), .text(channel.content.description), .instant(instant),
        ]))
    try insert([owner], into: id, of: workspace, at: instant)
    return id
  }

  func addRoom(
    of one: AccountID, and other: AccountID, in workspace: WorkspaceID, at instant: Timestamp
  ) throws -> ChannelID {
    let id = ChannelID(
      try added(
        """
        INSERT INTO channel (workspace_id, kind, name, description, one_id, other_id, created_at)
        VALUES ($1, $2, '', '', $3, $4, $5)
        """,
        [
          .number(workspace), .text(ChannelKind.direct.rawValue), .id(min(one, other)), .id(max(one, other)),
          .instant(instant),
        ]))
    try insert([one, other], into: id, of: workspace, at: instant)
    return id
  }

  func replace(_ id: ChannelID, by channel: CheckedChannel) throws {
    try connection.run(
      "UPDATE channel SET name = $2, name_folded = $3, description = $4 WHERE id = $1",
      [.number(id), .text(channel.content.name), .text(channel.foldedName), .text(channel.content.description)])
  }

  func removeChannel(_ id: ChannelID) throws {
    try connection.run("DELETE FROM channel WHERE id = $1", [.number(id)])
  }

  func transferChannel(_ id: ChannelID, to member: AccountID) throws {
    try connection.run("UPDATE channel SET owner_id = $2 WHERE id = $1", [.number(id), .id(member)])
  }

  private func insert(
    _ accounts: [AccountID], into channel: ChannelID, of workspace: WorkspaceID, at instant: Timestamp
  ) throws {
    for account in accounts {
      try connection.run(
        """
        INSERT INTO channel_member (channel_id, account_id, workspace_id, joined_at, read_sequence)
        VALUES ($1, $2, $3, $4, 0)
        """, [.number(channel), .id(account), .number(workspace), .instant(instant)])
    }
  }

  func join(_ account: AccountID, _ channel: Channel, at instant: Timestamp) throws -> Bool {
    try connection.run(
      """
      INSERT INTO channel_member (channel_id, account_id, workspace_id, joined_at, read_sequence)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
      """,
      [
        .number(channel.id), .id(account), .number(channel.workspace), .instant(instant),
        .integer(Int64(channel.lastSequence)),
      ]) > 0
  }

  func leave(_ account: AccountID, _ channel: ChannelID) throws -> Bool {
    try connection.run(
      "DELETE FROM channel_member WHERE channel_id = $1 AND account_id = $2", [.number(channel), .id(account)]) > 0
  }

  func read(upTo sequence: Int, of channel: ChannelID, by account: AccountID) throws {
    try connection.run(
      """
      UPDATE channel_member SET read_sequence = $3
      WHERE channel_id = $1 AND account_id = $2 AND read_sequence < $3
      """, [.number(channel), .id(account), .integer(Int64(sequence))])
  }
}
