public import Basics

/// What somebody is to do in a party, or has done.
public struct Quest: Hashable, Sendable {
  /// Stable, and higher for later ones.
  public let id: QuestID
  /// Which party.
  public let party: WorkspaceID
  /// Of what kind.
  public let kind: QuestKind
  /// Who wrote it; nil where the account is gone.
  public var writer: Person?
  /// What its writer decides; empty where the account is gone.
  public var content: QuestContent
  /// A submission is complete when it comes, a notice never.
  public var isComplete: Bool { kind != .notice }
  /// When it was made.
  public let createdAt: Timestamp

  /// A quest from its parts.
  public init(
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
public enum QuestKind: Hashable, Sendable {
  /// Told to everybody; the master writes it.
  case notice
  /// What somebody has done of a notice.
  case submission(of: QuestID)
}

/// What the writer of a quest decides.
public struct QuestContent: Hashable, Sendable {
  /// 1...100 characters.
  public var title: String
  /// At most 2,000 characters.
  public var description: String
  /// From when; nil where it is open.
  public var startsAt: Timestamp?
  /// Until when, not before `startsAt`; nil where it is open.
  public var endsAt: Timestamp?

  /// Content from its parts.
  public init(title: String, description: String = "", startsAt: Timestamp? = nil, endsAt: Timestamp? = nil) {
    self.title = title
    self.description = description
    self.startsAt = startsAt
    self.endsAt = endsAt
  }
}

/// Which quests of a party are looked for; nil leaves open.
public struct QuestSearch: Hashable, Sendable {
  /// 1...100 characters that the title holds, folded as search does.
  public var title: String?
  /// What the writer's nickname holds, likewise.
  public var writer: String?
  /// Whether it is complete.
  public var isComplete: Bool?

  /// A search for everything.
  public init(title: String? = nil, writer: String? = nil, isComplete: Bool? = nil) {
    self.title = title
    self.writer = writer
    self.isComplete = isComplete
  }
}
