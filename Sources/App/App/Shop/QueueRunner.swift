import Payments

/// Works on a shop's tasks while a server runs: at once when one is added here, and each second for those that have
/// become due meanwhile or that other processes added.
struct QueueRunner: Sendable {
  let payments: PaymentService
  /// Rings when the service has added a task that is due at once.
  let wakeSignal: WakeSignal
  /// Told of each fault; what it was about is tried again.
  let onFault: @Sendable (any Error) -> Void

  private static let pause = Duration.seconds(1)
  /// Where the database itself fails, it is not asked and complained about each second.
  private static let pauseAfterFault = Duration.seconds(10)

  /// Works until the alarm is silenced or the task cancelled; what is being done then is finished.
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

  /// Works on what is due.
  /// - Returns: How long nothing is to be done here unless the alarm rings.
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

/// Wakes somebody who waits, once for all rings that came while nobody listened.
struct WakeSignal: Sendable {
  /// To be listened to by one.
  let rings: AsyncStream<Void>
  private let rope: AsyncStream<Void>.Continuation

  init() {
    (rings, rope) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes whoever listens, or will.
  func keyRing() { rope.yield() }

  /// Ends the listening.
  func silence() { rope.finish() }
}
