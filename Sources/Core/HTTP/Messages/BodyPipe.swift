import Concurrency

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

/// A streamed body between the event loop that receives it and the task that reads it, with back-pressure.
///
/// `push` returns true when the loop must stop reading; `makeRoom` is called when the reader has made room again.
final class BodyPipe: Sendable {
  private struct State {
    var chunks: [[UInt8]] = []
    var bytes = 0
    var outcome: Result<Void, BodyFailure>?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var isPaused = false

    /// Joins small chunks, so that a slow client cannot cause a great many arrays.
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

  /// `makeRoom` is called when reading was paused and half of the capacity is free again.
  init(capacity: Int, makeRoom: @escaping @Sendable () -> Void) {
    self.capacity = capacity
    self.makeRoom = makeRoom
  }

  /// The body as the handler reads it.
  var stream: AsyncThrowingStream<[UInt8], any Error> {
    AsyncThrowingStream { try await self.next() }
  }

  /// Passes bytes to the reader; true when the loop must stop reading for now.
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

  func finish() {
    let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
      if state.outcome == nil { state.outcome = .success(()) }
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  /// Ends the body with an error. Buffered chunks are dropped, so that the reader sees the error at once.
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
      // Two concurrent readers are a bug in the handler: the first one fails instead of waiting for ever.
      state.reader?.resume(throwing: BodyFailure.clientGone)
      state.reader = reader
      return .wait
    }
  }
}
