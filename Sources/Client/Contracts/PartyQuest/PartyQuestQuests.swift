package import Basics

/// Of what kind a quest is, in the contract's words.
package enum PartyQuestKind: String, Hashable, Sendable, CaseIterable {
  /// Told to everybody.
  case notification = "NOTIFICATION"
  /// What somebody has done of another quest.
  case submit = "SUBMIT"
}

/// What a quest says.
package struct PartyQuestText: Hashable, Sendable {
  /// In a few words.
  package var title: String
  /// In more.
  package var description: String
  /// From when; nil: told as an empty text.
  package var startsAt: Timestamp?
  /// Until when; nil: told as an empty text.
  package var endsAt: Timestamp?

  /// What a quest says, from its parts.
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

/// A quest that was made.
package struct PartyQuestMadeQuest: PartyQuestDocument, Hashable {
  /// The quest's.
  package var id: QuestID
  /// What it says.
  package var text: PartyQuestText
  /// Of what kind it is.
  package var kind: PartyQuestKind
  /// Whether it is done.
  package var isComplete: Bool

  /// A quest from its parts.
  package init(id: QuestID, text: PartyQuestText, kind: PartyQuestKind, isComplete: Bool) {
    self.id = id
    self.text = text
    self.kind = kind
    self.isComplete = isComplete
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    text.write(to: &writer)
    writer.text("type", kind.rawValue)
    writer.flag("complete", isComplete)
    writer.endObject()
  }
}

/// A quest in a list.
package struct PartyQuestListedQuest: PartyQuestDocument, Hashable {
  /// The quest's; what the next page is asked for by.
  package var id: QuestID
  /// What it says.
  package var text: PartyQuestText
  /// Whether it is done.
  package var isComplete: Bool
  /// The writer's nickname; empty where the account is gone.
  package var writer: String

  /// A quest from its parts.
  package init(id: QuestID, text: PartyQuestText, isComplete: Bool, writer: String) {
    self.id = id
    self.text = text
    self.isComplete = isComplete
    self.writer = writer
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("questID", id)
    text.write(to: &writer)
    writer.flag("complete", isComplete)
    writer.text("writer", self.writer)
    writer.endObject()
  }
}
