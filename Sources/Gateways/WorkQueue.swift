import Dispatch
import Synchronization

/// Runs what blocks on threads of its own, a few at a time, the rest in order of arrival: so that it does not hold up
/// the cooperative pool.
final class WorkQueue: Sendable {
  private struct State {
    var running = 0
    var waiting: [@Sendable () -> Void] = []
  }

  /// So many wait that no more may.
  struct Full: Error {}

  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let width: Int
  private let room: Int

  /// - Parameters:
  ///   - width: how many run at the same time.
  ///   - room: how many may wait.
  init(label: String, width: Int, room: Int) {
    queue = DispatchQueue(label: label, attributes: .concurrent)
    self.width = width
    self.room = room
  }

  /// Runs a body that may block, and gives what it gives.
  /// - Throws: `Full`, and what the body throws.
  func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = add {
        continuation.resume(with: Swift.Result { try body() })
      }
      if !isTaken { continuation.resume(throwing: Full()) }
    }
  }

  private func add(_ job: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, starts) = state.withLock { state -> (Bool, Bool) in
      if state.running < width {
        state.running += 1
        return (true, true)
      }
      guard state.waiting.count < room else { return (false, false) }
      state.waiting.append(job)
      return (true, false)
    }
    if starts { start(job) }
    return isTaken
  }

  /// Runs a job and then those that wait, on one thread.
  private func start(_ job: @escaping @Sendable () -> Void) {
    queue.async {
      var next: (@Sendable () -> Void)? = job
      while let job = next {
        job()
        next = self.state.withLock { state in
          if state.waiting.isEmpty {
            state.running -= 1
            return nil
          }
          return state.waiting.removeFirst()
        }
      }
    }
  }
}
