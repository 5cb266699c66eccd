import Foundation
import Synchronization

/// Holds whoever comes until so many are there; then it stays open. For threads.
package final class ThreadGate: Sendable {
  private let count: Int
  private let arrived = Mutex(0)

  /// A gate for so many.
  package init(_ count: Int) { self.count = count }

  /// Comes, and waits.
  package func pass() {
    arrived.withLock { $0 += 1 }
    while arrived.withLock({ $0 < count }) { usleep(1000) }
  }

  /// Lets everybody through.
  package func open() { arrived.withLock { $0 = count } }
}
