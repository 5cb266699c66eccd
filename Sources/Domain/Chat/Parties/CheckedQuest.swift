import Basics

/// Validated content of a quest: stores accept no other.
package struct CheckedQuest: Hashable, Sendable {
  /// With the title in composed form.
  package let content: QuestContent
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
