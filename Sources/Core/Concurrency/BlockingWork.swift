package import Basics
import Dispatch
import Synchronization

/// How busy something is that serves a bounded number at once.
package struct PoolLoad: Sendable, Hashable {
  package var used: Int
  package var waiting: Int
  /// How many can be served at once.
  package var capacity: Int

  package init(used: Int, waiting: Int, capacity: Int) {
    (self.used, self.waiting, self.capacity) = (used, waiting, capacity)
  }
}

/// Runs work that keeps a core busy or blocks on separate threads, so that the cooperative pool stays free.
///
/// The numbers of running and of waiting pieces are bounded; waiting is in order of arrival, and further work is
/// rejected at once, so that memory is bounded and no result comes too late.
package final class BlockingWork: Sendable {
  /// Does the work and returns the delivery of its result, which runs once the slot is free again: the receiver may
  /// submit more at once.
  private typealias Piece = @Sendable () -> @Sendable () -> Void

  private struct State {
    var running = 0
    var waiting: [Piece] = []
    var rejected = 0
  }

  /// What monitoring calls it.
  package let label: String
  private let parallel: Int
  private let waiting: Int
  private let overloadError: DomainError
  private let state = Mutex(State())

  /// Work for which there is room.
  /// - Parameters:
  ///   - parallel: how many pieces run at once, at least 1.
  ///   - waiting: how many more may wait.
  ///   - overloadError: what is thrown beyond that.
  package init(_ label: String, parallel: Int, waiting: Int, overloadError: DomainError) {
    precondition(parallel > 0 && waiting >= 0)
    self.label = label
    self.parallel = parallel
    self.waiting = waiting
    self.overloadError = overloadError
    Self.instances.withLock { $0 = $0.filter { $0.work != nil } + [Instance(work: self)] }
  }

  private struct Instance { weak var work: BlockingWork? }

  /// All of the process: its cores are shared by all, so they are watched as one.
  private static let instances = Mutex<[Instance]>([])

  package static var all: [BlockingWork] { instances.withLock { $0.compactMap(\.work) } }

  package var load: PoolLoad {
    state.withLock { PoolLoad(used: $0.running, waiting: $0.waiting.count, capacity: parallel) }
  }

  /// How many pieces found no room.
  package var rejectedCount: Int { state.withLock(\.rejected) }

  /// Runs a piece of work and waits for its result.
  /// - Throws: The error if the queue is full; whatever the work throws.
  package func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      admit(
        {
          let result = Swift.Result(catching: body)
          return { continuation.resume(with: result) }
        },
        orElse: { continuation.resume(throwing: self.overloadError) })
    }
  }

  private func admit(_ piece: @escaping Piece, orElse refuse: () -> Void) {
    enum Decision { case start, wait, refuse }
    let decision = state.withLock { state in
      if state.running < parallel {
        state.running += 1
        return Decision.start
      }
      guard state.waiting.count < waiting else {
        state.rejected += 1
        return .refuse
      }
      state.waiting.append(piece)
      return .wait
    }
    switch decision {
    // A queue each: a concurrent queue gets no more threads than there are cores while others block.
    case .start: DispatchQueue(label: label).async { self.work(piece) }
    case .wait: break
    case .refuse: refuse()
    }
  }

  /// Does a piece and then those that wait, until none is left.
  private func work(_ first: @escaping Piece) {
    var piece: Piece? = first
    while let current = piece {
      let handOver = current()
      piece = state.withLock { state in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
        state.running -= 1
        return nil
      }
      handOver()
    }
  }
}
