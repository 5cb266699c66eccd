import Payments

/// Works on the shop's tasks while a server runs: at once when this process adds one, and each second for tasks that
/// have become due or were added by other processes.
struct QueueRunner: Sendable {
  let payments: PaymentService
  /// Signalled when the service has added a task that is due at once.
  let wakeSignal: WakeSignal
  /// Called for each error. The task is tried again.
  let onFault: @Sendable (any Error) -> Void

  private static let pause = Duration.seconds(1)
  /// Longer, so that a failing database is not queried and logged each second.
  private static let pauseAfterFault = Duration.seconds(10)

  /// Works until the signal is silenced or the task is cancelled. A task in progress is finished.
  func run() async {
    wakeSignal.keyRing()
    var sleep: Task<Void, any Error>?
    for await _ in wakeSignal.rings {
      sleep?.cancel()
      let pause = await round()
      sleep = Task {
        try await Task.sleep(for: pause)
        wakeSignal.keyRing()
      }
    }
    sleep?.cancel()
  }

  /// Works on due tasks.
  /// - Returns: The time to wait before the next round, unless signalled.
  private func round() async -> Duration {
    do {
      _ = try await payments.work(onFault: onFault)
      return Self.pause
    } catch {
      onFault(error)
      return Self.pauseAfterFault
    }
  }
}

/// Wakes a waiting task. Signals sent while it is busy are coalesced into one.
struct WakeSignal: Sendable {
  /// The signals, for a single consumer.
  let rings: AsyncStream<Void>
  private let rope: AsyncStream<Void>.Continuation

  init() {
    (rings, rope) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes the consumer, or lets its next wait return at once.
  func keyRing() { rope.yield() }

  /// Ends the stream.
  func silence() { rope.finish() }
}
