package import Basics

/// A task of a party, or a submission to one.
package struct Quest: Hashable, Sendable {
  package let id: QuestID
  package let party: WorkspaceID
  package let kind: QuestKind
  /// Nil if the account is gone.
  package var writer: Person?
  /// Empty if the account is gone.
  package var content: QuestContent
  /// A submission is always complete, a notice never.
  package var isComplete: Bool { kind != .notice }
  package let createdAt: Timestamp

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

package enum QuestKind: Hashable, Sendable {
  /// A task for all members, by the master.
  case notice
  /// A member's result for a notice.
  case submission(of: QuestID)
}

package struct QuestContent: Hashable, Sendable {
  /// 1...100 characters.
  package var title: String
  /// At most 2,000 characters.
  package var description: String
  /// Nil if open.
  package var startsAt: Timestamp?
  /// Not before `startsAt`; nil if open.
  package var endsAt: Timestamp?

  package init(title: String, description: String = "", startsAt: Timestamp? = nil, endsAt: Timestamp? = nil) {
    self.title = title
    self.description = description
    self.startsAt = startsAt
    self.endsAt = endsAt
  }
}

/// A quest search; nil fields match everything.
package struct QuestSearch: Hashable, Sendable {
  /// 1...100 characters contained in the title, folded.
  package var title: String?
  /// 1...100 characters contained in the writer's nickname, folded.
  package var writer: String?
  package var isComplete: Bool?

  package init(title: String? = nil, writer: String? = nil, isComplete: Bool? = nil) {
    self.title = title
    self.writer = writer
    self.isComplete = isComplete
  }
}
