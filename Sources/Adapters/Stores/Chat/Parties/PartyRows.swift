import Basics
import Chat
import SQL

/// How parties and quests stand in their tables.
enum PartyRows {
  /// The columns that `party(of:)` reads, in its order; whose account it is, is the owner.
  static let columns = """
    \(ChatRows.workspaceColumns), \(AccountRow.personColumns), party.is_public, party.access_code
    """
  /// How many they are.
  static let width = ChatRows.workspaceWidth + 5
  /// Behind a table that has the number of a party.
  static let joins = """
    JOIN workspace ON workspace.id = party.workspace_id JOIN account ON account.id = workspace.owner_id
    """
  /// Whether the owner of a workspace is not apart from whoever looks.
  static func isTogether(with parameter: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = \(parameter) AND blocked_id = workspace.owner_id)
      AND NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = workspace.owner_id AND blocked_id = \(parameter))
    """
  }

  static func party(of row: any Row) throws -> Party {
    let width = ChatRows.workspaceWidth
    return Party(
      workspace: try ChatRows.workspace(of: row), master: try row.person(from: width),
      isPublic: row.integer(width + 3) != 0, accessCode: row.text(width + 4))
  }

  /// Selects what `quest(of:)` reads.
  static let questSelect = """
    SELECT \(AccountRow.personColumns), quest.id, quest.party_id, quest.notice_id, quest.title, quest.description,
      quest.starts_at, quest.ends_at, quest.created_at
    FROM quest LEFT JOIN account ON account.id = quest.writer_id
    """

  static func quest(of row: any Row) throws -> Quest {
    Quest(
      id: QuestID(row.integer(3)), party: WorkspaceID(row.integer(4)),
      kind: row.integerIfAny(5).map { .submission(of: QuestID($0)) } ?? .notice,
      writer: row.isNull(0) ? nil : try row.person(from: 0),
      content: QuestContent(
        title: row.text(6), description: row.text(7), startsAt: row.instantIfAny(8), endsAt: row.instantIfAny(9)),
      createdAt: row.instant(10))
  }
}
