/// Why the rest of a streamed body does not come.
package enum BodyFailure: Error, Sendable, Hashable {
  /// The client closed the connection before the end.
  case clientGone
  /// The client was slower than the limits allow.
  case tooSlow
  /// More bytes than the route takes.
  case tooLarge
  /// The chunks were malformed.
  case malformed
  /// The server was told to stop.
  case stopping
}

/// A streamed body between the event loop that receives it and the task that reads it.
///
/// The loop learns from `push` when to stop reading, and is called back when the reader has made room again.
final class BodyPipe: Sendable {
  private struct State {
    var chunks: [[UInt8]] = []
    var bytes = 0
    var outcome: Result<Void, BodyFailure>?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var isPaused = false

    /// Small chunks are joined, so that a dribbling client cannot make a great many arrays.
    mutating func add(_ chunk: [UInt8]) {
      bytes += chunk.count
      if let last = chunks.indices.last, chunks[last].count + chunk.count <= 16_384 {
        chunks[last] += chunk
      } else {
        chunks.append(chunk)
      }
    }
  }

  private let state = Locked(State())
  private let capacity: Int
  private let makeRoom: @Sendable () -> Void

  /// `makeRoom` is called when reading was to stop and half of the capacity is free again.
  init(capacity: Int, makeRoom: @escaping @Sendable () -> Void) {
    self.capacity = capacity
    self.makeRoom = makeRoom
  }

  /// The body as a handler reads it.
  var stream: AsyncThrowingStream<[UInt8], any Error> {
    AsyncThrowingStream { try await self.next() }
  }

  /// Hands bytes to the reader; true when no more should be read for now.
  func push(_ chunk: [UInt8]) -> Bool {
    let (waiting, isFull) = state.withLock { state -> (CheckedContinuation<[UInt8]?, any Error>?, Bool) in
      guard state.outcome == nil else { return (nil, false) }
      if let reader = state.reader.take() { return (reader, false) }
      state.add(chunk)
      state.isPaused = state.bytes > capacity
      return (nil, state.isPaused)
    }
    waiting?.resume(returning: chunk)
    return isFull
  }

  /// The body is complete.
  func finish() {
    let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
      if state.outcome == nil { state.outcome = .success(()) }
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  /// The rest will not come. What waits is dropped: a reader need not work through it to learn of the failure.
  func fail(_ failure: BodyFailure) {
    let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = .failure(failure)
      state.chunks = []
      state.bytes = 0
      return state.reader.take()
    }
    reader?.resume(throwing: failure)
  }

  private enum Step {
    case chunk([UInt8], roomMade: Bool)
    case end
    case failed(BodyFailure)
    case wait
  }

  private func next() async throws -> [UInt8]? {
    try await withCheckedThrowingContinuation { continuation in
      switch state.withLock({ Self.step(&$0, capacity, continuation) }) {
      case .chunk(let chunk, let roomMade):
        continuation.resume(returning: chunk)
        if roomMade { makeRoom() }
      case .end: continuation.resume(returning: nil)
      case .failed(let failure): continuation.resume(throwing: failure)
      case .wait: break
      }
    }
  }

  private static func step(
    _ state: inout State, _ capacity: Int, _ reader: CheckedContinuation<[UInt8]?, any Error>
  ) -> Step {
    if !state.chunks.isEmpty {
      let chunk = state.chunks.removeFirst()
      state.bytes -= chunk.count
      let roomMade = state.isPaused && state.bytes <= capacity / 2
      if roomMade { state.isPaused = false }
      return .chunk(chunk, roomMade: roomMade)
    }
    switch state.outcome {
    case .success: return .end
    case .failure(let failure): return .failed(failure)
    case nil:
      // A second reader at once is a fault of the handler: the first one is not left waiting for ever.
      state.reader?.resume(throwing: BodyFailure.clientGone)
      state.reader = reader
      return .wait
    }
  }
}
