import Dispatch
import Synchronization

/// Elements made on a thread of their own, a few ahead of the reader, so that making and using them take two cores.
public final class Prefetcher<Element: Sendable>: Sendable {
  private struct State {
    /// Oldest first; nil ends.
    var ready: [Result<Element?, any Error>] = []
    /// What was used, to be freed by the thread that made it: it has the time.
    var used: [Element] = []
    var isCancelled = false
  }

  private let state = Mutex(State())
  // Both start at zero: a semaphore that goes below its first value must not be freed.
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// Starts.
  /// - Parameters:
  ///   - depth: how many elements wait at most.
  ///   - produce: makes the elements in order and emits each; it ends when there are no more, or `emit` answers false.
  ///     What it throws ends the elements too.
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

  /// The next element, or nil at the end; to be called until then, by one thread.
  /// - Throws: What the producer threw.
  public func next() throws -> Element? {
    filled.wait()
    let element = state.withLock { $0.ready.removeFirst() }
    room.signal()
    return try element.get()
  }

  /// Gives an element back that is not needed any longer.
  public func recycle(_ element: consuming Element) {
    state.withLock { [element] in $0.used.append(element) }
  }

  /// Ends the production: the element being made at the moment is the last.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    room.signal()
  }

  /// Hands an element over and waits for room for another one; false where none is wanted.
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
