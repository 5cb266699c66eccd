import Concurrency
import Dispatch

/// Connects a task that is cancelled with the statement that its transaction runs.
final class Canceller: Sendable {
  private enum Phase {
    case running
    /// Too late: a cancel could make the server acknowledge a commit that its standbys have not.
    case committing
    case cancelled
  }

  private let token: CancelToken?
  private let phase = Locked(Phase.running)

  init(_ token: CancelToken?) {
    self.token = token
  }

  var isCancelled: Bool { phase.withLock { $0 == .cancelled } }

  /// Asks the server to give up the statement that runs, and refuses further ones. Returns at once.
  func cancel() {
    let isFirst = phase.withLock { phase in
      guard phase == .running else { return false }
      phase = .cancelled
      return true
    }
    guard isFirst, let token else { return }
    // It opens a separate connection, which may take long.
    DispatchQueue(label: "database cancel").async { token.send() }
  }

  /// Ends the time in which it can be cancelled.
  /// - Throws: `CancellationError` if it was.
  func beginCommit() throws {
    let isCancelled = phase.withLock { phase in
      guard phase == .running else { return phase == .cancelled }
      phase = .committing
      return false
    }
    if isCancelled { throw CancellationError() }
  }
}
