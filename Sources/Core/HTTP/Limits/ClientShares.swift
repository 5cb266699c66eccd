import Basics
import Concurrency

/// How many of something each client network holds at once. Networks that hold none need no memory.
final class ClientShares: Sendable {
  private let maxCount: Int
  private let counts = Locked<[ClientNetwork: Int]>([:])

  init(maxCount: Int) { self.maxCount = maxCount }

  /// How many all networks hold; 0 if there is no limit, because nobody counts then.
  var heldCount: Int { counts.withLock { $0.values.reduce(0, +) } }

  /// Whether the network may have one more, which is counted then.
  func take(_ network: ClientNetwork) -> Bool {
    guard maxCount < .max else { return true }
    return counts.withLock { counts in
      let count = counts[network] ?? 0
      guard count < maxCount else { return false }
      counts[network] = count + 1
      return true
    }
  }

  /// Gives one back that was taken.
  func release(_ network: ClientNetwork) {
    guard maxCount < .max else { return }
    counts.withLock { counts in
      let count = (counts[network] ?? 1) - 1
      counts[network] = count > 0 ? count : nil
    }
  }
}
