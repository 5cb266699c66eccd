package import Basics

/// Reads quests in a transaction, without permission checks.
package protocol QuestReading {
  /// Nil if there is none.
  func quest(_ id: QuestID) throws -> Quest?
  /// The quests of a party with a lower number, newest first. Complexity: O(quests of the party) if few match (their
  /// number is bounded), otherwise O(limit).
  func quests(
    of party: WorkspaceID, _ terms: SearchTerms, isComplete: Bool?, before: QuestID?, limit: Int
  ) throws -> [Quest]
  func questCount(of party: WorkspaceID) throws -> Int
}

/// Writes quests in a transaction. The rows that parameters refer to must exist.
package protocol QuestWriting {
  func addQuest(
    _ quest: CheckedQuest, _ kind: QuestKind, to party: WorkspaceID, by writer: AccountID, at instant: Timestamp
  ) throws -> QuestID
  /// Replaces the content of a quest.
  func replace(_ id: QuestID, by quest: CheckedQuest) throws
  /// Removes a quest with its submissions.
  func removeQuest(_ id: QuestID) throws
}

/// Validated content of a quest: stores accept no other.
package struct CheckedQuest: Hashable, Sendable {
  /// With the title in composed form.
  package let content: QuestContent
  /// The form for search.
  package let foldedTitle: String

  /// - Throws: `DomainError` `title-invalid`, `description-too-long`, `text-invalid`, `period-reversed`.
  init(_ content: QuestContent) throws(DomainError) {
    var content = content
    (content.title, foldedTitle) = try ChatRules.name(
      content.title, maxLength: PartyRules.maxTitleLength, field: "title")
    try ChatRules.checkDescription(content.description, maxLength: PartyRules.maxDescriptionLength)
    if let start = content.startsAt, let end = content.endsAt, end < start { throw .periodReversed }
    self.content = content
  }
}
