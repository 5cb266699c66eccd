package import Basics

extension PartyService {
  /// Adds a quest: a notice by the master, or a member's submission to a notice of the same party.
  /// - Throws: `party-unknown`, `party-not-joined`, `party-not-yours` for a notice by another member; `quest-unknown`
  ///   (notFound) for a submission's notice; `title-invalid`, `description-too-long`, `text-invalid`, `period-reversed`
  ///   (invalid); `quests-too-many` (conflict) above 10,000 in a party.
  package func addQuest(
    _ content: QuestContent, _ kind: QuestKind, to id: WorkspaceID, by caller: AccountID
  ) async throws -> Quest {
    let quest = try CheckedQuest(content)
    let now = chat.clock()
    return try await chat.change { store, _ in
      let grade = try store.party(id, joinedBy: caller).grade
      switch kind {
      case .notice: guard grade == .master else { throw DomainError.partyNotYours }
      case .submission(let notice):
        guard try store.quest(notice, of: id).kind == .notice else { throw DomainError.questUnknown }
      }
      guard try store.questCount(of: id) < PartyRules.maxQuests else {
        throw DomainError.tooMany("quests", PartyRules.maxQuests)
      }
      return try store.quest(store.addQuest(quest, kind, to: id, by: caller, at: now), of: id)
    }
  }

  /// The quests of a party, newest first. Fewer than `limit` means that there are no more.
  /// - Parameters:
  ///   - before: only quests with a lower identifier.
  ///   - limit: 1...100.
  /// - Throws: `party-unknown`, `party-not-joined`, `text-invalid`, `limit-out-of-range`.
  package func quests(
    of id: WorkspaceID, _ search: QuestSearch, before: QuestID?, limit: Int, for caller: AccountID
  ) async throws -> [Quest] {
    try ChatRules.checkLimit(limit, in: PartyRules.limits)
    let terms = try SearchTerms(search)
    return try await chat.store.read { store in
      _ = try store.party(id, joinedBy: caller)
      return try store.quests(of: id, terms, isComplete: search.isComplete, before: before, limit: limit)
    }
  }

  /// - Throws: `party-unknown`, `party-not-joined`, `quest-unknown`.
  package func quest(_ quest: QuestID, in id: WorkspaceID, for caller: AccountID) async throws -> Quest {
    try await chat.store.read { store in
      _ = try store.party(id, joinedBy: caller)
      return try store.quest(quest, of: id)
    }
  }

  /// Replaces the content of the caller's quest.
  /// - Throws: `party-unknown`, `party-not-joined`, `quest-unknown`, `quest-not-yours` (forbidden), and for the content
  ///   what `addQuest` throws.
  package func change(
    _ quest: QuestID, in id: WorkspaceID, to content: QuestContent, by caller: AccountID
  ) async throws -> Quest {
    let checked = try CheckedQuest(content)
    return try await chat.change { store, _ in
      _ = try store.party(id, joinedBy: caller)
      guard try store.quest(quest, of: id).writer?.id == caller else { throw DomainError.questNotYours }
      try store.replace(quest, by: checked)
      return try store.quest(quest, of: id)
    }
  }

  /// Removes the caller's quest, or as the master any quest, with its submissions.
  /// - Throws: `party-unknown`, `party-not-joined`, `quest-unknown`, `quest-not-yours`.
  package func remove(_ quest: QuestID, from id: WorkspaceID, by caller: AccountID) async throws {
    try await chat.change { store, _ in
      let grade = try store.party(id, joinedBy: caller).grade
      let writer = try store.quest(quest, of: id).writer?.id
      guard writer == caller || grade == .master else { throw DomainError.questNotYours }
      try store.removeQuest(quest)
    }
  }
}

extension ChatReading {
  /// - Throws: `DomainError` `quest-unknown`, also if it is another party's.
  func quest(_ id: QuestID, of party: WorkspaceID) throws -> Quest {
    guard let quest = try quest(id), quest.party == party else { throw DomainError.questUnknown }
    return quest
  }
}
