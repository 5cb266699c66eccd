import Basics
import Concurrency
import Dispatch
import Synchronization
import Testing

@Suite("Work on separate threads", .timeLimit(.minutes(1)))
struct BlockingWorkTests {
  private static let full = DomainError(.rateLimited, "full", "There is no room.")

  @Test("The number of running and of waiting jobs is bounded, and further jobs are rejected at once")
  func isBounded() async throws {
    let work = BlockingWork("test", parallel: 2, waiting: 3, overloadError: Self.full)
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<2 { await occupy(work, until: gate) }
    await withTaskGroup(of: Result<Int, any Error>.self) { group in
      for number in 0..<10 {
        group.addTask { await Result.catching { try await work.run { number } } }
      }
      // Nothing runs while the gate is closed: three of ten wait, seven are rejected.
      for _ in 0..<7 {
        let outcome = await group.next()
        #expect(throws: Self.full) { try outcome?.get() }
      }
      for _ in 0..<2 { gate.signal() }
      for await outcome in group { #expect(throws: Never.self) { try outcome.get() } }
    }
    #expect(try await work.run { 7 } == 7)
  }

  @Test("Of a thousand jobs at most two run at once, and each returns its own result")
  func keepsItsWidth() async throws {
    let work = BlockingWork("test", parallel: 2, waiting: 1000, overloadError: Self.full)
    let width = Width()
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<1000 {
        group.addTask { (number, try await work.run { width.during { number * 2 } }) }
      }
      for try await (number, result) in group { #expect(result == number * 2) }
    }
    #expect(width.maxCount <= 2)
  }

  @Test("An error of a job reaches its caller and frees the slot")
  func throwsOn() async throws {
    let work = BlockingWork("test", parallel: 1, waiting: 0, overloadError: Self.full)
    for _ in 0..<1000 {
      await #expect(throws: DomainError(.notFound, "own", "Of the work itself.")) {
        try await work.run { throw DomainError(.notFound, "own", "Of the work itself.") }
      }
    }
  }
}

/// Records how many closures run at the same time.
private final class Width: Sendable {
  private let counts = Mutex((now: 0, most: 0))

  var maxCount: Int { counts.withLock { $0.most } }

  func during<Value>(_ body: () -> Value) -> Value {
    counts.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
    defer { counts.withLock { $0.now -= 1 } }
    return body()
  }
}

/// Blocks one worker thread until the gate is opened. Returns once the thread is blocked.
private func occupy(_ work: BlockingWork, until gate: DispatchSemaphore) async {
  await withCheckedContinuation { begun in
    Task {
      try await work.run {
        begun.resume()
        gate.wait()
      }
    }
  }
}

extension Result where Failure == any Error {
  fileprivate static func catching(_ body: () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
