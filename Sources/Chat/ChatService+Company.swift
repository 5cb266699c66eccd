public import Basics

/// Who is together with whom, for surfaces that tell more of people to those who know them.
extension ChatService {
  /// Those of some accounts that are in a workspace now. Nobody's permission is looked at. Complexity: O(accounts).
  public func present(_ accounts: Set<AccountID>, in id: WorkspaceID) async throws -> Set<AccountID> {
    if accounts.isEmpty { return [] }
    return try await store.read { chat in try accounts.filter { try chat.member($0, of: id) != nil } }
  }

  /// Whether two are in one workspace, of the newest 1,000 of the first. Complexity: O(workspaces of the first).
  public func areTogether(_ one: AccountID, _ other: AccountID) async throws -> Bool {
    try await store.read { chat in
      try chat.workspaces(of: one, limit: ChatRules.mostListed).contains {
        try chat.member(other, of: $0.id) != nil
      }
    }
  }
}
