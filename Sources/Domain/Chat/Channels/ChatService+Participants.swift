package import Basics

/// Shared memberships, for APIs that show more of a user's profile to members of the same workspace.
extension ChatService {
  /// The accounts among some that are in a workspace, without permission checks. Complexity: O(accounts).
  package func present(_ accounts: Set<AccountID>, in id: WorkspaceID) async throws -> Set<AccountID> {
    if accounts.isEmpty { return [] }
    return try await store.read { try $0.members(among: accounts, of: id) }
  }

  /// The accounts among some whose e-mail addresses clients of the contract SLP show to other members of a workspace:
  /// its members, if such a client created it. No permission checks. Complexity: O(accounts).
  package func reachable(_ accounts: Set<AccountID>, in id: WorkspaceID) async throws -> Set<AccountID> {
    try await origin(of: id) == .slp ? present(accounts, in: id) : []
  }

  /// Whether two accounts are in one workspace that a client of the contract SLP created, among the newest 1,000 of the
  /// first. Complexity: O(workspaces of the first).
  package func shareSLPWorkspace(_ one: AccountID, _ other: AccountID) async throws -> Bool {
    try await store.read { try $0.shareWorkspace(one, other, origin: .slp, limit: ChatRules.maxListed) }
  }
}
