import Confinement
import Foundation
import Support
import Testing
import Workload

@Suite("Confined functions", .timeLimit(.minutes(2)))
struct ConfinedFunctionTests {
  private let directory: ScratchDirectory
  private let probe = ConfinedFunction(
    program: builtPrograms.appendingPathComponent("confinementprobe").path, arguments: [])

  init() throws { directory = try ScratchDirectory() }

  /// Calls the probe with a command, by way of a file.
  private func call(
    _ command: String, maxBytes: Int = 1000, within timeout: Duration = .seconds(30),
    _ cancellation: CallCancellation = CallCancellation()
  ) throws -> String {
    let file = directory.url.appendingPathComponent(UUID().uuidString)
    try Data(command.utf8).write(to: file)
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    let bytes = try probe.call(on: descriptor, maxBytes: maxBytes, within: timeout, cancellation)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Calls on another thread, as a call blocks.
  private func calling(
    _ command: String, maxBytes: Int = 1000, _ cancellation: CallCancellation = CallCancellation()
  ) -> Task<Result<String, any Error>, Never> {
    Task {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [self] in
          continuation.resume(returning: Result { try call(command, maxBytes: maxBytes, cancellation) })
        }
      }
    }
  }

  private func failure(
    _ command: String, maxBytes: Int = 1000, within timeout: Duration = .seconds(30),
    _ cancellation: CallCancellation = CallCancellation()
  ) throws -> ConfinedFailure {
    try #require(throws: ConfinedFailure.self) { try call(command, maxBytes: maxBytes, within: timeout, cancellation) }
  }

  /// Processes that the host of this probe has forked.
  private func children() throws -> [Substring] {
    guard let host = probe.hostIdentifier else { return [] }
    return try String(contentsOfFile: "/proc/\(host)/task/\(host)/children", encoding: .utf8).split(separator: " ")
  }

  @Test("A call returns what the function returns, whatever its length")
  func results() throws {
    #expect(try call("echo hello") == "hello")
    #expect(try call("repeat 3000000", maxBytes: 3_000_000).utf8.count == 3_000_000)
    #expect(try call("thread started") == "started")
  }

  @Test("A confined function reaches no file, socket, process or program, even if this process has it open")
  func reach() throws {
    let ours = directory.url.appendingPathComponent("ours")
    try Data("secret".utf8).write(to: ours)
    for command in [
      "read /etc/passwd", "read \(ours.path)", "write \(directory.url.path)/new", "remove \(ours.path)", "socket",
      "execute", "kill \(getpid())", "kill \(getppid())",
    ] {
      #expect(try call(command) == "Operation not permitted", "\(command)")
    }
    #expect(try call("descriptors") == "0,1,2")
    #expect(try !call("environment").contains("HOME"))
    #expect(FileManager.default.fileExists(atPath: ours.path))
  }

  @Test("A crash ends only its call, and the next call uses the same host")
  func crashes() throws {
    #expect(try call("echo before") == "before")
    let host = probe.hostIdentifier
    #expect(try failure("crash") == .ended("signal 4 (Illegal instruction)"))
    #expect(try failure("exit 3") == .ended("exit code 3"))
    #expect(try call("echo after") == "after")
    #expect(probe.hostIdentifier == host)
  }

  @Test("Memory and processor time are limited")
  func limits() throws {
    #expect(try call("allocate 128") == "128")
    #expect(try call("allocate 400") == "refused")
    #expect(try failure("spin") == .ended("signal 24 (CPU time limit exceeded)"))
  }

  @Test("A call that takes too long, or returns too much, is killed")
  func timeouts() async throws {
    #expect(try failure("sleep 60", within: .milliseconds(200)) == .timedOut)
    #expect(try failure("repeat 5000", maxBytes: 4999) == .tooLong)
    try await eventually { try children().isEmpty }
  }

  @Test("Cancelling kills the process, and leaves other calls alone", arguments: [true, false])
  func cancelling(_ isBefore: Bool) async throws {
    let cancellation = CallCancellation()
    if isBefore { cancellation.cancel() }
    let other = calling("sleep 1")
    let cancelled = calling("sleep 60", cancellation)
    try await eventually { try children().count == (isBefore ? 1 : 2) }
    cancellation.cancel()
    let (ofCancelled, ofOther) = (await cancelled.value, await other.value)
    #expect(throws: ConfinedFailure.cancelled) { try ofCancelled.get() }
    #expect(try ofOther.get() == "1")
    try await eventually { try children().isEmpty }
  }

  @Test("A host that was killed is replaced, and its calls are repeated")
  func killedHost() async throws {
    #expect(try call("echo one") == "one")
    let host = try #require(probe.hostIdentifier)
    let running = calling("sleep 1")
    try await eventually { try !children().isEmpty }
    kill(host, SIGKILL)
    let result = await running.value
    #expect(try result.get() == "1")
    #expect(probe.hostIdentifier != host)
    #expect(try call("echo two") == "two")
  }

  @Test("A process that is killed at any time returns no partial result and leaves nothing behind")
  func killedProcess() async throws {
    let descriptors = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    #expect(try call("echo one") == "one")
    let before = try descriptors()
    var numbers = SeededNumbers(seed: 35)
    for _ in 0..<60 {
      let running = calling("repeat 2000000", maxBytes: 2_000_000)
      usleep(UInt32.random(in: 0...8000, using: &numbers))
      for child in try children() { kill(pid_t(child)!, SIGKILL) }
      switch await running.value {
      case .success(let text): #expect(text.utf8.count == 2_000_000)
      case .failure(let failure): #expect(failure as? ConfinedFailure == .ended("signal 9 (Killed)"))
      }
    }
    #expect(try call("echo two") == "two")
    #expect(try children().isEmpty && descriptors() <= before + 2)
  }

  @Test("A program that is missing or is no host is reported")
  func missing() throws {
    let input = open("/dev/null", O_RDONLY)
    defer { close(input) }
    for program in ["/does/not/exist", "/bin/true"] {
      let function = ConfinedFunction(program: program, arguments: [])
      let failure = #expect(throws: ConfinedFailure.self) {
        try function.call(on: input, maxBytes: 10, within: .seconds(10))
      }
      guard case .unavailable = failure else {
        Issue.record("\(program): \(String(describing: failure))")
        continue
      }
    }
  }
}
