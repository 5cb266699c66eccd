import Synchronization

/// Holds tasks until it is opened, or until `count` of them have come. Then it stays open.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let count: Int
  private let state = Mutex(State())

  package init(_ count: Int = .max) { self.count = count }

  package var isOpen: Bool { state.withLock(\.isOpen) }

  /// How many tasks it holds.
  package var waitingCount: Int { state.withLock(\.waiting.count) }

  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let waitingCount = state.withLock { state in
        state.waiting.append(continuation)
        return state.waiting.count
      }
      if isOpen || waitingCount >= count { open() }
    }
  }
}

/// A count that several tasks and threads raise.
package final class Counter: Sendable {
  private let count = Mutex(0)

  package init() {}

  package var value: Int { count.withLock(\.self) }

  package func add(_ number: Int = 1) { count.withLock { $0 += number } }
}
