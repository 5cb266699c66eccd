package import Basics

/// Who is together with whom, for surfaces that tell more of people to those who know them.
extension ChatService {
  /// Those of some accounts that are in a workspace now. Nobody's permission is looked at. Complexity: O(accounts).
  package func present(_ accounts: Set<AccountID>, in id: WorkspaceID) async throws -> Set<AccountID> {
    if accounts.isEmpty { return [] }
    return try await store.read { chat in try accounts.filter { try chat.member($0, of: id) != nil } }
  }

  /// Those of some accounts whose addresses clients of the contract SLP tell to other members of a workspace: those in
  /// it, where such a client made it. Nobody's permission is looked at. Complexity: O(accounts).
  package func reachable(_ accounts: Set<AccountID>, in id: WorkspaceID) async throws -> Set<AccountID> {
    try await origin(of: id) == .slp ? present(accounts, in: id) : []
  }

  /// Whether two are in one workspace that a client of the contract SLP made, of the newest 1,000 of the first.
  /// Complexity: O(workspaces of the first).
  package func shareSLPWorkspace(_ one: AccountID, _ other: AccountID) async throws -> Bool {
    try await store.read { chat in
      try chat.workspaces(of: one, limit: ChatRules.maxListed).contains {
        try $0.origin == .slp && chat.member(other, of: $0.id) != nil
      }
    }
  }
}
