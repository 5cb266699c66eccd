package import Basics
import Concurrency
import Glibc
import Synchronization

/// An HTTP/1.1 server: one event loop per core, each with its own connections.
///
/// The initializer binds the socket; `start` and `stop` are called once each, and a stopped server cannot be
/// restarted.
package final class Server: Sendable {
  private struct State {
    var threads: [pthread_t] = []
    var running = 0
    var isStarted = false
    var isStopping = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The bound port, also when port 0 was requested.
  package let port: Int
  private let socket: BoundSocket
  private let plan: ServerPlan
  private let loopCount: Int
  private let state = Locked(State())
  private let loops = Locked<[EventLoop]>([])

  /// Binds the address. Throws when that fails, and for duplicate routes.
  package convenience init(_ configuration: ServerConfiguration) throws(DomainError) {
    let router = try Router(configuration.routes)
    let socket = try BoundSocket(address: configuration.address, port: configuration.port)
    self.init(configuration, router, on: socket)
  }

  /// Uses a bound socket and ignores the address of the configuration. Throws for duplicate routes.
  package convenience init(_ configuration: ServerConfiguration, on socket: BoundSocket) throws(DomainError) {
    self.init(configuration, try Router(configuration.routes), on: socket)
  }

  /// Requests that have begun and whose responses have not ended.
  package var inFlight: Int {
    loops.withLock { loops in loops.reduce(0) { $0 + $1.inFlight.load(ordering: .relaxed) } }
  }

  private init(_ configuration: ServerConfiguration, _ router: Router, on socket: BoundSocket) {
    loopCount = max(1, configuration.loops ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    plan = ServerPlan(configuration, router, loops: loopCount)
    self.socket = socket
    port = socket.port
  }

  deinit {
    if !state.withLock({ $0.isStarted }) { close(socket.descriptor) }
  }

  /// Starts serving; a second call does nothing. Raises the process's limit of open descriptors to what the
  /// connections need, each with a file that is being sent, as far as the system allows.
  package func start() throws(DomainError) {
    guard claimStart() else { return }
    raiseDescriptorLimit(to: 2 * plan.limits.connections + reservedDescriptors)
    do throws(SystemFailure) {
      try startLoops()
    } catch {
      // Loops that run already hold the listener; they end again.
      for loop in loops.withLock({ $0 }) { loop.perform { $0.stop(within: 0) } }
      throw DomainError(
        .unavailable, "no-threads", "The system has no more threads or descriptors (\(error.call): \(error.reason)).")
    }
  }

  private func claimStart() -> Bool {
    state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
  }

  private func startLoops() throws(SystemFailure) {
    var made: [EventLoop] = []
    for _ in 0..<loopCount { made.append(try EventLoop(plan: plan) { [self] in loopEnded() }) }
    let listener = Listener(descriptor: socket.descriptor, loops: made)
    made[0].perform { $0.listen(listener) }
    loops.withLock { $0 = made }
    for loop in made {
      state.withLock { $0.running += 1 }
      do throws(SystemFailure) {
        let thread = try loop.start()
        state.withLock { $0.threads.append(thread) }
      } catch {
        state.withLock { $0.running -= 1 }
        throw error
      }
    }
  }

  private func loopEnded() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.running -= 1
      guard state.running == 0 else { return [] }
      // Each loop retains the server until it has ended, and the server its loops.
      loops.withLock { $0 = [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  package var connectionCount: Int { plan.connectionCount }

  /// The connections that wait for events and are counted against their clients' shares.
  package var listenerCount: Int { plan.listeners.heldCount }

  /// From now on every response closes its connection. Connections and requests are still accepted.
  package func drain() { plan.drain() }

  /// Returns once every loop has had its turn; at once when the server does not run.
  package func untilResponsive() async {
    for loop in loops.withLock({ $0 }) {
      await withCheckedContinuation { continuation in
        if !loop.perform({ _ in continuation.resume() }) { continuation.resume() }
      }
    }
  }

  /// Stops: no connection is accepted any more, nor a request but the first one of a connection; requests in flight may
  /// finish within the deadline, then the remaining connections are closed. Returns when all loops have ended.
  package func stop(within deadline: Duration = .seconds(10)) async {
    let milliseconds = deadline.milliseconds
    let all = loops.withLock { $0 }
    // The first loop closes the listener before the others stop, so that no connection goes to a loop that has ended.
    all.first?.perform { reactor in
      reactor.stop(within: milliseconds)
      for loop in all.dropFirst() { loop.perform { $0.stop(within: milliseconds) } }
    }
    await untilStopped()
    let threads = state.withLock { state in
      defer { state.threads = [] }
      return state.threads
    }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Returns when all loops have ended; at once when the server never ran.
  package func untilStopped() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.running > 0 { state.waiting.append(continuation) }
        return state.running == 0
      }
      if isOver { continuation.resume() }
    }
  }
}

/// Descriptors reserved for databases, uploads and files that are being sent.
private let reservedDescriptors = 256

/// How many of `limit` descriptors connections may use: all but the reserved ones, and at least half.
func usableDescriptors(of limit: Int) -> Int { limit - min(reservedDescriptors, limit / 2) }

func descriptorLimit() -> Int {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return Int(clamping: limit.rlim_cur)
}

private func raiseDescriptorLimit(to wanted: Int) {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < UInt(wanted) else {
    return
  }
  limit.rlim_cur = min(limit.rlim_max, UInt(wanted))
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
