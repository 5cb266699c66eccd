/// Wakes one task that waits, once for all calls that came while it did not.
package struct WakeSignal: Sendable {
  private let calls: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// A signal that was not given yet.
  package init() {
    (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes the task that waits, or else the next one at once.
  package func wake() { continuation.yield() }

  /// Ends all waiting; a call that was made before is still answered.
  package func close() { continuation.finish() }

  /// Waits until the signal is given, or until a time is over. One task waits at once.
  /// - Returns: false when the signal is closed or the task was cancelled; it cannot be waited for again then.
  package func wait(for time: Duration) async -> Bool {
    let timer = Task {
      try await Task.sleep(for: time)
      wake()
    }
    defer { timer.cancel() }
    var calls = calls.makeAsyncIterator()
    return await calls.next() != nil
  }
}
