public import Basics

/// Of what kind a quest is, in the contract's words.
public enum PartyQuestKind: String, Hashable, Sendable, CaseIterable {
  /// Told to everybody.
  case notification = "NOTIFICATION"
  /// What somebody has done of another quest.
  case submit = "SUBMIT"
}

/// What a quest says.
public struct PartyQuestText: Hashable, Sendable {
  /// In a few words.
  public var title: String
  /// In more.
  public var description: String
  /// From when; nil: told as an empty text.
  public var startsAt: Timestamp?
  /// Until when; nil: told as an empty text.
  public var endsAt: Timestamp?

  /// What a quest says, from its parts.
  public init(title: String, description: String, startsAt: Timestamp?, endsAt: Timestamp?) {
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
public struct PartyQuestMadeQuest: PartyQuestDocument, Hashable {
  /// The quest's.
  public var id: QuestID
  /// What it says.
  public var text: PartyQuestText
  /// Of what kind it is.
  public var kind: PartyQuestKind
  /// Whether it is done.
  public var isComplete: Bool

  /// A quest from its parts.
  public init(id: QuestID, text: PartyQuestText, kind: PartyQuestKind, isComplete: Bool) {
    self.id = id
    self.text = text
    self.kind = kind
    self.isComplete = isComplete
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    text.write(to: &writer)
    writer.text("type", kind.rawValue)
    writer.flag("complete", isComplete)
    writer.endObject()
  }
}

/// A quest in a list.
public struct PartyQuestListedQuest: PartyQuestDocument, Hashable {
  /// The quest's; what the next page is asked for by.
  public var id: QuestID
  /// What it says.
  public var text: PartyQuestText
  /// Whether it is done.
  public var isComplete: Bool
  /// The writer's nickname; empty where the account is gone.
  public var writer: String

  /// A quest from its parts.
  public init(id: QuestID, text: PartyQuestText, isComplete: Bool, writer: String) {
    self.id = id
    self.text = text
    self.isComplete = isComplete
    self.writer = writer
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("questID", id)
    text.write(to: &writer)
    writer.flag("complete", isComplete)
    writer.text("writer", self.writer)
    writer.endObject()
  }
}
