import Dispatch

/// A counting semaphore with a bounded FIFO queue of waiters and a deadline for each.
package final class AsyncSemaphore: Sendable {
  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var permits: Int
    /// In order of arrival, which is also the order of the deadlines: all wait equally long.
    var waiters: [Waiter] = []
    var isTimerSet = false
  }

  private let state: Locked<State>
  private let permits: Int
  private let maxWaiting: Int
  private let timers: DispatchQueue

  /// A semaphore.
  /// - Parameters:
  ///   - permits: the number of permits.
  ///   - maxWaiting: the size of the queue; further calls of `wait` return false at once.
  package init(_ label: String, permits: Int, maxWaiting: Int) {
    state = Locked(State(permits: permits))
    timers = DispatchQueue(label: label)
    self.permits = permits
    self.maxWaiting = maxWaiting
  }

  package var load: PoolLoad {
    state.withLock { PoolLoad(used: permits - $0.permits, waiting: $0.waiters.count, capacity: permits) }
  }

  /// Waits for a permit; `signal` returns it.
  /// - Returns: false when the queue is full or the deadline passes.
  package func wait(before deadline: ContinuousClock.Instant) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.permits > 0 {
          state.permits -= 1
          return true
        }
        guard state.waiters.count < maxWaiting else { return false }
        state.waiters.append(Waiter(deadline: deadline, continuation: continuation))
        setTimer(&state)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Returns a permit and resumes the longest waiter.
  package func signal() {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiters.isEmpty else {
        state.permits += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }

  /// Sets the one timer, for the first waiter.
  private func setTimer(_ state: inout State) {
    guard !state.isTimerSet, let first = state.waiters.first else { return }
    state.isTimerSet = true
    let (seconds, attoseconds) = max(.zero, first.deadline - .now).components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    timers.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.dismissOverdue() }
  }

  private func dismissOverdue() {
    let overdue = state.withLock { state in
      state.isTimerSet = false
      let count = state.waiters.prefix { $0.deadline <= .now }.count
      defer {
        state.waiters.removeFirst(count)
        setTimer(&state)
      }
      return Array(state.waiters.prefix(count))
    }
    for waiter in overdue { waiter.continuation.resume(returning: false) }
  }
}
