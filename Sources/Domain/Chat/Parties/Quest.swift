package import Basics

/// What somebody is to do in a party, or has done.
package struct Quest: Hashable, Sendable {
  /// Stable, and higher for later ones.
  package let id: QuestID
  /// Which party.
  package let party: WorkspaceID
  /// Of what kind.
  package let kind: QuestKind
  /// Who wrote it; nil where the account is gone.
  package var writer: Person?
  /// What its writer decides; empty where the account is gone.
  package var content: QuestContent
  /// A submission is complete when it comes, a notice never.
  package var isComplete: Bool { kind != .notice }
  /// When it was made.
  package let createdAt: Timestamp

  /// A quest from its parts.
  package init(
    id: QuestID, party: WorkspaceID, kind: QuestKind, writer: Person?, content: QuestContent,
    createdAt: Timestamp
  ) {
    self.id = id
    self.party = party
    self.kind = kind
    self.writer = writer
    self.content = content
    self.createdAt = createdAt
  }
}

/// Of what kind a quest is.
package enum QuestKind: Hashable, Sendable {
  /// Told to everybody; the master writes it.
  case notice
  /// What somebody has done of a notice.
  case submission(of: QuestID)
}

/// What the writer of a quest decides.
package struct QuestContent: Hashable, Sendable {
  /// 1...100 characters.
  package var title: String
  /// At most 2,000 characters.
  package var description: String
  /// From when; nil where it is open.
  package var startsAt: Timestamp?
  /// Until when, not before `startsAt`; nil where it is open.
  package var endsAt: Timestamp?

  /// Content from its parts.
  package init(title: String, description: String = "", startsAt: Timestamp? = nil, endsAt: Timestamp? = nil) {
    self.title = title
    self.description = description
    self.startsAt = startsAt
    self.endsAt = endsAt
  }
}

/// Which quests of a party are looked for; nil leaves open.
package struct QuestSearch: Hashable, Sendable {
  /// 1...100 characters that the title holds, folded as search does.
  package var title: String?
  /// What the writer's nickname holds, likewise.
  package var writer: String?
  /// Whether it is complete.
  package var isComplete: Bool?

  /// A search for everything.
  package init(title: String? = nil, writer: String? = nil, isComplete: Bool? = nil) {
    self.title = title
    self.writer = writer
    self.isComplete = isComplete
  }
}
