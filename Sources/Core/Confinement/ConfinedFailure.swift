/// Why a call of a confined function has no result.
package enum ConfinedFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// No process can be started or confined on this machine; the operator must fix that.
  case unavailable(String)
  /// The process ended without a result: it crashed, or met a limit.
  case ended(String)
  /// It did not end in time, and was killed.
  case timedOut
  /// The result is longer than the caller accepts.
  case tooLong
  /// The caller does not wait any more; the process was killed.
  case cancelled

  package var description: String {
    switch self {
    case .unavailable(let reason): "Confined processes cannot run: \(reason)."
    case .ended(let how): "The confined process ended by \(how)."
    case .timedOut: "The confined process did not end in time."
    case .tooLong: "The confined process returned too much."
    case .cancelled: "The call was cancelled."
    }
  }
}

package struct ConfinementLimits: Hashable, Sendable {
  /// Address space in bytes, in addition to that of the host process.
  package var memory: Int
  package var processorSeconds: Int

  package init(memory: Int, processorSeconds: Int) {
    (self.memory, self.processorSeconds) = (memory, processorSeconds)
  }
}
