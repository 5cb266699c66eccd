import CSystem
import Concurrency
import Glibc
import Synchronization

/// One thread with one epoll instance. All state of a connection stays on its loop, and the tasks of deferred
/// handlers run on it between their awaits.
///
/// Unchecked: once the loop runs, only its own thread accesses `reactor`, whether it is busy, and the two lists of jobs;
/// all else is immutable, atomic, or behind the mutex.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  private struct Mailbox {
    var jobs: [UnownedJob] = []
    var tasks: [@Sendable (Reactor) -> Void] = []
    var isSignalled = false
    var isClosed = false
  }

  /// Requests that have begun and not ended, without those that became WebSockets. Written by the loop only.
  let inFlight = Atomic<Int>(0)
  private let mailbox = Locked(Mailbox())
  private let wakeup: Int32
  private let thread = Atomic<UInt>(0)
  private var ownJobs: [UnownedJob] = []
  private var runningJobs: [UnownedJob] = []
  private var reactor: Reactor?
  /// Whether the reactor is handling something. Its output buffer may hold bytes for one client then.
  private var isReactorBusy = false
  private let onExit: @Sendable () -> Void

  /// A loop that is not running yet. `onExit` is called on its thread after it has ended.
  init(plan: ServerPlan, onExit: @escaping @Sendable () -> Void) throws(SystemFailure) {
    wakeup = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard wakeup >= 0 else { throw SystemFailure("eventfd") }
    self.onExit = onExit
    reactor = try Reactor(plan: plan, loop: self, wakeup: wakeup)
  }

  deinit {
    close(wakeup)
  }

  /// Starts the thread and returns it for joining.
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

  /// Runs the next partial task on this loop; after the loop's end on the global pool, so that no task is lost.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      ownJobs.append(job)
    } else if !post({ $0.jobs.append(job) }) {
      globalConcurrentExecutor.enqueue(job)
    }
  }

  /// Runs `task` on the loop: at once when called by a job there, otherwise soon. False when the loop has ended.
  ///
  /// Handlers, middleware and observers are called while the reactor handles something: what they ask for waits;
  /// otherwise its bytes and those of the current client would be mixed.
  @discardableResult
  func perform(_ task: @escaping @Sendable (Reactor) -> Void) -> Bool {
    if isCurrent, !isReactorBusy, let reactor {
      use(reactor, task)
      return true
    }
    return post { $0.tasks.append(task) }
  }

  private func use(_ reactor: Reactor, _ body: (Reactor) -> Void) {
    isReactorBusy = true
    body(reactor)
    isReactorBusy = false
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
      if reactor.plan.tls != nil { blockBrokenPipeSignal() }
      while !reactor.isFinished {
        use(reactor) { $0.wait(atOnce: !ownJobs.isEmpty) }
        drainMailbox(reactor)
      }
      use(reactor) { $0.shutDown() }
    }
    end()
  }

  /// Runs the tasks and jobs queued so far; those that they enqueue wait for the next round, after the sockets.
  private func drainMailbox(_ reactor: Reactor) {
    swap(&ownJobs, &runningJobs)
    let drained = mailbox.withLock { mailbox in
      defer { mailbox = Mailbox() }
      return mailbox
    }
    for task in drained.tasks { use(reactor, task) }
    for job in runningJobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    for job in drained.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    runningJobs.removeAll(keepingCapacity: true)
  }

  /// Closes the mailbox; the tasks still in it run on a reactor without connections.
  private func end() {
    let left = mailbox.withLock { mailbox in
      defer { mailbox = Mailbox(isClosed: true) }
      return mailbox
    }
    if let reactor { for task in left.tasks { use(reactor, task) } }
    thread.store(0, ordering: .relaxed)
    reactor = nil
    for job in ownJobs + left.jobs { globalConcurrentExecutor.enqueue(job) }
    ownJobs = []
    onExit()
  }
}

/// The thread's entry point; top-level, so that it has no isolation.
private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<EventLoop>.fromOpaque(context!).takeRetainedValue().run()
  return nil
}

/// A system call that must not fail has failed.
struct SystemFailure: Error {
  let call: String
  let code: Int32

  init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The system's error message.
  var reason: String { String(cString: strerror(code)) }
}
