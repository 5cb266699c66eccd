import Dispatch
import Synchronization

/// A producer thread that stays a few elements ahead of its reader, so that producing and consuming use two cores.
public final class Prefetcher<Element: Sendable>: Sendable {
  private struct State {
    /// Oldest first; nil marks the end.
    var ready: [Result<Element?, any Error>] = []
    /// Used elements, freed by the producer thread, which has time for it.
    var used: [Element] = []
    var isCancelled = false
  }

  private let state = Mutex(State())
  // Both start at zero: a semaphore must not be freed while its value is below the initial one.
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// Starts the producer thread.
  /// - Parameters:
  ///   - depth: the maximum number of waiting elements.
  ///   - produce: passes the elements to `emit` in order; it ends after the last, or when `emit` returns false. An
  /// error that it throws ends the elements too.
  public init(
    _ label: String, depth: Int = 4, _ produce: @escaping @Sendable (_ emit: (Element) -> Bool) throws -> Void
  ) {
    for _ in 1..<depth { room.signal() }
    DispatchQueue(label: label).async { [self] in
      let end = Result<Element?, any Error> {
        try produce(emit)
        return nil
      }
      append(end)
    }
  }

  /// The next element; nil at the end. Call it from one thread, and not after the end.
  /// - Throws: The producer's error.
  public func next() throws -> Element? {
    filled.wait()
    let element = state.withLock { $0.ready.removeFirst() }
    room.signal()
    return try element.get()
  }

  /// Returns an element that is no longer needed.
  public func recycle(_ element: consuming Element) {
    state.withLock { [element] in $0.used.append(element) }
  }

  /// Stops the producer after the current element.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    room.signal()
  }

  /// Passes on an element and waits for room for the next; false when no more are wanted.
  private func emit(_ element: Element) -> Bool {
    append(.success(element))
    room.wait()
    let (isWanted, used) = state.withLock { state in
      defer { state.used = [] }
      return (!state.isCancelled, state.used)
    }
    _ = consume used
    return isWanted
  }

  private func append(_ element: Result<Element?, any Error>) {
    state.withLock { $0.ready.append(element) }
    filled.signal()
  }
}
