public import Basics
import Synchronization

/// A `PaymentQueue` in memory, with the same guarantees: for experiments and tests. Its calls cost O(n).
public final class MemoryPaymentQueue: PaymentQueue {
  private struct Waiting {
    var task: PaymentTask
    var attempts = 0
    var generation: Int64 = 1
    /// The end of the lease; nil if not leased.
    var leasedUntil: Timestamp?
    /// When it is due again, if it was added during the lease.
    var again: Timestamp?

    /// When it can be leased.
    var dueAt: Timestamp { leasedUntil ?? task.dueAt }
  }

  private struct Key: Hashable {
    let gateway: GatewayName
    let reference: PaymentReference
  }

  private struct State {
    var tasks: [Key: Waiting] = [:]
    var messages: [String: Timestamp] = [:]
  }

  private let state = Mutex(State())

  /// An empty queue.
  public init() {}

  /// Adds tasks.
  public func add(_ tasks: [PaymentTask]) async throws { put(tasks) }

  /// Adds the tasks of a message, unless that was received before.
  public func add(_ tasks: [PaymentTask], message id: String, at instant: Timestamp) async throws -> Bool {
    let isNew = state.withLock { state in
      guard state.messages[id] == nil else { return false }
      state.messages[id] = instant
      return true
    }
    if isNew { put(tasks) }
    return isNew
  }

  func put(_ tasks: [PaymentTask]) {
    state.withLock { state in
      for task in tasks {
        let key = Key(gateway: task.gateway, reference: task.reference)
        guard var waiting = state.tasks[key] else {
          state.tasks[key] = Waiting(task: task)
          continue
        }
        if waiting.leasedUntil == nil {
          waiting.task.dueAt = min(waiting.task.dueAt, task.dueAt)
        } else {
          waiting.again = min(waiting.again ?? task.dueAt, task.dueAt)
        }
        waiting.generation += 1
        waiting.attempts = 0
        if task.lane == .orders { waiting.task.lane = .orders }
        state.tasks[key] = waiting
      }
    }
  }

  /// Leases due tasks.
  public func lease(
    at instant: Timestamp, seconds: Int64, limit: Int, from lanes: [PaymentLane]
  ) async throws -> [LeasedTask] {
    state.withLock { state in
      let due = lanes.flatMap { lane in
        state.tasks.filter { $0.value.task.lane == lane && $0.value.dueAt <= instant }
          .sorted { $0.value.dueAt < $1.value.dueAt }
      }
      return due.prefix(limit).map { key, waiting in
        var task = waiting.task
        task.dueAt = instant.advanced(seconds: seconds)
        let lease = LeasedTask(task: task, attempts: waiting.attempts, generation: waiting.generation)
        state.tasks[key]?.leasedUntil = task.dueAt
        state.tasks[key]?.again = nil
        state.tasks[key]?.attempts += 1
        return lease
      }
    }
  }

  /// Removes a finished task.
  public func finish(_ task: LeasedTask) async throws {
    release(task, due: \.again)
  }

  /// Returns a task to the queue.
  public func postpone(_ task: LeasedTask, until instant: Timestamp, because reason: String) async throws {
    release(task) { min($0.again ?? instant, instant) }
  }

  /// Ends a lease, unless another worker has the task.
  /// - Parameter due: when the task is due next; nil removes it.
  private func release(_ lease: LeasedTask, due: (Waiting) -> Timestamp?) {
    state.withLock { state in
      let key = Key(gateway: lease.task.gateway, reference: lease.task.reference)
      guard var waiting = state.tasks[key], waiting.leasedUntil != nil else { return }
      let isSame = waiting.generation == lease.generation && waiting.attempts == lease.attempts + 1
      let isRequestedAgain = waiting.generation > lease.generation && waiting.attempts == 0
      guard isSame || isRequestedAgain else { return }
      guard let next = due(waiting) else {
        state.tasks[key] = nil
        return
      }
      waiting.task.dueAt = next
      (waiting.leasedUntil, waiting.again) = (nil, nil)
      state.tasks[key] = waiting
    }
  }

  /// The number of tasks, and when the next is due.
  public func waiting() async throws -> (count: Int, nextDue: Timestamp?) {
    state.withLock { ($0.tasks.count, $0.tasks.values.map(\.dueAt).min()) }
  }

  /// The number of tasks in a lane.
  public func waiting(in lane: PaymentLane) async throws -> Int {
    state.withLock { $0.tasks.values.count { $0.task.lane == lane } }
  }

  /// Deletes old message identifiers.
  public func forgetMessages(before instant: Timestamp) async throws {
    state.withLock { $0.messages = $0.messages.filter { $0.value >= instant } }
  }
}
