import Basics
import Chat
import SQL

enum PartyRows {
  /// The columns of `party(of:)`, in its order. The account is that of the owner.
  static let columns = """
    \(ChatRows.workspaceColumns), \(AccountRow.personColumns), party.is_public, party.access_code
    """
  /// The number of `columns`.
  static let width = ChatRows.workspaceWidth + 5
  /// Follows a table with a party's number.
  static let joins = """
    JOIN workspace ON workspace.id = party.workspace_id JOIN account ON account.id = workspace.owner_id
    """
  /// The condition that neither the owner of a workspace nor the viewer has blocked the other.
  static func isNotBlocked(with parameter: String) -> String {
    ChatTransaction.isNotBlocked(parameter, "workspace.owner_id")
  }

  /// The grade of an account in a party; null if it is neither member nor applicant.
  static func grade(of account: String, in party: String) -> String {
    """
    CASE
      WHEN EXISTS (SELECT 1 FROM workspace AS owned WHERE owned.id = \(party) AND owned.owner_id = \(account))
        THEN 'master'
      WHEN EXISTS (SELECT 1 FROM party_admin AS own WHERE own.party_id = \(party) AND own.account_id = \(account))
        THEN 'admin'
      WHEN EXISTS (
        SELECT 1 FROM workspace_member AS own WHERE own.workspace_id = \(party) AND own.account_id = \(account))
        THEN 'member'
      WHEN EXISTS (
        SELECT 1 FROM party_application AS own WHERE own.party_id = \(party) AND own.account_id = \(account))
        THEN 'applicant'
    END
    """
  }

  static func party(of row: any Row) throws -> Party {
    let width = ChatRows.workspaceWidth
    return Party(
      workspace: try ChatRows.workspace(of: row), master: try row.person(from: width),
      isPublic: row.integer(width + 3) != 0, accessCode: row.text(width + 4))
  }

  static func grade(of row: any Row, _ column: Int) throws -> PartyGrade? {
    row.isNull(column) ? nil : try row.rawValue(column) as PartyGrade
  }

  /// Selects the columns of `quest(of:)`.
  static let questSelect = """
    SELECT \(AccountRow.personColumns), quest.id, quest.party_id, quest.notice_id, quest.title, quest.description,
      quest.starts_at, quest.ends_at, quest.created_at
    FROM quest LEFT JOIN account ON account.id = quest.writer_id
    """

  static func quest(of row: any Row) throws -> Quest {
    Quest(
      id: QuestID(row.integer(3)), party: WorkspaceID(row.integer(4)),
      kind: row.optionalInteger(5).map { .submission(of: QuestID($0)) } ?? .notice,
      writer: row.isNull(0) ? nil : try row.person(from: 0),
      content: QuestContent(
        title: row.text(6), description: row.text(7), startsAt: row.instantIfAny(8), endsAt: row.instantIfAny(9)),
      createdAt: row.instant(10))
  }
}
