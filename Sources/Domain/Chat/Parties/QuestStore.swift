package import Basics

/// Quests as they stand in a transaction. Nobody's permission is looked at.
package protocol QuestReading {
  /// A quest; nil where there is none.
  func quest(_ id: QuestID) throws -> Quest?
  /// The quests of a party with a lower number, newest first. Complexity: O(quests of the party) where few hold what is
  /// sought, of which there is a most, and otherwise O(limit).
  func quests(
    of party: WorkspaceID, _ terms: SearchTerms, isComplete: Bool?, before: QuestID?, limit: Int
  ) throws -> [Quest]
  /// How many quests a party has.
  func questCount(of party: WorkspaceID) throws -> Int
}

/// How quests change in a transaction. What is named has to be there.
package protocol QuestWriting {
  /// Adds a quest.
  func addQuest(
    _ quest: CheckedQuest, _ kind: QuestKind, to party: WorkspaceID, by writer: AccountID, at instant: Timestamp
  ) throws -> QuestID
  /// Replaces what its writer decides.
  func replace(_ id: QuestID, by quest: CheckedQuest) throws
  /// Removes a quest with what was submitted of it.
  func removeQuest(_ id: QuestID) throws
}

/// What the writer of a quest decided, after the rules: stores write nothing else.
package struct CheckedQuest: Hashable, Sendable {
  /// With a composed title.
  package let content: QuestContent
  /// In which is searched.
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
