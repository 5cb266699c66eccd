import Basics
import CConfinement
import Glibc

/// The host process of a `ConfinedFunction`: forks a process for each call, which confines itself before it reads the
/// input. Returns never; the process ends with the one that started it.
///
/// Standard input is the socket of calls. Each message has three descriptors: the input, where the result goes, and a
/// socket for the outcome, whose end kills the process of the call. Forked from a host that has loaded its libraries, a
/// process costs a millisecond or two.
/// - Precondition: The process has one thread.
/// - Parameter function: runs in the confined process.
package func hostConfinedFunction(_ limits: ConfinementLimits, _ function: ([UInt8]) -> [UInt8]) -> Never {
  var host = ConfinedHost()
  while true {
    switch host.next() {
    case .end: exit(0)
    case .call(let input, let output): runConfined(input, output, limits, function)
    }
  }
}

/// Exit codes of the process of a call, beside 0.
enum ConfinedExit {
  /// It cannot confine itself; the reason is the result.
  static let unconfined: Int32 = 75
  /// Reading the input or writing the result failed.
  static let unread: Int32 = 74
}

/// In the process of a call.
private func runConfined(
  _ input: Int32, _ output: Int32, _ limits: ConfinementLimits, _ function: ([UInt8]) -> [UInt8]
) -> Never {
  if let failed = cconfinement_enter(limits.memory, UInt32(limits.processorSeconds)) {
    let reason = "\(String(cString: failed)): \(String(cString: strerror(errno)))"
    _ = writeAll(Array(reason.utf8)[...], to: output)
    _exit(ConfinedExit.unconfined)
  }
  guard let bytes = readAll(from: input) else { _exit(ConfinedExit.unread) }
  _exit(writeAll(function(bytes)[...], to: output) ? 0 : ConfinedExit.unread)
}

private func readAll(from descriptor: Int32) -> [UInt8]? {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return nil }
  var isWhole = false
  let bytes = [UInt8](unsafeUninitializedCapacity: max(0, Int(status.st_size))) { buffer, count in
    while count < buffer.count {
      let added = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      guard added > 0 else { return }
      count += added
    }
    isWhole = true
  }
  return isWhole ? bytes : nil
}

private struct ConfinedHost {
  enum Event {
    /// In the process of a call: the call.
    case call(input: Int32, output: Int32)
    /// The process that started this one has ended.
    case end
  }

  private struct Call {
    let process: pid_t
    let outcome: Int32
    var isKilled = false
  }

  private let calls: Int32 = 0
  private var running: [Call] = []

  /// Serves until a process is forked, in that process, or the end.
  mutating func next() -> Event {
    while true {
      var sockets = [pollfd(fd: calls, events: Int16(POLLIN), revents: 0)]
      // The end of the other side is always reported. A negative descriptor is left out.
      for call in running { sockets.append(pollfd(fd: call.isKilled ? -1 : call.outcome, events: 0, revents: 0)) }
      let count = cconfinement_poll(&sockets, sockets.count)
      guard count >= 0 || errno == EINTR else { return end() }
      if count > 0 {
        for (position, socket) in sockets.dropFirst().enumerated() where socket.revents != 0 {
          kill(running[position].process, SIGKILL)
          running[position].isKilled = true
        }
      }
      reap()
      guard count > 0, sockets[0].revents != 0 else { continue }
      var descriptors: [Int32] = [-1, -1, -1]
      guard cconfinement_receive(calls, &descriptors, descriptors.count) == 1 else { return end() }
      if let call = start(descriptors) { return call }
    }
  }

  /// In the new process: its call. In the host, nil.
  private mutating func start(_ descriptors: [Int32]) -> Event? {
    let process = cconfinement_fork()
    guard process != 0 else {
      // The descriptors of other calls are not this one's.
      dup2(descriptors[0], 0)
      dup2(descriptors[1], 1)
      cconfinement_close_from(3)
      return .call(input: 0, output: 1)
    }
    close(descriptors[0])
    close(descriptors[1])
    if process > 0 { running.append(Call(process: process, outcome: descriptors[2])) } else { close(descriptors[2]) }
    return nil
  }

  /// Reports how processes ended.
  private mutating func reap() {
    var status: Int32 = 0
    while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
      guard let position = running.firstIndex(where: { $0.process == process }) else { continue }
      let call = running.remove(at: position)
      send(call.outcome, &status, MemoryLayout<Int32>.size, Int32(MSG_NOSIGNAL))
      close(call.outcome)
    }
  }

  private func end() -> Event {
    for call in running { kill(call.process, SIGKILL) }
    return .end
  }
}
