import CSystem
import Dispatch
import Glibc

/// The signals by which the process is asked to end, from the moment this is made: one that comes before anybody waits
/// is kept. Made once in a process.
package struct Termination {
  private let descriptor: Int32

  package init() {
    descriptor = csystem_termination_pipe()
    precondition(descriptor >= 0, "a pipe for signals: \(String(cString: strerror(errno)))")
  }

  /// Returns once one of them has come.
  package func wait() async {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    await withCheckedContinuation { continuation in
      // What has come is never read, so that nothing is lost; the first event ends the source.
      source.setEventHandler { source.cancel() }
      source.setCancelHandler { continuation.resume() }
      source.resume()
    }
  }
}
