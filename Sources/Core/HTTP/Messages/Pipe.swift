import Concurrency

/// A queue with back-pressure between the event loop, which adds elements, and the task that reads them.
final class Pipe<Element: Sendable, Failure: Error>: Sendable {
  private typealias Reader = CheckedContinuation<Result<Element?, Failure>, Never>

  private struct State {
    /// Elements before `first` have been read and are nil.
    var queue: [Element?] = []
    var first = 0
    var size = 0
    var isPaused = false
    /// Nil while more elements may come.
    var outcome: Result<Void, Failure>?
    var reader: Reader?

    mutating func removeFirst() -> Element? {
      guard first < queue.count else { return nil }
      let element = queue[first].take()
      first += 1
      // Drops read elements also when the queue never becomes empty.
      if first == queue.count || (first >= 64 && first * 2 > queue.count) {
        queue.removeFirst(first)
        first = 0
      }
      return element
    }

    /// Adds an element, to the last one if `join` accepts it.
    mutating func add(_ element: Element, _ join: (inout Element, Element) -> Bool) {
      if let last = queue.indices.last, var joined = queue[last].take() {
        let isJoined = join(&joined, element)
        queue[last] = joined
        if isJoined { return }
      }
      queue.append(element)
    }
  }

  private let state = Locked(State())
  private let capacity: Int
  private let size: @Sendable (Element) -> Int
  private let join: @Sendable (inout Element, Element) -> Bool
  private let interruption: Result<Element?, Failure>
  private let makeRoom: @Sendable () -> Void

  /// - Parameters:
  ///   - capacity: The total size of elements that may wait.
  ///   - join: Appends an element to the last one in the queue, or returns false.
  ///   - interruption: What a reader gets if another one comes meanwhile, which is a bug of the readers.
  ///   - makeRoom: Called when the loop was told to stop and half of the capacity is free again.
  init(
    capacity: Int, size: @escaping @Sendable (Element) -> Int,
    join: @escaping @Sendable (inout Element, Element) -> Bool = { _, _ in false },
    interruption: Result<Element?, Failure>, makeRoom: @escaping @Sendable () -> Void
  ) {
    (self.capacity, self.size, self.join) = (capacity, size, join)
    (self.interruption, self.makeRoom) = (interruption, makeRoom)
  }

  /// Passes an element to the reader; true when the loop must stop reading for now.
  func push(_ element: Element) -> Bool {
    let (reader, isFull) = state.withLock { state -> (Reader?, Bool) in
      guard state.outcome == nil else { return (nil, false) }
      if let reader = state.reader.take() { return (reader, false) }
      state.size += size(element)
      state.add(element, join)
      state.isPaused = state.size > capacity
      return (nil, state.isPaused)
    }
    reader?.resume(returning: .success(element))
    return isFull
  }

  /// No more elements will come; those in the queue can still be read.
  func finish() {
    let reader = state.withLock { state -> Reader? in
      if state.outcome == nil { state.outcome = .success(()) }
      return state.reader.take()
    }
    reader?.resume(returning: .success(nil))
  }

  /// Ends with an error. The queue is dropped, so that the reader sees the error at once.
  func fail(_ failure: Failure) {
    let reader = state.withLock { state -> Reader? in
      guard state.outcome == nil else { return nil }
      state.outcome = .failure(failure)
      (state.queue, state.first, state.size) = ([], 0, 0)
      return state.reader.take()
    }
    reader?.resume(returning: .failure(failure))
  }

  /// The next element; nil at the end.
  func next() async throws(Failure) -> Element? {
    try await withCheckedContinuation { (reader: Reader) in
      let (result, hasMadeRoom) = state.withLock { state -> (Result<Element?, Failure>?, Bool) in
        if let element = state.removeFirst() {
          state.size -= size(element)
          let hasMadeRoom = state.isPaused && state.size <= capacity / 2
          if hasMadeRoom { state.isPaused = false }
          return (.success(element), hasMadeRoom)
        }
        if let outcome = state.outcome { return (outcome.map { nil }, false) }
        state.reader?.resume(returning: interruption)
        state.reader = reader
        return (nil, false)
      }
      if let result { reader.resume(returning: result) }
      if hasMadeRoom { makeRoom() }
    }.get()
  }
}

/// Why a streamed body ends early.
package enum BodyFailure: Error, Sendable, Hashable {
  /// The client closed the connection before the end.
  case clientGone
  /// The client was slower than the limits allow.
  case tooSlow
  /// The body exceeds the route's limit.
  case tooLarge
  /// The chunks were malformed.
  case malformed
  /// The server is shutting down.
  case stopping
}

typealias BodyPipe = Pipe<[UInt8], BodyFailure>

extension BodyPipe {
  /// Joins small chunks, so that a slow client cannot cause a great many arrays.
  convenience init(capacity: Int, makeRoom: @escaping @Sendable () -> Void) {
    self.init(
      capacity: capacity, size: \.count,
      join: { last, chunk in
        guard last.count + chunk.count <= 16_384 else { return false }
        last += chunk
        return true
      }, interruption: .failure(.clientGone), makeRoom: makeRoom)
  }

  var stream: AsyncThrowingStream<[UInt8], any Error> {
    AsyncThrowingStream { try await self.next() }
  }
}

/// Received messages of a WebSocket. A message counts as its size plus `WebSocketMessage.overhead`.
typealias MessagePipe = Pipe<WebSocketMessage, Never>

extension MessagePipe {
  convenience init(capacity: Int, makeRoom: @escaping @Sendable () -> Void) {
    self.init(capacity: capacity, size: \.size, interruption: .success(nil), makeRoom: makeRoom)
  }
}

extension WebSocketMessage {
  /// The memory of a message beside its bytes.
  static let overhead = 64

  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count + Self.overhead
    case .binary(let bytes): bytes.count + Self.overhead
    }
  }
}
