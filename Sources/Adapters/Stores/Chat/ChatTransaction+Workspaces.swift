import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: People

  func person(_ account: AccountID) throws -> Person? { try AccountRow.person(account, on: connection) }

  func invitee(_ email: String) throws -> Invitee? {
    try connection.first(
      """
      SELECT \(AccountRow.personColumns), EXISTS (
        SELECT 1 FROM identity
        WHERE identity.account_id = account.id AND identity.email = account.email AND identity.is_email_verified = 1)
      FROM account WHERE email = $1
      """, [.text(email)]
    ) { Invitee(person: try $0.person(from: 0), isEmailVerified: $0.integer(3) != 0) }
  }

  func usesSLP(_ account: AccountID) throws -> Bool {
    try exists(
      "SELECT 1 FROM account_number WHERE account_id = $1 AND slp_since IS NOT NULL", [.id(account)])
  }

  func isBlockBetween(_ one: AccountID, _ other: AccountID) throws -> Bool {
    try AccountRow.isBlockBetween(one, other, on: connection)
  }

  func hasUploaded(_ photo: PhotoName, _ account: AccountID) throws -> Bool {
    try exists(
      "SELECT 1 FROM photo_upload WHERE photo = $1 AND account_id = $2", [.text(photo.description), .id(account)])
  }

  // MARK: Workspaces

  func workspace(_ id: WorkspaceID) throws -> Workspace? {
    try connection.first("SELECT \(ChatRows.workspaceColumns) FROM workspace WHERE id = $1", [.number(id)]) {
      try ChatRows.workspace(of: $0)
    }
  }

  static let workspaces = """
    SELECT \(ChatRows.workspaceColumns) FROM workspace_member
    JOIN workspace ON workspace.id = workspace_member.workspace_id
    WHERE workspace_member.account_id = $1
    ORDER BY workspace_member.joined_at DESC, workspace_member.workspace_id DESC LIMIT $2
    """

  func workspaces(of account: AccountID, limit: Int) throws -> [Workspace] {
    try all(Self.workspaces, [.id(account), .integer(Int64(limit))]) { try ChatRows.workspace(of: $0) }
  }

  func workspaceCount(ownedBy account: AccountID) throws -> Int {
    Int(try connection.integer("SELECT COUNT(*) FROM workspace WHERE owner_id = $1", [.id(account)]) ?? 0)
  }

  func workspace(named folded: String, ownedBy account: AccountID) throws -> WorkspaceID? {
    try connection.integer(
      "SELECT id FROM workspace WHERE owner_id = $1 AND name_folded = $2 LIMIT 1", [.id(account), .text(folded)]
    ).map { WorkspaceID($0) }
  }

  func ownsChannel(_ account: AccountID, in workspace: WorkspaceID) throws -> Bool {
    try exists(
      "SELECT 1 FROM channel WHERE owner_id = $1 AND workspace_id = $2 LIMIT 1", [.id(account), .number(workspace)])
  }

  // MARK: Members

  private static let memberSelect = """
    SELECT \(AccountRow.personColumns), workspace_member.joined_at FROM workspace_member
    JOIN account ON account.id = workspace_member.account_id WHERE workspace_member.workspace_id = $1
    """
  static let workspaceMembers =
    memberSelect + " ORDER BY workspace_member.joined_at, workspace_member.account_id LIMIT $2"

  func member(_ account: AccountID, of workspace: WorkspaceID) throws -> Member? {
    let owner = try owner(of: workspace)
    return try connection.first(
      Self.memberSelect + " AND workspace_member.account_id = $2", [.number(workspace), .id(account)]
    ) { try ChatRows.member(of: $0, owner: owner) }
  }

  func members(of workspace: WorkspaceID, limit: Int) throws -> [Member] {
    let owner = try owner(of: workspace)
    return ChatRows.ownerFirst(
      try all(Self.workspaceMembers, [.number(workspace), .integer(Int64(limit))]) {
        try ChatRows.member(of: $0, owner: owner)
      })
  }

  private func owner(of workspace: WorkspaceID) throws -> AccountID? {
    try connection.first("SELECT owner_id FROM workspace WHERE id = $1", [.number(workspace)]) {
      try $0.identifier(0)
    }
  }

  // MARK: Invitations

  private static let invitationSelect = """
    SELECT \(ChatRows.workspaceColumns), \(AccountRow.personColumns), workspace_invitation.created_at
    FROM workspace_invitation
    JOIN workspace ON workspace.id = workspace_invitation.workspace_id
    JOIN account ON account.id = workspace_invitation.inviter_id
    WHERE workspace_invitation.account_id = $1
    """
  // Filtered in SQL and not afterwards: invitations of blocked accounts could fill the list.
  static let invitations =
    invitationSelect
      + """
       AND NOT EXISTS (SELECT 1 FROM block
        WHERE blocker_id = $1 AND blocked_id = workspace_invitation.inviter_id)
      AND NOT EXISTS (SELECT 1 FROM block
        WHERE blocker_id = workspace_invitation.inviter_id AND blocked_id = $1)
      """
    + " ORDER BY workspace_invitation.created_at DESC, workspace_invitation.workspace_id DESC LIMIT $2"

  func invitations(for account: AccountID, limit: Int) throws -> [Invitation] {
    try all(Self.invitations, [.id(account), .integer(Int64(limit))]) { try Self.invitation(of: $0) }
  }

  func invitation(to workspace: WorkspaceID, for account: AccountID) throws -> Invitation? {
    try connection.first(
      Self.invitationSelect + " AND workspace_invitation.workspace_id = $2", [.id(account), .number(workspace)]
    ) { try Self.invitation(of: $0) }
  }

  private static func invitation(of row: any Row) throws -> Invitation {
    Invitation(
      workspace: try ChatRows.workspace(of: row), by: try row.person(from: ChatRows.workspaceWidth),
      createdAt: row.instant(ChatRows.workspaceWidth + 3))
  }

  func invitation(linkedBy hash: String, at instant: Timestamp) throws -> Invitation? {
    try connection.first(
      """
      SELECT \(ChatRows.workspaceColumns), \(AccountRow.personColumns), workspace_link.created_at
      FROM workspace_link
      JOIN workspace ON workspace.id = workspace_link.workspace_id
      JOIN account ON account.id = workspace_link.inviter_id
      WHERE workspace_link.code_hash = $1 AND workspace_link.expires_at > $2
      """, [.text(hash), .instant(instant)]
    ) { try Self.invitation(of: $0) }
  }

  func invitationCount(of workspace: WorkspaceID) throws -> Int {
    Int(
      try connection.integer(
        """
        SELECT (SELECT COUNT(*) FROM workspace_invitation WHERE workspace_id = $1)
          + (SELECT COUNT(*) FROM workspace_link WHERE workspace_id = $1)
        """, [.number(workspace)]) ?? 0)
  }
}
