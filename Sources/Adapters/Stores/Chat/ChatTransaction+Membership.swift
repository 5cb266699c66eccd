import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: Workspaces

  func addWorkspace(
    _ workspace: CheckedWorkspace, origin: WorkspaceOrigin, by owner: AccountID, at instant: Timestamp
  ) throws -> WorkspaceID {
    let content = workspace.content
    let id = WorkspaceID(
      try added(
        """
        INSERT INTO workspace (owner_id, name, name_folded, description, photo, created_at, member_count, origin)
        VALUES ($1, $2, $3, $4, $5, $6, 0, $7)
        """,
        [
          .id(owner), .text(content.name), .text(workspace.foldedName), .text(content.description),
          .text(orNull: content.photo?.description), .instant(instant), .text(origin.rawValue),
        ]))
    _ = try addMember(owner, to: id, at: instant)
    return id
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
    try connection.run("UPDATE workspace SET owner_id = $2 WHERE id = $1", [.number(id), .id(member)])
    try connection.run(
      "UPDATE channel SET owner_id = $2 WHERE workspace_id = $1 AND kind = 'standard'", [.number(id), .id(member)])
    // The master of a party is not also an admin.
    try setAdmin(false, member, of: id)
  }

  // MARK: Members

  static let roomsOfAccount = """
    SELECT \(ChatRows.channelColumns) FROM channel WHERE workspace_id = $1 AND one_id = $2
    UNION ALL SELECT \(ChatRows.channelColumns) FROM channel WHERE workspace_id = $1 AND other_id = $2
    """

  func addMember(_ account: AccountID, to workspace: WorkspaceID, at instant: Timestamp) throws -> [ChannelID] {
    try connection.run(
      "INSERT INTO workspace_member (workspace_id, account_id, joined_at) VALUES ($1, $2, $3)",
      [.number(workspace), .id(account), .instant(instant)])
    try count(1, in: workspace)
    try removeInvitation(to: workspace, for: account)
    try removeApplication(of: account, to: workspace)
    let channels = try all(
      "SELECT \(ChatRows.channelColumns) FROM channel WHERE workspace_id = $1 AND kind = 'standard'",
      [.number(workspace)]
    ) { try ChatRows.channel(of: $0) }
    let rooms = try all(Self.roomsOfAccount, [.number(workspace), .id(account)]) { try ChatRows.channel(of: $0) }
    return try (channels + rooms).filter { try join(account, $0, at: instant) }.map(\.id)
  }

  func removeMember(_ account: AccountID, from workspace: WorkspaceID) throws -> [ChannelID] {
    let left = try all(
      "SELECT channel_id FROM channel_member WHERE account_id = $1 AND workspace_id = $2",
      [.id(account), .number(workspace)]
    ) { ChannelID($0.integer(0)) }
    let owned = try all(
      "SELECT id FROM channel WHERE owner_id = $1 AND workspace_id = $2", [.id(account), .number(workspace)]
    ) { ChannelID($0.integer(0)) }
    for channel in owned { try reassign(channel, of: account) }
    for table in ["workspace_invitation", "workspace_link"] {
      try connection.run(
        "DELETE FROM \(table) WHERE inviter_id = $1 AND workspace_id = $2", [.id(account), .number(workspace)])
    }
    // Foreign keys remove the member from the channels.
    try connection.run(
      "DELETE FROM workspace_member WHERE workspace_id = $1 AND account_id = $2", [.number(workspace), .id(account)])
    try count(-1, in: workspace)
    return left
  }

  private func count(_ change: Int64, in workspace: WorkspaceID) throws {
    try connection.run(
      "UPDATE workspace SET member_count = member_count + $2 WHERE id = $1", [.number(workspace), .integer(change)])
  }

  /// Transfers a channel to the other member who joined first, or removes it without other members.
  func reassign(_ channel: ChannelID, of owner: AccountID) throws {
    let successor: AccountID? = try connection.first(
      """
      SELECT account_id FROM channel_member WHERE channel_id = $1 AND account_id <> $2
      ORDER BY joined_at, account_id LIMIT 1
      """, [.number(channel), .id(owner)]
    ) { try $0.identifier(0) }
    if let successor { try transferChannel(channel, to: successor) } else { try removeChannel(channel) }
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

  func removeInvitation(to workspace: WorkspaceID, for account: AccountID) throws {
    try connection.run(
      "DELETE FROM workspace_invitation WHERE workspace_id = $1 AND account_id = $2",
      [.number(workspace), .id(account)])
  }

  func addLink(
    _ hash: String, to workspace: WorkspaceID, by inviter: AccountID, at instant: Timestamp, until expiry: Timestamp
  ) throws {
    try connection.run(
      "DELETE FROM workspace_link WHERE workspace_id = $1 AND expires_at <= $2",
      [.number(workspace), .instant(instant)])
    try connection.run(
      """
      INSERT INTO workspace_link (code_hash, workspace_id, inviter_id, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5)
      """, [.text(hash), .number(workspace), .id(inviter), .instant(instant), .instant(expiry)])
  }

  func removeLink(_ hash: String) throws {
    try connection.run("DELETE FROM workspace_link WHERE code_hash = $1", [.text(hash)])
  }

  func removeLinks(to workspace: WorkspaceID) throws {
    try connection.run("DELETE FROM workspace_link WHERE workspace_id = $1", [.number(workspace)])
  }
}
