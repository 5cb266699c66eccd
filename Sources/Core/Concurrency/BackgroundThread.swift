import Dispatch
import Foundation
import Glibc
import Synchronization

/// Runs tasks on a separate low-priority thread: for work that takes long and that no request waits for.
///
///     await withTaskExecutorPreference(BackgroundThread("catalogue")) { … }
package final class BackgroundThread: TaskExecutor {
  /// Held by the thread instead of its executor, so that it ends with the executor.
  private final class Queue: Sendable {
    let jobs = Mutex<[@Sendable () -> Void]>([])
    let filled = DispatchSemaphore(value: 0)

    func add(_ job: @escaping @Sendable () -> Void) {
      jobs.withLock { $0.append(job) }
      filled.signal()
    }

    /// Runs jobs in the order of their coming until an empty line is found.
    func run() {
      // 19 is the least; on Linux it is a thread's own and inherited by those that it starts.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      while true {
        filled.wait()
        guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        job()
      }
    }
  }

  private let queue = Queue()

  /// Starts the thread; it ends when the executor goes out of use.
  package init(_ name: String) {
    let thread = Thread { [queue] in queue.run() }
    thread.name = name
    thread.start()
  }

  deinit {
    queue.filled.signal()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
