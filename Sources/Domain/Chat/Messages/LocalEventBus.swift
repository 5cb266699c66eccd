import Synchronization

package final class LocalEventBus: EventBus {
  private struct State {
    var listeners: [Int: AsyncStream<ChatEvent>.Continuation] = [:]
    var next = 0
  }

  /// Older events are dropped beyond this backlog: a slow listener reads them from the store.
  private static let maxBacklog = 10_000

  private let state = Mutex(State())

  package init() {}

  /// Sends an event to all listeners. Complexity: O(listeners).
  package func publish(_ event: ChatEvent) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
  }

  package func events() -> AsyncStream<ChatEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ChatEvent.self, bufferingPolicy: .bufferingNewest(Self.maxBacklog))
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }
}
