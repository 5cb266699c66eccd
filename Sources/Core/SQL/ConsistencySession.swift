import Synchronization

/// The databases that a task may read: it sees at least its client's own writes, even if a replica answers.
///
/// Without a session reads are the primary's. So are those of background work, commands, streams and WebSockets, which
/// learn of changes before a replica has them.
package final class ConsistencySession: Sendable {
  /// How far the writes of a session reach in the log.
  package enum Written: Hashable, Sendable {
    case nothing
    case upTo(LogPosition)
    /// Something may have been committed, and it is not known where.
    case unknown
  }

  private struct State {
    var minimum: LogPosition?
    var written = Written.nothing
  }

  @TaskLocal package static var current: ConsistencySession?

  private let state: Mutex<State>

  /// - Parameter minimum: How far a replica must have come to answer; nil: only the primary may.
  package init(replicaFrom minimum: LogPosition?) {
    state = Mutex(State(minimum: minimum))
  }

  /// How far a replica must have come to answer; nil: only the primary may.
  package var minimum: LogPosition? { state.withLock(\.minimum) }

  package var written: Written { state.withLock(\.written) }

  /// Notes a commit.
  /// - Parameter position: Where the log was after it; nil if that is not known.
  package func noteCommit(at position: LogPosition?) {
    state.withLock { state in
      guard let position, state.written != .unknown else {
        state = State(minimum: nil, written: .unknown)
        return
      }
      if let minimum = state.minimum { state.minimum = max(minimum, position) }
      if case .upTo(let last) = state.written, last > position { return }
      state.written = .upTo(position)
    }
  }

  /// From now on all reads are the primary's. A task that was started meanwhile may run for long.
  package func close() {
    state.withLock { $0.minimum = nil }
  }
}
