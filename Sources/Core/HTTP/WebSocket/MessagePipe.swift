import Concurrency

/// The queue of received messages between the event loop and the task that reads them.
final class MessagePipe: Sendable {
  private struct State {
    var messages: [WebSocketMessage] = []
    var first = 0
    var bytes = 0
    var isPaused = false
    var hasEnded = false
    var reader: CheckedContinuation<WebSocketMessage?, Never>?

    mutating func removeFirstMessage() -> WebSocketMessage? {
      guard first < messages.count else { return nil }
      let message = messages[first]
      messages[first] = .binary([])
      first += 1
      bytes -= message.size
      // Drops read messages also when the queue never becomes empty.
      if first == messages.count {
        messages = []
        first = 0
      } else if first >= 64, first * 2 > messages.count {
        messages.removeFirst(first)
        first = 0
      }
      return message
    }
  }

  private let state = Locked(State())
  private let capacity: Int
  private let makeRoom: @Sendable () -> Void

  /// - Parameters:
  ///   - capacity: the bytes that may wait; a message counts as its size plus `WebSocketMessage.overhead`.
  ///   - makeRoom: called when reading was paused and half of the capacity is free again.
  init(capacity: Int, makeRoom: @escaping @Sendable () -> Void) {
    self.capacity = capacity
    self.makeRoom = makeRoom
  }

  /// Passes on a message; true when the loop must stop reading for now.
  func push(_ message: WebSocketMessage) -> Bool {
    let (reader, isFull) = state.withLock { state -> (CheckedContinuation<WebSocketMessage?, Never>?, Bool) in
      guard !state.hasEnded else { return (nil, false) }
      if let reader = state.reader.take() { return (reader, false) }
      state.messages.append(message)
      state.bytes += message.size
      state.isPaused = state.bytes > capacity
      return (nil, state.isPaused)
    }
    reader?.resume(returning: message)
    return isFull
  }

  /// No more messages will come; those in the queue can still be read.
  func end() {
    let reader = state.withLock { state in
      state.hasEnded = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  func next() async -> WebSocketMessage? {
    await withCheckedContinuation { continuation in
      let (message, hasMadeRoom) = state.withLock { state -> (WebSocketMessage??, Bool) in
        if let message = state.removeFirstMessage() {
          let hasMadeRoom = state.isPaused && state.bytes <= capacity / 2
          if hasMadeRoom { state.isPaused = false }
          return (.some(message), hasMadeRoom)
        }
        if state.hasEnded { return (.some(nil), false) }
        // Two concurrent readers are a bug in the handler: the first one gets nil instead of waiting for ever.
        state.reader?.resume(returning: nil)
        state.reader = continuation
        return (nil, false)
      }
      if let message { continuation.resume(returning: message) }
      if hasMadeRoom { makeRoom() }
    }
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
