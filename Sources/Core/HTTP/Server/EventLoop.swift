import CSystem
import Glibc
import Synchronization

/// One thread with one epoll: all state of a connection stays on its loop, and the tasks of deferred handlers run on it
/// between their awaits.
///
/// Unchecked, because `reactor` and the two lists of jobs are touched by the loop's own thread only, once it runs; all
/// else is immutable, atomic, or behind the mutex.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  private struct Mailbox {
    var jobs: [UnownedJob] = []
    var tasks: [@Sendable (Reactor) -> Void] = []
    var isSignalled = false
    var isClosed = false
  }

  private let mailbox = Locked(Mailbox())
  private let wakeup: Int32
  private let thread = Atomic<UInt>(0)
  private var ownJobs: [UnownedJob] = []
  private var runningJobs: [UnownedJob] = []
  private var reactor: Reactor?
  private let onExit: @Sendable () -> Void

  /// A loop that is not running yet. `onExit` is called on its thread when it has ended.
  init(plan: ServerPlan, onExit: @escaping @Sendable () -> Void) throws(SystemFailure) {
    wakeup = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard wakeup >= 0 else { throw SystemFailure("eventfd") }
    self.onExit = onExit
    reactor = try Reactor(plan: plan, loop: self, wakeup: wakeup)
  }

  deinit {
    close(wakeup)
  }

  /// Starts the thread; gives it to be joined.
  func start() throws(SystemFailure) -> pthread_t {
    var handle = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    let outcome = pthread_create(&handle, nil, runLoop, context)
    guard outcome == 0 else {
      Unmanaged<EventLoop>.fromOpaque(context).release()
      throw SystemFailure("pthread_create", code: outcome)
    }
    return handle
  }

  private var isCurrent: Bool {
    thread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  // MARK: - From any thread

  /// Runs a task's next stretch on this loop; after the loop's end, on the global pool, so that no task is lost.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      ownJobs.append(job)
    } else if !post({ $0.jobs.append(job) }) {
      globalConcurrentExecutor.enqueue(job)
    }
  }

  /// Does something on the loop: at once when called there, else soon. False when the loop has ended.
  @discardableResult
  func perform(_ task: @escaping @Sendable (Reactor) -> Void) -> Bool {
    if isCurrent, let reactor {
      task(reactor)
      return true
    }
    return post { $0.tasks.append(task) }
  }

  private func post(_ change: (inout Mailbox) -> Void) -> Bool {
    let (isOpen, mustWake) = mailbox.withLock { mailbox -> (Bool, Bool) in
      guard !mailbox.isClosed else { return (false, false) }
      change(&mailbox)
      defer { mailbox.isSignalled = true }
      return (true, !mailbox.isSignalled)
    }
    if mustWake { eventfd_write(wakeup, 1) }
    return isOpen
  }

  // MARK: - On the loop's thread

  fileprivate func run() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    if let reactor {
      while !reactor.isFinished {
        reactor.wait(atOnce: !ownJobs.isEmpty)
        drainMailbox(reactor)
      }
      reactor.shutDown()
    }
    end()
  }

  /// Runs what was there when it was called; what that brings about waits for the next round, behind the sockets.
  private func drainMailbox(_ reactor: Reactor) {
    swap(&ownJobs, &runningJobs)
    let drained = mailbox.withLock { mailbox in
      defer { mailbox = Mailbox() }
      return mailbox
    }
    for task in drained.tasks { task(reactor) }
    for job in runningJobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    for job in drained.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    runningJobs.removeAll(keepingCapacity: true)
  }

  /// Closes the mailbox; what was still in it is told that there are no connections any more.
  private func end() {
    let left = mailbox.withLock { mailbox in
      defer { mailbox = Mailbox(isClosed: true) }
      return mailbox
    }
    if let reactor { for task in left.tasks { task(reactor) } }
    thread.store(0, ordering: .relaxed)
    reactor = nil
    for job in ownJobs + left.jobs { globalConcurrentExecutor.enqueue(job) }
    ownJobs = []
    onExit()
  }
}

/// The thread's entry; top-level, so that it is isolated to nothing.
private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<EventLoop>.fromOpaque(context!).takeRetainedValue().run()
  return nil
}

/// A system call that failed where it must not.
struct SystemFailure: Error {
  let call: String
  let code: Int32

  init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The system's words for it.
  var reason: String { String(cString: strerror(code)) }
}
