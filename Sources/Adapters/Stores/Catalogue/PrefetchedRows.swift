import Booths
import Dispatch
import Synchronization

/// Validated rows, pulled on a thread of their own a few batches ahead, so that judging and inserting use two cores.
final class PrefetchedRows: Sendable {
  private struct State {
    /// Oldest first.
    var ready: [Result<CandidateBatch?, any Error>] = []
    /// What was used, to be freed by the thread that made it: it has the time.
    var used: [CandidateBatch] = []
    var isCancelled = false
  }

  /// How many batches wait at most.
  private static let depth = 4

  private let state = Mutex(State())
  // Both start at zero: a semaphore that goes below its first value must not be freed.
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// Starts pulling.
  init(_ rows: any ValidatedRows) {
    for _ in 0..<Self.depth { room.signal() }
    DispatchQueue(label: "validated rows").async { [self] in pull(rows) }
  }

  /// Gives a batch back that is not needed any longer.
  func giveBack(_ batch: consuming CandidateBatch) {
    state.withLock { [batch] in $0.used.append(batch) }
  }

  /// The next batch, or nil at the end; to be called until then by one thread.
  func next() throws -> CandidateBatch? {
    filled.wait()
    let batch = state.withLock { $0.ready.removeFirst() }
    room.signal()
    return try batch.get()
  }

  /// Lets the rest be: what is being validated at the moment is the last.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    room.signal()
  }

  private func freeUsed() {
    _ = state.withLock { state in
      defer { state.used = [] }
      return state.used
    }
  }

  private func pull(_ source: any ValidatedRows) {
    var rows = source
    while true {
      room.wait()
      guard !state.withLock({ $0.isCancelled }) else { return }
      freeUsed()
      let batch = Result { try rows.next().map(CandidateBatch.init) }
      state.withLock { $0.ready.append(batch) }
      filled.signal()
      guard case .success(.some) = batch else { return }
    }
  }
}
