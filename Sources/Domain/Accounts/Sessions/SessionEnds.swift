package import Basics
import Synchronization

/// Notifies listeners (open connections outlive their requests) that sessions of an account may have ended in this
/// process. Sessions that other processes end are found by polling (`AccountService.ended`).
package final class SessionEnds: Sendable {
  private let listeners = Mutex<[@Sendable (AccountID) async -> Void]>([])

  init() {}

  /// Registers a listener. It runs before the request that ended the sessions is answered.
  package func listen(_ body: @escaping @Sendable (AccountID) async -> Void) {
    listeners.withLock { $0.append(body) }
  }

  func notify(_ account: AccountID) async {
    for listener in listeners.withLock({ $0 }) { await listener(account) }
  }
}
