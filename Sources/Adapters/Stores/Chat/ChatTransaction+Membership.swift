import Basics
import Chat
import Notices
import SQL

extension ChatTransaction {
  // MARK: Workspaces

  func addWorkspace(
    _ workspace: CheckedWorkspace, origin: WorkspaceOrigin, by owner: AccountID, at instant: Timestamp
  ) throws -> Workspace {
    let content = workspace.content
    let id = WorkspaceID(
      try added(
        """
        INSERT INTO workspace (owner_id, name, name_folded, description, photo, created_at, member_count, origin)
        VALUES ($1, $2, $3, $4, $5, $6, 1, $7)
        """,
        [
          .id(owner), .text(content.name), .text(workspace.foldedName), .text(content.description),
          .text(orNull: content.photo?.description), .instant(instant), .text(origin.rawValue),
        ]))
    try connection.run(
      "INSERT INTO workspace_member (workspace_id, account_id, joined_at) VALUES ($1, $2, $3)",
      [.number(id), .id(owner), .instant(instant)])
    return Workspace(id: id, content: content, owner: owner, createdAt: instant, memberCount: 1, origin: origin)
  }

  func replace(_ id: WorkspaceID, by workspace: CheckedWorkspace) throws {
    let content = workspace.content
    try connection.run(
      "UPDATE workspace SET name = $2, name_folded = $3, description = $4, photo = $5 WHERE id = $1",
      [
        .number(id), .text(content.name), .text(workspace.foldedName), .text(content.description),
        .text(orNull: content.photo?.description),
      ])
  }

  @discardableResult
  func removeWorkspace(_ id: WorkspaceID) throws -> [ChannelID] {
    let channels = try all("SELECT id FROM channel WHERE workspace_id = $1", [.number(id)]) {
      ChannelID($0.integer(0))
    }
    try connection.run("DELETE FROM workspace WHERE id = $1", [.number(id)])
    return channels
  }

  func transferWorkspace(_ id: WorkspaceID, to member: AccountID) throws {
    let values = [Value.number(id), .id(member)]
    try connection.run([
      BoundStatement("UPDATE workspace SET owner_id = $2 WHERE id = $1", values),
      BoundStatement("UPDATE channel SET owner_id = $2 WHERE workspace_id = $1 AND kind = 'standard'", values),
      // The master of a party is not also an admin.
      BoundStatement("DELETE FROM party_admin WHERE party_id = $1 AND account_id = $2", values),
    ])
  }

  // MARK: Members

  func addMembers(
    _ accounts: [AccountID], to workspace: WorkspaceID, at instant: Timestamp
  ) throws -> [ChannelMembership] {
    guard !accounts.isEmpty else { return [] }
    let (list, head) = (accounts.map(Value.id), [Value.number(workspace), .instant(instant)])
    let added = BoundStatement.batches(in: list, after: head) { list in
      """
      INSERT INTO workspace_member (workspace_id, account_id, joined_at)
      SELECT CAST($1 AS BIGINT), id, CAST($2 AS BIGINT) FROM account WHERE id IN (\(list))
      """
    }
    // They are members now, and wait no longer.
    let removed = ["workspace_invitation WHERE workspace_id", "party_application WHERE party_id"].flatMap { rows in
      BoundStatement.batches(in: list, after: [.number(workspace)]) { list in
        "DELETE FROM \(rows) = $1 AND account_id IN (\(list))"
      }
    }
    try connection.run(added + [Self.count(accounts.count, in: workspace)] + removed)
    return try memberships(of: accounts) { memberships in
      try connection.each(in: list, after: head, Self.joining) { memberships.append(try Self.membership(of: $0)) }
    }
  }

  /// Adds members of the workspace `$1` to its standard channel and to their rooms, at `$2`.
  static func joining(_ accounts: String) -> String {
    let select = """
      SELECT channel.id, member.account_id, channel.workspace_id, CAST($2 AS BIGINT), channel.last_sequence
      FROM workspace_member AS member JOIN channel ON channel.workspace_id = member.workspace_id
      WHERE member.workspace_id = $1 AND member.account_id IN (\(accounts))
      """
    return """
      INSERT INTO channel_member (channel_id, account_id, workspace_id, joined_at, read_sequence)
      \(select) AND channel.kind = 'standard'
      UNION ALL \(select) AND channel.one_id = member.account_id
      UNION ALL \(select) AND channel.other_id = member.account_id
      ON CONFLICT DO NOTHING RETURNING channel_id, account_id
      """
  }

  private static func membership(of row: any Row) throws -> ChannelMembership {
    ChannelMembership(channel: ChannelID(row.integer(0)), account: try row.identifier(1))
  }

  /// Memberships in the order of their accounts.
  private func memberships(
    of accounts: [AccountID], _ read: (inout [ChannelMembership]) throws -> Void
  ) throws -> [ChannelMembership] {
    var memberships: [ChannelMembership] = []
    try read(&memberships)
    let grouped = Dictionary(grouping: memberships, by: \.account)
    return accounts.flatMap { grouped[$0] ?? [] }
  }

  func removeMembers(_ accounts: [AccountID], from workspace: WorkspaceID) throws -> [ChannelMembership] {
    guard !accounts.isEmpty else { return [] }
    let (list, head) = (accounts.map(Value.id), [Value.number(workspace)])
    var ownsChannel = false
    let left = try memberships(of: accounts) { memberships in
      try connection.each(in: list, after: head, Self.leaving) { row in
        memberships.append(try Self.membership(of: row))
        if row.integer(2) != 0 { ownsChannel = true }
      }
    }
    let removed = [
      "workspace_invitation WHERE workspace_id = $1 AND inviter_id",
      "workspace_link WHERE workspace_id = $1 AND inviter_id",
      // Foreign keys remove the members from the channels.
      "workspace_member WHERE workspace_id = $1 AND account_id",
    ].flatMap { rows in BoundStatement.batches(in: list, after: head) { "DELETE FROM \(rows) IN (\($0))" } }
    try connection.run(
      (ownsChannel ? Self.reassignChannels(of: list, in: workspace) : []) + removed
        + [Self.count(-accounts.count, in: workspace)])
    return left
  }

  /// Reads the channels that accounts are in, and whether they own them. Owners are members.
  static func leaving(_ accounts: String) -> String {
    """
    SELECT channel_member.channel_id, channel_member.account_id,
      CASE WHEN channel.owner_id = channel_member.account_id THEN 1 ELSE 0 END
    FROM channel_member JOIN channel ON channel.id = channel_member.channel_id
    WHERE channel_member.workspace_id = $1 AND channel_member.account_id IN (\(accounts))
    """
  }

  private static func count(_ change: Int, in workspace: WorkspaceID) -> BoundStatement {
    BoundStatement(
      "UPDATE workspace SET member_count = member_count + $2 WHERE id = $1",
      [.number(workspace), .integer(Int64(change))])
  }

  /// Transfers the channels of accounts that leave to the other member who joined first, or removes them without
  /// other members.
  /// - Parameter workspace: nil: in all workspaces.
  static func reassignChannels(of owners: [Value], in workspace: WorkspaceID?) -> [BoundStatement] {
    let head = workspace.map { [Value.number($0)] } ?? []
    let isThere = workspace == nil ? "" : " AND workspace_id = $1"
    let removed = BoundStatement.batches(in: owners, after: head) { owners in
      """
      DELETE FROM channel WHERE owner_id IN (\(owners))\(isThere) AND NOT EXISTS (
        SELECT 1 FROM channel_member WHERE channel_id = channel.id AND account_id NOT IN (\(owners)))
      """
    }
    let transferred = BoundStatement.batches(in: owners, after: head) { owners in
      """
      UPDATE channel SET owner_id = (
        SELECT account_id FROM channel_member WHERE channel_id = channel.id AND account_id NOT IN (\(owners))
        ORDER BY joined_at, account_id LIMIT 1)
      WHERE owner_id IN (\(owners))\(isThere)
      """
    }
    return removed + transferred
  }

  // MARK: Invitations

  func invite(
    _ account: AccountID, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp
  ) throws {
    try connection.run(
      """
      INSERT INTO workspace_invitation (workspace_id, account_id, inviter_id, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING
      """, [.number(workspace), .id(account), .id(inviter), .instant(instant)])
  }

  func notify(
    _ accounts: [AccountID], of event: MembershipEvent, in workspace: WorkspaceID, by actor: AccountID?,
    at instant: Timestamp
  ) throws {
    let kind: NoticeKind =
      switch event {
      case .invitation: .invitation
      case .application: .application
      case .acceptance: .acceptance
      }
    let subject = workspace.description
    // The service announces events of chats itself.
    try NoticeWriter(connection).add(
      accounts.map { account in
        NewNotice(
          recipient: account, kind: kind, subject: subject, actor: actor, event: actor?.description ?? subject,
          workspace: workspace, instant: instant)
      })
  }

  func removeInvitation(to workspace: WorkspaceID, for account: AccountID) throws {
    try connection.run(
      "DELETE FROM workspace_invitation WHERE workspace_id = $1 AND account_id = $2",
      [.number(workspace), .id(account)])
  }

  func addLink(
    _ hash: String, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp, until expiry: Timestamp
  ) throws {
    try connection.run([
      BoundStatement(
        "DELETE FROM workspace_link WHERE workspace_id = $1 AND expires_at <= $2",
        [.number(workspace), .instant(instant)]),
      BoundStatement(
        """
        INSERT INTO workspace_link (code_hash, workspace_id, inviter_id, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5)
        """, [.text(hash), .number(workspace), .id(inviter), .instant(instant), .instant(expiry)]),
    ])
  }

  func removeLink(_ hash: String) throws {
    try connection.run("DELETE FROM workspace_link WHERE code_hash = $1", [.text(hash)])
  }

  func removeLinks(to workspace: WorkspaceID) throws {
    try connection.run("DELETE FROM workspace_link WHERE workspace_id = $1", [.number(workspace)])
  }
}
