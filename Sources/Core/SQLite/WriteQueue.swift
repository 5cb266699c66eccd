import Basics
import Dispatch
import SQL
import Synchronization

/// A bounded FIFO queue of writes for the single writer, with a deadline for each.
final class WriteQueue: Sendable {
  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var isBusy = false
    /// In order of arrival, which is also the order of the deadlines.
    var waiters: [Waiter] = []
    var isTimerSet = false
  }

  private let state = Mutex(State())
  private let maxWaiting: Int
  private let timers = DispatchQueue(label: "database write queue")

  init(maxWaiting: Int) {
    self.maxWaiting = maxWaiting
  }

  /// Waits for the turn, which lasts until `leave`.
  /// - Throws: `DomainError` `database-busy` when the queue is full or the deadline passes.
  func enter(before deadline: ContinuousClock.Instant) async throws {
    let isTurn = await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if !state.isBusy {
          state.isBusy = true
          return true
        }
        guard state.waiters.count < maxWaiting else { return false }
        state.waiters.append(Waiter(deadline: deadline, continuation: continuation))
        setTimer(&state)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
    guard isTurn else { throw Self.busy }
  }

  /// Passes the turn to the next waiter.
  func leave() {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiters.isEmpty else {
        state.isBusy = false
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

  static let busy = DomainError(
    .unavailable, "database-busy", "Too many writes are waiting: try again in a few seconds.")
}
