import Basics
import Concurrency
import Dispatch
import Support
import Testing

@Suite("Loads of pools", .timeLimit(.minutes(1)))
struct PoolLoadTests {
  private static let full = DomainError(.rateLimited, "full", "There is no room.")

  @Test("Blocking work reports its running, waiting and rejected jobs")
  func work() async throws {
    let work = BlockingWork("measured", parallel: 1, waiting: 1, overloadError: Self.full)
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let first: Void = work.run {
      begun.signal()
      gate.wait()
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        begun.wait()
        continuation.resume()
      }
    }
    async let second: Void = work.run {}
    try await eventually { work.load.waiting > 0 }
    #expect(work.load == PoolLoad(used: 1, waiting: 1, capacity: 1))
    await #expect(throws: Self.full) { try await work.run {} }
    #expect(work.rejectedCount == 1)
    #expect(BlockingWork.all.contains { $0 === work })
    gate.signal()
    _ = try await (first, second)
    #expect(work.load == PoolLoad(used: 0, waiting: 0, capacity: 1))
  }

  @Test("Work that was released is not monitored any more")
  func released() {
    do {
      let work = BlockingWork("released", parallel: 1, waiting: 0, overloadError: Self.full)
      #expect(BlockingWork.all.contains { $0.label == work.label })
    }
    #expect(!BlockingWork.all.contains { $0.label == "released" })
  }

  @Test("A semaphore reports its taken permits and its waiters")
  func semaphore() async throws {
    let semaphore = AsyncSemaphore("measured", permits: 2, maxWaiting: 4)
    _ = await semaphore.wait(before: .now + .seconds(60))
    _ = await semaphore.wait(before: .now + .seconds(60))
    let waiter = Task { await semaphore.wait(before: .now + .seconds(60)) }
    try await eventually { semaphore.load.waiting > 0 }
    #expect(semaphore.load == PoolLoad(used: 2, waiting: 1, capacity: 2))
    semaphore.signal()
    #expect(await waiter.value)
    semaphore.signal()
    #expect(semaphore.load == PoolLoad(used: 1, waiting: 0, capacity: 2))
  }
}
