import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: Reading

  func quest(_ id: QuestID) throws -> Quest? {
    try connection.first(PartyRows.questSelect + " WHERE quest.id = $1", [.number(id)]) {
      try PartyRows.quest(of: $0)
    }
  }

  /// Finds the quests of `$1` below `$2`, at most `$3`, followed by the search terms.
  static func quests(_ terms: SearchTerms, isComplete: Bool?) -> String {
    let kind = isComplete.map { "AND quest.notice_id IS \($0 ? "NOT " : "")NULL " } ?? ""
    let titled = terms.title == nil ? "" : "AND \(holds("quest.title_folded", "$4")) "
    let written =
      terms.person == nil ? "" : "AND \(holds("account.nickname_folded", terms.title == nil ? "$4" : "$5")) "
    return PartyRows.questSelect
      + " WHERE quest.party_id = $1 AND quest.id < $2 \(kind)\(titled)\(written)ORDER BY quest.id DESC LIMIT $3"
  }

  func quests(
    of party: WorkspaceID, _ terms: SearchTerms, isComplete: Bool?, before: QuestID?, limit: Int
  ) throws -> [Quest] {
    let values: [Value] = [.number(party), .integer(before?.value ?? .max), .integer(Int64(limit))]
    let texts = [terms.title, terms.person].compactMap { $0 }.map { Value.text($0) }
    return try all(Self.quests(terms, isComplete: isComplete), values + texts) { try PartyRows.quest(of: $0) }
  }

  func questCount(of party: WorkspaceID) throws -> Int {
    Int(try connection.integer("SELECT COUNT(*) FROM quest WHERE party_id = $1", [.number(party)]) ?? 0)
  }

  // MARK: Writing

  func addQuest(
    _ quest: CheckedQuest, _ kind: QuestKind, to party: WorkspaceID, by writer: AccountID, at instant: Timestamp
  ) throws -> QuestID {
    let content = quest.content
    let notice: Int64? = if case .submission(let notice) = kind { notice.value } else { nil }
    return QuestID(
      try added(
        """
        INSERT INTO quest
          (party_id, notice_id, writer_id, title, title_folded, description, starts_at, ends_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        [
          .number(party), .integer(orNull: notice), .id(writer), .text(content.title), .text(quest.foldedTitle),
          .text(content.description), .instant(orNull: content.startsAt), .instant(orNull: content.endsAt),
          .instant(instant),
        ]))
  }

  func replace(_ id: QuestID, by quest: CheckedQuest) throws {
    let content = quest.content
    try connection.run(
      "UPDATE quest SET title = $2, title_folded = $3, description = $4, starts_at = $5, ends_at = $6 WHERE id = $1",
      [
        .number(id), .text(content.title), .text(quest.foldedTitle), .text(content.description),
        .instant(orNull: content.startsAt), .instant(orNull: content.endsAt),
      ])
  }

  func removeQuest(_ id: QuestID) throws {
    try connection.run("DELETE FROM quest WHERE id = $1", [.number(id)])
  }
}
