package import Basics

/// Partial changes: the current content is read and replaced in one transaction, so that concurrent changes do not
/// overwrite each other.
extension PartyService {
  /// Changes parts of a party's content. Only its master and admins may.
  /// - Throws: as `change(_:to:isPublic:by:)`.
  package func change(
    _ id: WorkspaceID, by caller: AccountID, _ edit: @escaping @Sendable (inout WorkspaceContent) -> Void
  ) async throws -> PartyView {
    try await chat.change { store, _ in
      let old = try store.party(id, managedBy: caller).workspace
      var content = old.content
      edit(&content)
      let workspace = try CheckedWorkspace(content)
      try ChatService.check(workspace, replacing: old, by: caller, in: store)
      try store.replace(id, by: workspace)
      return try store.party(id, visibleTo: caller)
    }
  }

  /// Changes parts of the caller's quest.
  /// - Throws: as `change(_:in:to:by:)`.
  package func change(
    _ quest: QuestID, in id: WorkspaceID, by caller: AccountID,
    _ edit: @escaping @Sendable (inout QuestContent) -> Void
  ) async throws -> Quest {
    try await chat.change { store, _ in
      _ = try store.party(id, joinedBy: caller)
      let old = try store.quest(quest, of: id)
      guard old.writer?.id == caller else { throw DomainError.questNotYours }
      var content = old.content
      edit(&content)
      try store.replace(quest, by: try CheckedQuest(content))
      return try store.quest(quest, of: id)
    }
  }
}
