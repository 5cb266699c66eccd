package import Basics
package import JSON

package enum PartyQuestKind: String, Hashable, Sendable, CaseIterable {
  /// A notice to all members.
  case notification = "NOTIFICATION"
  /// A submission for another quest.
  case submit = "SUBMIT"
}

package struct PartyQuestQuestContent: Hashable, Sendable {
  package var title: String
  package var description: String
  /// Nil is written as an empty text.
  package var startsAt: Timestamp?
  /// Nil is written as an empty text.
  package var endsAt: Timestamp?

  package init(title: String, description: String, startsAt: Timestamp?, endsAt: Timestamp?) {
    self.title = title
    self.description = description
    self.startsAt = startsAt
    self.endsAt = endsAt
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.text("title", title)
    writer.text("description", description)
    writer.text("startTime", startsAt.map(PartyQuestTime.text) ?? "")
    writer.text("endTime", endsAt.map(PartyQuestTime.text) ?? "")
  }
}

package struct PartyQuestMadeQuest: PartyQuestDocument, Hashable {
  package var id: QuestID
  package var text: PartyQuestQuestContent
  package var kind: PartyQuestKind
  package var isComplete: Bool

  package init(id: QuestID, text: PartyQuestQuestContent, kind: PartyQuestKind, isComplete: Bool) {
    self.id = id
    self.text = text
    self.kind = kind
    self.isComplete = isComplete
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    text.write(to: &writer)
    writer.text("type", kind.rawValue)
    writer.flag("complete", isComplete)
    writer.endObject()
  }
}

package struct PartyQuestListedQuest: PartyQuestDocument, Hashable {
  /// Also the cursor of the next page.
  package var id: QuestID
  package var text: PartyQuestQuestContent
  package var isComplete: Bool
  /// The writer's nickname; empty for a deleted account.
  package var writer: String

  package init(id: QuestID, text: PartyQuestQuestContent, isComplete: Bool, writer: String) {
    self.id = id
    self.text = text
    self.isComplete = isComplete
    self.writer = writer
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("questID", id)
    text.write(to: &writer)
    writer.flag("complete", isComplete)
    writer.text("writer", self.writer)
    writer.endObject()
  }
}
