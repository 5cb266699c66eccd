import Foundation
import Glibc

extension Process {
  /// Ends the process at once. Not by SIGTERM: a process that is started on a thread of the concurrency pool has it
  /// blocked, as that thread has.
  package func killAndWait() {
    kill(processIdentifier, SIGKILL)
    waitUntilExit()
  }
}
