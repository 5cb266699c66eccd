import Concurrency
import Support
import Testing

@Suite("Repeating", .timeLimit(.minutes(1)))
struct RepeatingTests {
  private struct Failure: Error {}

  @Test("Repeated work runs at once and after each pause, and ends when its task is cancelled")
  func repeats() async throws {
    let runs = Counter()
    let task = Task { await repeating(every: .milliseconds(1)) { runs.add() } }
    try await eventually { runs.value >= 3 }
    task.cancel()
    // It has ended, so that nothing runs any more.
    await task.value
  }

  @Test("A long pause ends at once when the task is cancelled", arguments: [nil, WakeSignal()])
  func endsDuringPause(signal: WakeSignal?) async throws {
    let runs = Counter()
    let task = Task {
      await repeating(every: .seconds(3600), or: signal, onFailure: { _ in }) { runs.add() }
    }
    try await eventually { runs.value >= 1 }
    task.cancel()
    await task.value
    #expect(runs.value == 1)
  }

  @Test("A task that is cancelled before it begins runs nothing")
  func cancelledBefore() async {
    let runs = Counter()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      await repeating(every: .seconds(3600)) { runs.add() }
    }
    task.cancel()
    await task.value
    #expect(runs.value == 0)
  }

  @Test("Each failure is reported and followed by the pause for failures")
  func failures() async throws {
    let (runs, failures) = (Counter(), Counter())
    let task = Task {
      await repeating(
        every: .seconds(3600), afterFailure: .milliseconds(1), onFailure: { _ in failures.add() }
      ) {
        runs.add()
        if runs.value <= 3 { throw Failure() }
      }
    }
    try await eventually { runs.value >= 4 }
    task.cancel()
    await task.value
    #expect(runs.value == 4)
    #expect(failures.value == 3)
  }

  @Test("A run that is interrupted by cancellation is no failure, and any other error is one")
  func cancellationIsNoFailure() async throws {
    let (runs, failures) = (Counter(), Counter())
    let task = Task {
      await repeating(every: .milliseconds(1), onFailure: { _ in failures.add() }) {
        runs.add()
        if runs.value == 1 { throw CancellationError() }
        try await Task.sleep(for: .seconds(3600))
      }
    }
    try await eventually { runs.value >= 2 }
    task.cancel()
    await task.value
    #expect(failures.value == 1)
  }

  @Test("A signal ends a pause, and a closed signal allows the requested run and no other")
  func signal() async throws {
    let (runs, signal) = (Counter(), WakeSignal())
    let task = Task {
      await repeating(every: .seconds(3600), or: signal, onFailure: { _ in }) { runs.add() }
    }
    try await eventually { runs.value >= 1 }
    signal.wake()
    try await eventually { runs.value >= 2 }
    signal.wake()
    signal.close()
    await task.value
    #expect(runs.value == 3)
  }
}

@Suite("Wake signal", .timeLimit(.minutes(1)))
struct WakeSignalTests {
  @Test("Signals without a waiter are merged into one")
  func callsAreOne() async {
    let signal = WakeSignal()
    for _ in 0..<5 { signal.wake() }
    #expect(await signal.wait(for: .seconds(3600)))
    let begin = ContinuousClock.now
    #expect(await signal.wait(for: .milliseconds(20)))
    #expect(.now - begin >= .milliseconds(20))
  }

  @Test("A wait returns at once after the signal is closed")
  func closed() async {
    let signal = WakeSignal()
    signal.close()
    signal.wake()
    #expect(await !signal.wait(for: .seconds(3600)))
    #expect(await !signal.wait(for: .seconds(3600)))
  }
}
