package import Basics
import Synchronization

/// Tells those who serve connections that outlive their requests that sessions of an account may have ended in this
/// process. Sessions that end elsewhere are found by looking (`AccountService.ended`).
package final class SessionEnds: Sendable {
  private let listeners = Mutex<[@Sendable (AccountID) async -> Void]>([])

  init() {}

  /// Has something done whenever sessions of an account may have ended, before whoever ended them is answered.
  package func listen(_ body: @escaping @Sendable (AccountID) async -> Void) {
    listeners.withLock { $0.append(body) }
  }

  func notify(_ account: AccountID) async {
    for listener in listeners.withLock({ $0 }) { await listener(account) }
  }
}
