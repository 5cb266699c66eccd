import Dispatch

/// Runs an actor on its own serial queue, so that blocking calls do not occupy the cooperative pool.
package final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Runs nothing yet.
  /// - Parameter label: names the queue in a debugger.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
