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

  /// Reads a channel with what it is to the account `$2` and its message with the key `$3`.
  static let access = """
    SELECT \(ChatRows.channelColumns), \(AccountRow.personColumns),
      EXISTS (SELECT 1 FROM channel_member
        WHERE channel_member.channel_id = channel.id AND channel_member.account_id = $2),
      EXISTS (SELECT 1 FROM block
        WHERE blocker_id IN (channel.one_id, channel.other_id) AND blocked_id IN (channel.one_id, channel.other_id)),
      (SELECT message.id FROM message
        WHERE message.channel_id = channel.id AND message.author_id = $2 AND message.key = $3)
    FROM channel
    JOIN workspace_member
      ON workspace_member.workspace_id = channel.workspace_id AND workspace_member.account_id = $2
    JOIN account ON account.id = workspace_member.account_id
    WHERE channel.id = $1
    """

  func access(of account: AccountID, to channel: ChannelID, key: String?) throws -> ChannelAccess? {
    try connection.first(Self.access, [.number(channel), .id(account), .text(orNull: key)]) { row in
      let next = ChatRows.channelWidth
      return ChannelAccess(
        channel: try ChatRows.channel(of: row), person: try row.person(from: next),
        isMember: row.integer(next + 3) != 0, isBlocked: row.integer(next + 4) != 0,
        sent: row.optionalInteger(next + 5).map { MessageID($0) })
    }
  }

  func channel(named folded: String, in workspace: WorkspaceID) throws -> ChannelID? {
    try connection.integer(
      "SELECT id FROM channel WHERE workspace_id = $1 AND name_folded = $2", [.number(workspace), .text(folded)]
    ).map { ChannelID($0) }
  }

  /// Reads the member `$2` of the workspace `$1` as the partner of `$3`. `$4` and `$5` are the two in order.
  static let partner = """
    SELECT EXISTS (SELECT 1 FROM block WHERE blocker_id IN ($2, $3) AND blocked_id IN ($2, $3)),
      (SELECT id FROM channel WHERE one_id = $4 AND workspace_id = $1 AND other_id = $5)
    FROM workspace_member WHERE workspace_id = $1 AND account_id = $2
    """

  func partner(_ member: AccountID, of account: AccountID, in workspace: WorkspaceID) throws -> RoomPartner? {
    try connection.first(
      Self.partner,
      [
        .number(workspace), .id(member), .id(account), .id(min(member, account)), .id(max(member, account)),
      ]
    ) { RoomPartner(isBlocked: $0.integer(0) != 0, room: $0.optionalInteger(1).map { ChannelID($0) }) }
  }

  func channelCount(in workspace: WorkspaceID) throws -> Int {
    Int(
      try connection.integer(
        "SELECT COUNT(*) FROM channel WHERE workspace_id = $1 AND name_folded IS NOT NULL", [.number(workspace)]) ?? 0)
  }

  // MARK: Views

  /// Selects channels as the account `$1` sees them. A condition follows.
  ///
  /// The newest message is found in the index without removed messages: there may be any number of those after it.
  private static let viewSelect = """
    SELECT \(ChatRows.channelColumns), partner.id, partner.nickname, partner.photo, own.read_sequence,
      (SELECT COUNT(*) FROM message AS unread
        WHERE unread.channel_id = channel.id AND unread.sequence > own.read_sequence AND unread.author_id <> $1
          AND unread.removed_at IS NULL),
      \(ChatRows.messageColumns)
    FROM channel
    LEFT JOIN account AS partner
      ON partner.id = CASE WHEN channel.one_id = $1 THEN channel.other_id ELSE channel.one_id END
    LEFT JOIN channel_member AS own ON own.channel_id = channel.id AND own.account_id = $1
    LEFT JOIN message ON own.account_id IS NOT NULL AND message.id = (
      SELECT newest.id FROM message AS newest
      WHERE newest.channel_id = channel.id AND newest.removed_at IS NULL ORDER BY newest.sequence DESC LIMIT 1)
    LEFT JOIN account ON account.id = message.author_id
    """
  static let view = viewSelect + " WHERE channel.id = $2"
  static let namedView = viewSelect + " WHERE channel.workspace_id = $2 AND channel.name_folded = $3"
  static let channels =
    viewSelect
      + """
       WHERE channel.workspace_id = $2 AND channel.name_folded IS NOT NULL
        AND (channel.kind <> 'closed' OR own.account_id IS NOT NULL)
      ORDER BY channel.name_folded
      """
  static let rooms =
    viewSelect
      + """
       WHERE channel.kind = 'direct' AND channel.id IN (
        SELECT channel_id FROM channel_member WHERE account_id = $1 AND workspace_id = $2)
      ORDER BY COALESCE(channel.said_at, channel.created_at) DESC, channel.id DESC LIMIT $3
      """

  func view(_ id: ChannelID, for account: AccountID) throws -> ChannelView? {
    try views(Self.view, [.id(account), .number(id)]).first
  }

  func view(named folded: String, in workspace: WorkspaceID, for account: AccountID) throws -> ChannelView? {
    try views(Self.namedView, [.id(account), .number(workspace), .text(folded)]).first
  }

  func channels(of workspace: WorkspaceID, for account: AccountID) throws -> [ChannelView] {
    let channels = try views(Self.channels, [.id(account), .number(workspace)])
    return channels.filter { $0.channel.kind == .standard } + channels.filter { $0.channel.kind != .standard }
  }

  func rooms(of workspace: WorkspaceID, for account: AccountID, limit: Int) throws -> [ChannelView] {
    try views(Self.rooms, [.id(account), .number(workspace), .integer(Int64(limit))])
  }

  private func views(_ query: String, _ values: [Value]) throws -> [ChannelView] {
    var views = try all(query, values) { try Self.view(of: $0) }
    let photos = try photos(of: views.compactMap(\.newest))
    for index in views.indices {
      if let newest = views[index].newest { views[index].newest?.photos = photos[newest.id] ?? [] }
    }
    return views
  }

  /// Reads a view without the photos of its newest message.
  private static func view(of row: any Row) throws -> ChannelView {
    let next = ChatRows.channelWidth
    return ChannelView(
      channel: try ChatRows.channel(of: row), partner: row.isNull(next) ? nil : try row.person(from: next),
      isMember: !row.isNull(next + 3), readSequence: Int(row.integer(next + 3)),
      unreadCount: Int(row.integer(next + 4)),
      newest: row.isNull(next + 8) ? nil : try ChatRows.message(of: row, from: next + 5))
  }

  // MARK: Snapshots

  func members(among accounts: Set<AccountID>, of channel: ChannelID) throws -> Set<AccountID> {
    var members: Set<AccountID> = []
    try connection.each(in: accounts.map(Value.id), after: [.number(channel)]) { list in
      "SELECT account_id FROM channel_member WHERE channel_id = $1 AND account_id IN (\(list))"
    } _: {
      members.insert(try $0.identifier(0))
    }
    return members
  }

  func snapshots(of channels: [ChannelID: Set<AccountID>]) throws -> [ChannelID: ChannelSnapshot] {
    var snapshots = channels.mapValues { _ in ChannelSnapshot(revision: nil, members: []) }
    try connection.each(in: channels.keys.map(Value.number)) { list in
      "SELECT id, revision FROM channel WHERE id IN (\(list))"
    } _: {
      snapshots[ChannelID($0.integer(0))]?.revision = Int($0.integer(1))
    }
    let pairs = channels.flatMap { channel, accounts in accounts.map { (channel: channel, account: $0) } }
    for start in stride(from: 0, to: pairs.count, by: Self.maxPairs) {
      let some = pairs[start..<min(start + Self.maxPairs, pairs.count)]
      let values = zip(
        ValueList.padded(some.map { .number($0.channel) }), ValueList.padded(some.map { .id($0.account) })
      ).flatMap { [$0, $1] }
      try connection.each(Self.memberships(values.count / 2), values) { row in
        let account: AccountID = try row.identifier(1)
        snapshots[ChannelID(row.integer(0))]?.members.insert(account)
      }
    }
    return snapshots
  }

  private static let maxPairs = ValueList.maxCount / 2

  /// Finds the memberships among some pairs of a channel and an account.
  static func memberships(_ count: Int) -> String {
    // A parameter in a list of rows has no type by itself.
    let rows = (0..<count).map { "(CAST($\(2 * $0 + 1) AS BIGINT), $\(2 * $0 + 2))" }
    return """
      SELECT channel_member.channel_id, channel_member.account_id
      FROM (VALUES \(rows.joined(separator: ", "))) AS pair CROSS JOIN channel_member
      WHERE channel_member.channel_id = pair.column1 AND channel_member.account_id = pair.column2
      """
  }

  // MARK: Members

  private static let channelMemberSelect = """
    SELECT \(AccountRow.personColumns), channel_member.joined_at, channel.owner_id FROM channel_member
    JOIN account ON account.id = channel_member.account_id
    JOIN channel ON channel.id = channel_member.channel_id WHERE channel_member.channel_id = $1
    """
  static let channelMembers =
    channelMemberSelect + " ORDER BY channel_member.joined_at, channel_member.account_id LIMIT $2"

  func member(_ account: AccountID, of channel: ChannelID) throws -> Member? {
    try connection.first(
      Self.channelMemberSelect + " AND channel_member.account_id = $2", [.number(channel), .id(account)]
    ) { try ChatRows.member(of: $0) }
  }

  func members(of channel: ChannelID, limit: Int) throws -> [Member] {
    ChatRows.ownerFirst(
      try all(Self.channelMembers, [.number(channel), .integer(Int64(limit))]) { try ChatRows.member(of: $0) })
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
    let insert = BoundStatement.insert(
      "INSERT INTO channel_member (channel_id, account_id, workspace_id, joined_at, read_sequence)",
      accounts.map { [.number(channel), .id($0), .number(workspace), .instant(instant), .integer(0)] })
    try connection.run([insert])
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
    try connection.run([Self.read(upTo: sequence, of: channel, by: account)])
  }

  static func read(upTo sequence: Int, of channel: ChannelID, by account: AccountID) -> BoundStatement {
    BoundStatement(
      """
      UPDATE channel_member SET read_sequence = $3
      WHERE channel_id = $1 AND account_id = $2 AND read_sequence < $3
      """, [.number(channel), .id(account), .integer(Int64(sequence))])
  }
}
