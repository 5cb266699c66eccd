/// Runs `body` now and again and again, with a pause after each run, until the task is cancelled.
/// - Parameters:
///   - pause: between two runs; none begins while another one runs.
///   - pauseAfterFailure: the same after a run that threw, so that what is out of order is not asked and logged all the
///     time; nil: as after any other.
///   - signal: ends a pause early; when it is closed, the repeating ends too.
///   - onFailure: called with what a run threw, but for its own cancellation.
package func repeating(
  every pause: Duration, afterFailure pauseAfterFailure: Duration? = nil, or signal: WakeSignal? = nil,
  onFailure: (any Error) -> Void, _ body: () async throws -> Void
) async {
  while !Task.isCancelled {
    var next = pause
    do {
      try await body()
    } catch is CancellationError where Task.isCancelled {
      return
    } catch {
      onFailure(error)
      next = pauseAfterFailure ?? pause
    }
    guard await wait(for: next, or: signal) else { return }
  }
}

/// The same for what can't fail.
package func repeating(every pause: Duration, _ body: () async -> Void) async {
  await repeating(every: pause, onFailure: { _ in }, body)
}

/// Waits for a time, or for a signal before that.
/// - Returns: False if the task was cancelled or the signal closed.
private func wait(for time: Duration, or signal: WakeSignal?) async -> Bool {
  if let signal { return await signal.wait(for: time) }
  return (try? await Task.sleep(for: time)) != nil
}
