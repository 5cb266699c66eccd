import Basics
import CConfinement
import Glibc
import Synchronization

/// A function over bytes of strangers. Each call runs in a separate process, without files, network, privileges and the
/// memory of this process, and within limits; whatever happens there ends only the call.
///
/// The processes are forked by a host process, `hostConfinedFunction`, which is started for the first call.
package final class ConfinedFunction: Sendable {
  private let program: String
  private let arguments: [String]
  private let host = Mutex<HostProcess?>(nil)

  /// - Parameters:
  ///   - program: the path of the program that calls `hostConfinedFunction`.
  ///   - arguments: its arguments.
  package init(program: String, arguments: [String]) {
    (self.program, self.arguments) = (program, arguments)
  }

  /// The process identifier of the host, once it runs; for tests.
  package var hostIdentifier: Int32? { host.withLock { $0?.identifier } }

  /// Calls the function with the content of a file. Blocks until there is a result.
  /// - Parameters:
  ///   - input: a descriptor of the file, open for reading at its beginning.
  ///   - maxBytes: how long the result may be.
  ///   - timeout: after which the process is killed.
  ///   - cancellation: kills it earlier.
  package func call(
    on input: Int32, maxBytes: Int, within timeout: Duration, _ cancellation: CallCancellation = CallCancellation()
  ) throws(ConfinedFailure) -> [UInt8] {
    let deadline = ContinuousClock.now + timeout
    // A killed host is replaced once.
    if let result = try attempt(input, maxBytes, deadline, cancellation) { return result }
    lseek(input, 0, SEEK_SET)
    if let result = try attempt(input, maxBytes, deadline, cancellation) { return result }
    throw .unavailable("the process '\(program) \(arguments.joined(separator: " "))' ends at once")
  }

  /// Nil when the host has ended.
  private func attempt(
    _ input: Int32, _ maxBytes: Int, _ deadline: ContinuousClock.Instant, _ cancellation: CallCancellation
  ) throws(ConfinedFailure) -> [UInt8]? {
    let outcome = try DescriptorPair.sockets()
    let result = try DescriptorPair.pipe()
    guard cancellation.begin(outcome.ours.number) else { throw .cancelled }
    defer { cancellation.end() }
    let host = try send([input, result.theirs.number, outcome.theirs.number])
    // Only the processes have their ends now, so that these end with them.
    result.theirs.close()
    outcome.theirs.close()
    guard let host else { return nil }
    do throws(ConfinedFailure) {
      let bytes = try read(from: result.ours, maxBytes, deadline)
      let status = try status(from: outcome.ours, deadline)
      if cancellation.isCancelled { throw .cancelled }
      guard let status else {
        forget(host)
        return nil
      }
      try check(status, bytes)
      return bytes
    } catch {
      shutdown(outcome.ours.number, Int32(SHUT_RDWR))
      throw cancellation.isCancelled ? .cancelled : error
    }
  }

  private func check(_ status: Int32, _ bytes: [UInt8]) throws(ConfinedFailure) {
    let (code, signal) = (status >> 8 & 0xFF, status & 0x7F)
    if signal != 0 { throw .ended("signal \(signal) (\(String(cString: strsignal(signal))))") }
    if code == ConfinedExit.unconfined { throw .unavailable(String(decoding: bytes.prefix(200), as: UTF8.self)) }
    guard code == 0 else { throw .ended("exit code \(code)") }
  }

  /// Reads until the process closes its end.
  private func read(
    from pipe: borrowing Descriptor, _ maxBytes: Int, _ deadline: ContinuousClock.Instant
  ) throws(ConfinedFailure) -> [UInt8] {
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      try wait(for: pipe, deadline)
      let count = Glibc.read(pipe.number, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= maxBytes else { throw .tooLong }
      bytes += piece[..<count]
    }
  }

  /// How the process ended, as by `waitpid`; nil when the host cannot say it.
  private func status(
    from socket: borrowing Descriptor, _ deadline: ContinuousClock.Instant
  ) throws(ConfinedFailure) -> Int32? {
    var status: Int32 = 0
    while true {
      try wait(for: socket, deadline)
      let count = recv(socket.number, &status, MemoryLayout<Int32>.size, 0)
      if count < 0 && errno == EINTR { continue }
      return count == MemoryLayout<Int32>.size ? status : nil
    }
  }

  private func wait(
    for descriptor: borrowing Descriptor, _ deadline: ContinuousClock.Instant
  ) throws(ConfinedFailure) {
    while true {
      let rest = deadline - .now
      guard rest > .zero else { throw .timedOut }
      var socket = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that it does not spin through the last millisecond.
      let milliseconds = Int32(clamping: Int64(rest / .milliseconds(1)) + 1)
      if poll(&socket, 1, milliseconds) > 0 { return }
    }
  }

  // MARK: The host

  /// The host that has the call; nil when it has ended.
  private func send(_ descriptors: [Int32]) throws(ConfinedFailure) -> HostProcess? {
    try host.withLock { (host) throws(ConfinedFailure) in
      let running: HostProcess
      if let host { running = host } else { running = try HostProcess(program, arguments) }
      host = cconfinement_send(running.calls.number, descriptors, descriptors.count) == 0 ? running : nil
      return host
    }
  }

  /// Another call may have replaced it already.
  private func forget(_ ended: HostProcess) { host.withLock { if $0 === ended { $0 = nil } } }
}

/// Kills the process of a call. May be used from any thread, before, during and after the call.
package final class CallCancellation: Sendable {
  private struct State {
    var isCancelled = false
    /// The socket whose end kills the process; nil while none runs.
    var outcome: Int32?
  }

  private let state = Mutex(State())

  package init() {}

  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let outcome = state.outcome { shutdown(outcome, Int32(SHUT_RDWR)) }
    }
  }

  /// False when it is cancelled already.
  fileprivate func begin(_ outcome: Int32) -> Bool {
    state.withLock { state in
      guard !state.isCancelled else { return false }
      state.outcome = outcome
      return true
    }
  }

  /// Before the socket is closed.
  fileprivate func end() { state.withLock { $0.outcome = nil } }
}

/// A running host; it ends with this object.
private final class HostProcess: Sendable {
  let identifier: pid_t
  let calls: Descriptor

  init(_ program: String, _ arguments: [String]) throws(ConfinedFailure) {
    let sockets = try DescriptorPair.sockets()
    var identifier: pid_t = 0
    let failure = Self.spawn(program, arguments, standardInput: sockets.theirs.number, &identifier)
    guard failure == 0 else { throw .unavailable("\(program): \(String(cString: strerror(failure)))") }
    self.identifier = identifier
    calls = sockets.ours
  }

  deinit {
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// In an environment that says nothing of this process.
  private static func spawn(
    _ program: String, _ arguments: [String], standardInput: Int32, _ identifier: inout pid_t
  ) -> Int32 {
    // The directories of the libraries of a build that is not static.
    let libraries = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=\(String(cString: $0))"] } ?? []
    return withCStrings([program] + arguments) { arguments in
      withCStrings(["SWIFT_BACKTRACE=enable=no"] + libraries) { environment in
        cconfinement_spawn(program, arguments, environment, standardInput, &identifier)
      }
    }
  }
}

private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let strings = texts.map { strdup($0) } + [nil]
  defer { for string in strings { free(string) } }
  return strings.withUnsafeBufferPointer { body($0.baseAddress!) }
}
