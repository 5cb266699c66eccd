import Synchronization

/// A barrier that blocks threads until `count` of them have arrived. Then it stays open.
package final class ThreadGate: Sendable {
  private let count: Int
  private let arrived = Mutex(0)

  package init(_ count: Int) { self.count = count }

  /// Arrives and waits.
  package func pass() {
    arrived.withLock { $0 += 1 }
    try? eventually { arrived.withLock { $0 >= count } }
  }

  /// Opens the barrier.
  package func open() { arrived.withLock { $0 = count } }
}
