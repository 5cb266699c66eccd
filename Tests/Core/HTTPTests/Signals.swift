import Concurrency

@testable import HTTP

/// An event that happens once, awaited by tasks and threads.
final class Signal: Sendable {
  private struct State {
    var hasHappened = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  var hasHappened: Bool { state.withLock { $0.hasHappened } }

  func happen() {
    let waiting = state.withLock { state in
      state.hasHappened = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.hasHappened { state.waiting.append(continuation) }
        return state.hasHappened
      }
      if isOver { continuation.resume() }
    }
  }
}

/// A counter for threads and tasks.
final class Tally: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  func add(_ number: Int = 1) {
    count.withLock { $0 += number }
  }
}

/// A value that a task sets once, for the test.
final class Slot<Value: Sendable>: Sendable {
  private let slot = Locked<Value?>(nil)
  private let isSet = Signal()

  func set(_ value: Value) {
    slot.withLock { $0 = value }
    isSet.happen()
  }

  func wait() async -> Value {
    await isSet.wait()
    return slot.withLock { $0! }
  }
}
