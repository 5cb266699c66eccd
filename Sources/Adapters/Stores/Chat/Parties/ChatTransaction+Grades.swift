import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: Reading

  static func grades(_ accounts: String) -> String {
    "SELECT account.id, \(PartyRows.grade(of: "account.id", in: "$1")) FROM account WHERE account.id IN (\(accounts))"
  }

  func grades(of accounts: Set<AccountID>, in party: WorkspaceID) throws -> [AccountID: PartyGrade] {
    var grades: [AccountID: PartyGrade] = [:]
    try connection.each(in: accounts.map(Value.id), after: [.number(party)], Self.grades) {
      grades[try $0.identifier(0)] = try PartyRows.grade(of: $0, 1)
    }
    return grades
  }

  static let partyMembers = """
    SELECT \(AccountRow.personColumns), workspace_member.joined_at,
      CASE WHEN account.id = workspace.owner_id THEN 'master'
        WHEN EXISTS (SELECT 1 FROM party_admin
          WHERE party_admin.party_id = $1 AND party_admin.account_id = account.id) THEN 'admin'
        ELSE 'member' END
    FROM workspace_member JOIN account ON account.id = workspace_member.account_id
    JOIN workspace ON workspace.id = workspace_member.workspace_id
    WHERE workspace_member.workspace_id = $1
    ORDER BY workspace_member.joined_at, workspace_member.account_id LIMIT $2
    """

  func partyMembers(of party: WorkspaceID, limit: Int) throws -> [PartyMember] {
    let members = try all(Self.partyMembers, [.number(party), .integer(Int64(limit))]) {
      PartyMember(person: try $0.person(from: 0), grade: try $0.rawValue(4), since: $0.instant(3))
    }
    return PartyGrade.allCases.flatMap { grade in members.filter { $0.grade == grade } }
  }

  static let applicants = """
    SELECT \(AccountRow.personColumns), party_application.created_at FROM party_application
    JOIN account ON account.id = party_application.account_id
    JOIN workspace ON workspace.id = party_application.party_id
    WHERE party_application.party_id = $1 AND \(PartyRows.isNotBlocked(with: "account.id"))
    ORDER BY party_application.created_at, party_application.id LIMIT $2
    """

  func applicants(of party: WorkspaceID, limit: Int) throws -> [PartyMember] {
    try all(Self.applicants, [.number(party), .integer(Int64(limit))]) {
      PartyMember(person: try $0.person(from: 0), grade: .applicant, since: $0.instant(3))
    }
  }

  func applicationCount(of party: WorkspaceID) throws -> Int {
    Int(
      try connection.integer("SELECT COUNT(*) FROM party_application WHERE party_id = $1", [.number(party)]) ?? 0)
  }

  /// Counts the applications to the parties that the account `$1` owns or is an admin of, up to `$2`.
  static let admittedApplications = """
    SELECT COUNT(*) FROM (
      SELECT 1 FROM workspace_member AS own
      JOIN workspace ON workspace.id = own.workspace_id
      JOIN party_application ON party_application.party_id = own.workspace_id
      WHERE own.account_id = $1 AND (workspace.owner_id = $1 OR EXISTS (
        SELECT 1 FROM party_admin WHERE party_admin.party_id = own.workspace_id AND party_admin.account_id = $1))
      LIMIT $2) AS pending
    """

  func applicationCount(toPartiesAdmittedBy account: AccountID, limit: Int) throws -> Int {
    Int(try connection.integer(Self.admittedApplications, [.id(account), .integer(Int64(limit))]) ?? 0)
  }

  func applicationCount(by account: AccountID) throws -> Int {
    Int(
      try connection.integer("SELECT COUNT(*) FROM party_application WHERE account_id = $1", [.id(account)]) ?? 0)
  }

  // MARK: Writing

  func setAdmins(_ isAdmin: Bool, _ members: [AccountID], of party: WorkspaceID) throws {
    try connection.run(in: members.map(Value.id), after: [.number(party)]) { list in
      isAdmin
        ? """
        INSERT INTO party_admin (party_id, account_id)
        SELECT workspace_id, account_id FROM workspace_member WHERE workspace_id = $1 AND account_id IN (\(list))
        ON CONFLICT DO NOTHING
        """ : "DELETE FROM party_admin WHERE party_id = $1 AND account_id IN (\(list))"
    }
  }

  func addApplication(of account: AccountID, to party: WorkspaceID, at instant: Timestamp) throws -> ApplicationID {
    ApplicationID(
      try added(
        "INSERT INTO party_application (party_id, account_id, created_at) VALUES ($1, $2, $3)",
        [.number(party), .id(account), .instant(instant)]))
  }

  func removeApplications(of accounts: [AccountID], to party: WorkspaceID) throws {
    try connection.run(in: accounts.map(Value.id), after: [.number(party)]) { list in
      "DELETE FROM party_application WHERE party_id = $1 AND account_id IN (\(list))"
    }
  }
}
