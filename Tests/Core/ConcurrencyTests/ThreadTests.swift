import Concurrency
import Foundation
import Glibc
import Support
import Synchronization
import Testing

@Suite("Threads for long work", .timeLimit(.minutes(1)))
struct ThreadTests {
  @Test("Every index is run once on any number of cores", arguments: [0, 1, 2, 3, 1000])
  func onAllCoresRunsAll(count: Int) {
    let runs = Mutex([Int](repeating: 0, count: count))
    onAllCores(count) { index in runs.withLock { $0[index] += 1 } }
    #expect(runs.withLock { $0 } == [Int](repeating: 1, count: count))
  }

  @Test("The threads of the task pool stay free while all cores work")
  func poolStaysFree() async {
    let isDone = Shared(false)
    await withTaskGroup { group in
      group.addTask {
        await withTaskExecutorPreference(BackgroundThread("test")) {
          onAllCores(8) { _ in
            // Ends only after a task of the pool has run.
            try? eventually { isDone.value.withLock(\.self) }
          }
        }
      }
      group.addTask { isDone.value.withLock { $0 = true } }
    }
    #expect(isDone.value.withLock { $0 })
  }

  @Test("A background thread and the threads that it starts have low priority, and those of the pool do not")
  func givesWay() async {
    let before = niceness()
    let seen = Shared<[Int32]>([])
    await withTaskExecutorPreference(BackgroundThread("test")) {
      onAllCores(2) { _ in seen.value.withLock { $0.append(niceness()) } }
    }
    #expect(seen.value.withLock { $0 } == [10, 10])
    #expect(niceness() == before)
  }

  @Test("Jobs run first come, first served, and return their values")
  func order() async {
    let thread = BackgroundThread("test")
    var sum = 0
    for index in 0..<100 {
      sum += await withTaskExecutorPreference(thread) {
        await Task.yield(); return index
      }
    }
    #expect(sum == 4950)
  }

  /// The nice value of the calling thread.
  private func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
}

/// A value shared by closures of several tasks.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
}
