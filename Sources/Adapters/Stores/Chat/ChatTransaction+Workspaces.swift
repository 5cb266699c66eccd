import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: People

  func person(_ account: AccountID) throws -> Person? { try AccountRow.person(account, on: connection) }

  /// Reads the account with the address `$1` as one that `$2` invites to the workspace `$3`.
  static let candidate = """
    SELECT \(AccountRow.personColumns),
      EXISTS (SELECT 1 FROM identity
        WHERE identity.account_id = account.id AND identity.email = account.email AND identity.is_email_verified = 1),
      EXISTS (SELECT 1 FROM workspace_member
        WHERE workspace_member.workspace_id = $3 AND workspace_member.account_id = account.id),
      EXISTS (SELECT 1 FROM block WHERE blocker_id IN ($2, account.id) AND blocked_id IN ($2, account.id)),
      (SELECT COUNT(*) FROM account_number
        WHERE account_number.account_id IN ($2, account.id) AND account_number.slp_since IS NOT NULL)
    FROM account WHERE account.email = $1
    """

  func candidate(
    _ email: String, for workspace: WorkspaceID, invitedBy inviter: AccountID
  ) throws -> InvitationCandidate? {
    try connection.first(Self.candidate, [.text(email), .id(inviter), .number(workspace)]) { row in
      InvitationCandidate(
        invitee: Invitee(person: try row.person(from: 0), isEmailVerified: row.integer(3) != 0),
        isMember: row.integer(4) != 0, isBlocked: row.integer(5) != 0, bothUseSLP: row.integer(6) == 2)
    }
  }

  static func blocked(among accounts: String) -> String {
    """
    SELECT blocked_id FROM block WHERE blocker_id = $1 AND blocked_id IN (\(accounts))
    UNION ALL SELECT blocker_id FROM block WHERE blocked_id = $1 AND blocker_id IN (\(accounts))
    """
  }

  func blocked(among accounts: Set<AccountID>, for account: AccountID) throws -> Set<AccountID> {
    var blocked: Set<AccountID> = []
    try connection.each(in: accounts.map(Value.id), after: [.id(account)], Self.blocked) {
      blocked.insert(try $0.identifier(0))
    }
    return blocked
  }

  func uploaded(among photos: [PhotoName], by account: AccountID) throws -> Set<PhotoName> {
    var uploaded: Set<PhotoName> = []
    try connection.each(in: photos.map { .text($0.description) }, after: [.id(account)]) { list in
      "SELECT photo FROM photo_upload WHERE account_id = $1 AND photo IN (\(list))"
    } _: { row in
      if let photo = PhotoName(row.text(0)) { uploaded.insert(photo) }
    }
    return uploaded
  }

  // MARK: Workspaces

  func workspace(_ id: WorkspaceID) throws -> Workspace? {
    try connection.first("SELECT \(ChatRows.workspaceColumns) FROM workspace WHERE id = $1", [.number(id)]) {
      try ChatRows.workspace(of: $0)
    }
  }

  static let joinedWorkspace = """
    SELECT \(ChatRows.workspaceColumns) FROM workspace_member
    JOIN workspace ON workspace.id = workspace_member.workspace_id
    WHERE workspace_member.workspace_id = $1 AND workspace_member.account_id = $2
    """

  func workspace(_ id: WorkspaceID, joinedBy account: AccountID) throws -> Workspace? {
    try connection.first(Self.joinedWorkspace, [.number(id), .id(account)]) { try ChatRows.workspace(of: $0) }
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

  static let sharedWorkspace = """
    SELECT 1 FROM (
      SELECT workspace_id FROM workspace_member WHERE account_id = $1
      ORDER BY joined_at DESC, workspace_id DESC LIMIT $4) AS newest
    JOIN workspace ON workspace.id = newest.workspace_id
    JOIN workspace_member AS other ON other.workspace_id = newest.workspace_id AND other.account_id = $2
    WHERE workspace.origin = $3 LIMIT 1
    """

  func shareWorkspace(_ one: AccountID, _ other: AccountID, origin: WorkspaceOrigin, limit: Int) throws -> Bool {
    try exists(
      Self.sharedWorkspace, [.id(one), .id(other), .text(origin.rawValue), .integer(Int64(limit))])
  }

  /// Reads the account `$1` as the owner of a workspace with the name `$2` and the photo `$3`, given by `$4`.
  static let owner = """
    SELECT \(AccountRow.personColumns), (SELECT COUNT(*) FROM workspace WHERE owner_id = $1),
      (SELECT id FROM workspace WHERE owner_id = $1 AND name_folded = $2 LIMIT 1),
      EXISTS (SELECT 1 FROM photo_upload WHERE photo_upload.photo = $3 AND photo_upload.account_id = $4)
    FROM account WHERE account.id = $1
    """

  func owner(_ account: AccountID, of workspace: CheckedWorkspace, by uploader: AccountID) throws -> WorkspaceOwner? {
    let photo = workspace.content.photo?.description
    return try connection.first(
      Self.owner, [.id(account), .text(workspace.foldedName), .text(orNull: photo), .id(uploader)]
    ) { row in
      WorkspaceOwner(
        person: try row.person(from: 0), workspaceCount: Int(row.integer(3)),
        sameName: row.optionalInteger(4).map { WorkspaceID($0) }, isPhotoUploaded: row.integer(5) != 0)
    }
  }

  func ownsChannel(_ account: AccountID, in workspace: WorkspaceID) throws -> Bool {
    try exists(
      "SELECT 1 FROM channel WHERE owner_id = $1 AND workspace_id = $2 LIMIT 1", [.id(account), .number(workspace)])
  }

  // MARK: Members

  private static let memberSelect = """
    SELECT \(AccountRow.personColumns), workspace_member.joined_at, workspace.owner_id FROM workspace_member
    JOIN account ON account.id = workspace_member.account_id
    JOIN workspace ON workspace.id = workspace_member.workspace_id WHERE workspace_member.workspace_id = $1
    """
  static let workspaceMembers =
    memberSelect + " ORDER BY workspace_member.joined_at, workspace_member.account_id LIMIT $2"

  func member(_ account: AccountID, of workspace: WorkspaceID) throws -> Member? {
    try connection.first(
      Self.memberSelect + " AND workspace_member.account_id = $2", [.number(workspace), .id(account)]
    ) { try ChatRows.member(of: $0) }
  }

  func members(among accounts: Set<AccountID>, of workspace: WorkspaceID) throws -> Set<AccountID> {
    var members: Set<AccountID> = []
    try connection.each(in: accounts.map(Value.id), after: [.number(workspace)]) { list in
      "SELECT account_id FROM workspace_member WHERE workspace_id = $1 AND account_id IN (\(list))"
    } _: {
      members.insert(try $0.identifier(0))
    }
    return members
  }

  func members(of workspace: WorkspaceID, limit: Int) throws -> [Member] {
    ChatRows.ownerFirst(
      try all(Self.workspaceMembers, [.number(workspace), .integer(Int64(limit))]) { try ChatRows.member(of: $0) })
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
    invitationSelect + " AND \(isNotBlocked("$1", "workspace_invitation.inviter_id"))"
    + " ORDER BY workspace_invitation.created_at DESC, workspace_invitation.workspace_id DESC LIMIT $2"
  static let invitation =
    invitationSelect + " AND \(isNotBlocked("$1", "workspace_invitation.inviter_id"))"
    + " AND workspace_invitation.workspace_id = $2"
  static let linkedInvitation = """
    SELECT \(ChatRows.workspaceColumns), \(AccountRow.personColumns), workspace_link.created_at
    FROM workspace_link
    JOIN workspace ON workspace.id = workspace_link.workspace_id
    JOIN account ON account.id = workspace_link.inviter_id
    WHERE workspace_link.code_hash = $1 AND workspace_link.expires_at > $2
      AND \(isNotBlocked("$3", "workspace_link.inviter_id"))
    """

  /// The condition that neither of two accounts has blocked the other.
  static func isNotBlocked(_ one: String, _ other: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = \(one) AND blocked_id = \(other))
      AND NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = \(other) AND blocked_id = \(one))
    """
  }

  func invitations(for account: AccountID, limit: Int) throws -> [Invitation] {
    try all(Self.invitations, [.id(account), .integer(Int64(limit))]) { try Self.invitation(of: $0) }
  }

  func invitation(to workspace: WorkspaceID, for account: AccountID) throws -> Invitation? {
    try connection.first(Self.invitation, [.id(account), .number(workspace)]) { try Self.invitation(of: $0) }
  }

  private static func invitation(of row: any Row) throws -> Invitation {
    Invitation(
      workspace: try ChatRows.workspace(of: row), by: try row.person(from: ChatRows.workspaceWidth),
      createdAt: row.instant(ChatRows.workspaceWidth + 3))
  }

  func invitation(linkedBy hash: String, at instant: Timestamp, for account: AccountID) throws -> Invitation? {
    try connection.first(Self.linkedInvitation, [.text(hash), .instant(instant), .id(account)]) {
      try Self.invitation(of: $0)
    }
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
