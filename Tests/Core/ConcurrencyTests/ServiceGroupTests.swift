import Concurrency
import Support
import Synchronization
import Testing

@Suite("Service group", .timeLimit(.minutes(1)))
struct ServiceGroupTests {
  private struct Failure: Error {}

  @Test("Services start in order and stop in reverse order, one after another")
  func order() async throws {
    let log = Log()
    let names = ["a", "b", "c"]
    try await ServiceGroup(names.map { log.resource($0) }).run { log.add("body") }
    #expect(log.lines == ["start a", "start b", "start c", "body", "stop c", "stop b", "stop a"])
  }

  @Test("If a service fails to start, those before it are stopped and the body does not run")
  func failedStart() async throws {
    let log = Log()
    let broken = Service.resource(start: { throw Failure() }, stop: { log.add("stop broken") })
    await #expect(throws: Failure.self) {
      try await ServiceGroup([log.resource("a"), broken, log.resource("c")]).run { log.add("body") }
    }
    #expect(log.lines == ["start a", "stop a"])
  }

  @Test("An error of the body is thrown, and the services are stopped")
  func failedBody() async throws {
    let log = Log()
    let group = ServiceGroup([log.resource("a"), log.resource("b")])
    await #expect(throws: Failure.self) { try await group.run { throw Failure() } }
    #expect(log.lines == ["start a", "start b", "stop b", "stop a"])
  }

  @Test("A worker that ends on request is not cancelled")
  func worker() async throws {
    let (log, signal, begun) = (Log(), WakeSignal(), Counter())
    let worker = Service.worker(
      run: {
        begun.add()
        _ = await signal.wait(for: .seconds(3600))
        log.add(Task.isCancelled ? "cancelled" : "ended")
      }, stop: signal.close, within: .seconds(3600))
    try await ServiceGroup([log.resource("a"), worker]).run { try await eventually { begun.value >= 1 } }
    #expect(log.lines == ["start a", "ended", "stop a"])
  }

  @Test("A worker that goes on after its deadline is cancelled and awaited")
  func overdue() async throws {
    let log = Log()
    let worker = Service.worker(
      run: {
        try? await Task.sleep(for: .seconds(3600))
        await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
        log.add(Task.isCancelled ? "cancelled" : "ended")
      }, stop: {}, within: .milliseconds(20))
    try await ServiceGroup([log.resource("a"), worker]).run {}
    #expect(log.lines == ["start a", "cancelled", "stop a"])
  }

  @Test("A background service is cancelled and awaited")
  func background() async throws {
    let (log, begun) = (Log(), Counter())
    let background = Service.background {
      begun.add()
      try? await Task.sleep(for: .seconds(3600))
      await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
      log.add(Task.isCancelled ? "cancelled" : "ended")
    }
    try await ServiceGroup([log.resource("a"), background]).run { try await eventually { begun.value >= 1 } }
    #expect(log.lines == ["start a", "cancelled", "stop a"])
  }
}

/// What happened, in order.
private final class Log: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  func add(_ line: String) { kept.withLock { $0.append(line) } }

  func resource(_ name: String) -> Service {
    .resource(start: { self.add("start \(name)") }, stop: { self.add("stop \(name)") })
  }
}
