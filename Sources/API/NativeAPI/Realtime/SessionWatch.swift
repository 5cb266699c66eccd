import APIKit
package import Accounts
package import Basics
import Synchronization

/// Ends connections that outlive their requests once the session by which they were opened has ended: at once where it
/// ends in this process, and otherwise when somebody looks.
package final class SessionWatch: Sendable {
  /// Connections of one kind.
  package struct Connections: Sendable {
    /// By whom they are held at the moment.
    package let callers: @Sendable () -> Set<Caller>
    /// Ends those of some callers.
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
      // What cannot be found out now is at the next look.
      try? await self?.poll(at: account)
    }
  }

  /// Watches over connections from now on.
  package func add(_ connections: Connections) {
    self.connections.withLock { $0.append(connections) }
  }

  /// Ends connections whose session has ended: of an account, or all. One read. Complexity: O(connections).
  package func poll(at account: AccountID? = nil) async throws {
    let connections = connections.withLock { $0 }
    var callers: Set<Caller> = []
    for kind in connections { callers.formUnion(kind.callers()) }
    if let account { callers = callers.filter { $0.account == account } }
    let ended = try await ended(among: callers)
    guard !ended.isEmpty else { return }
    for kind in connections { await kind.end(ended) }
  }

  /// Those of some callers whose session goes on no more.
  package func ended(among callers: Set<Caller>) async throws -> Set<Caller> {
    try await accounts.ended(among: callers)
  }
}
