import APIKit
package import Accounts
package import Basics
import Synchronization

/// Closes long-lived connections when their session ends: at once if it ends in this process, otherwise at the next
/// poll.
package final class SessionWatch: Sendable {
  package struct Connections: Sendable {
    package let callers: @Sendable () -> Set<Caller>
    /// Closes the connections of some callers.
    package let end: @Sendable (Set<Caller>) async -> Void

    package init(
      callers: @escaping @Sendable () -> Set<Caller>, end: @escaping @Sendable (Set<Caller>) async -> Void
    ) {
      self.callers = callers
      self.end = end
    }
  }

  private let accounts: AccountService
  private let connections = Mutex<[Connections]>([])

  package init(_ accounts: AccountService) {
    self.accounts = accounts
    accounts.sessionEnds.listen { [weak self] account in
      // A failed read is repeated at the next poll.
      try? await self?.poll(at: account)
    }
  }

  package func add(_ connections: Connections) {
    self.connections.withLock { $0.append(connections) }
  }

  /// Closes the connections whose session has ended: of an account, or all. One read. Complexity: O(connections).
  package func poll(at account: AccountID? = nil) async throws {
    let connections = connections.withLock { $0 }
    var callers: Set<Caller> = []
    for kind in connections { callers.formUnion(kind.callers()) }
    if let account { callers = callers.filter { $0.account == account } }
    let ended = try await ended(among: callers)
    guard !ended.isEmpty else { return }
    for kind in connections { await kind.end(ended) }
  }

  package func ended(among callers: Set<Caller>) async throws -> Set<Caller> {
    try await accounts.endedSessions(among: callers)
  }
}
