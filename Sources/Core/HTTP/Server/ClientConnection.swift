import Basics

/// A connection's name: descriptors are used again, the generation tells one use from the next.
struct ConnectionKey: Sendable, Hashable {
  let descriptor: Int32
  let generation: UInt32

  /// What epoll carries.
  var datum: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
}

/// A client's connection; it belongs to one event loop. Idle, it holds no buffers.
final class ClientConnection {
  /// What the reading side is doing.
  enum Stage {
    /// Between requests, or within a head.
    case head
    case body
    /// The request is there whole; nothing more is read until it is answered.
    case complete
    /// There are no requests any more, but messages both ways.
    case webSocket
    /// The sending side is shut; what still comes is thrown away.
    case lingering
  }

  /// What happens once all output is sent.
  enum Ending {
    case none
    case close
    /// The client may still be sending: it would lose the answer if the connection were closed under it.
    case linger
    /// The connection is broken; nothing is sent any more.
    case reset
  }

  let key: ConnectionKey
  /// The other side's address, which may be a proxy's.
  let peer: IPAddress?
  var interest: UInt32
  var stage = Stage.head
  var ending = Ending.none
  /// When the stage began; for a head, its first byte.
  var since: Int64
  /// Bytes received and not consumed.
  var input: [UInt8] = []
  /// How much of the input was searched for the head's end.
  var scanned = 0
  /// The first byte of a head is there, its end is not.
  var isInHead = false
  var hasInputEnded = false
  var hasServed = false
  var output = PendingOutput()
  /// How much the loop counts as waiting in memory for this client.
  var backlog = 0
  /// When the client last took something of the output.
  var lastSent: Int64 = 0
  /// The request in hand.
  var exchange: Exchange?
  /// Once the connection is a WebSocket.
  var webSocket: WebSocketState?
  /// The producer of a streamed answer, waiting for the output to be taken.
  var writer: CheckedContinuation<Bool, Never>?

  init(key: ConnectionKey, peer: IPAddress?, interest: UInt32, now: Int64) {
    self.key = key
    self.peer = peer
    self.interest = interest
    since = now
  }

  /// Nothing was asked and nothing is left to be sent.
  var isIdle: Bool {
    stage == .head && exchange == nil && input.isEmpty && output.isEmpty
  }

  /// Whether received bytes would be of use now.
  var wantsInput: Bool {
    guard !hasInputEnded else { return false }
    switch stage {
    case .head: return output.isEmpty && ending == .none
    case .body: return exchange?.bodyReader?.isPaused == false && ending == .none
    case .complete: return false
    case .webSocket: return webSocket?.isPaused == false && ending == .none
    case .lingering: return true
    }
  }
}

/// A request in hand and what became of it.
final class Exchange {
  enum ResponseState {
    case none
    case streaming
    case done
  }

  var request: Request
  let endpoint: RouteEntry?
  let isHead: Bool
  let isOldVersion: Bool
  let requestedFeatures: RequestedFeatures
  var keepAlive: Bool
  var bodyReader: BodyReader?
  var responseState = ResponseState.none
  var task: Task<Void, Never>?
  /// Bytes that the producer of a streamed answer holds.
  var heldBytes = 0
  /// For the log.
  let started: ContinuousClock.Instant?
  var status = 0
  var bytesSent = 0

  init(
    request: Request, endpoint: RouteEntry?, head: RequestHead, started: ContinuousClock.Instant?
  ) {
    self.request = request
    self.endpoint = endpoint
    isHead = head.method == .head
    isOldVersion = head.isOldVersion
    requestedFeatures = head.requestedFeatures
    keepAlive = head.keepAlive
    self.started = started
  }
}

/// The body of a request as it comes in.
struct BodyReader {
  /// What is still to come.
  enum Remaining {
    case length(Int)
    case chunked(ChunkedDecoder)
  }

  /// Where it goes.
  enum Sink {
    case whole([UInt8])
    case pipe(BodyPipe)
    case nowhere
  }

  var remaining: Remaining
  var sink: Sink
  let limit: Int
  var received = 0
  /// Reading stopped until the handler has made room.
  var isPaused = false
  var windowStart: Int64
  var windowBytes = 0

  init(_ framing: Framing, limit: Int, sink: Sink, now: Int64) {
    if case .length(let length) = framing {
      remaining = .length(length)
    } else {
      remaining = .chunked(ChunkedDecoder())
    }
    self.limit = limit
    self.sink = sink
    windowStart = now
  }

  var isDiscarding: Bool {
    if case .nowhere = sink { true } else { false }
  }

  /// Takes bytes of the body; gives how many were its own and whether it is complete.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> (consumed: Int, isComplete: Bool) {
    switch remaining {
    case .length(let length):
      let count = min(length, bytes.count)
      remaining = .length(length - count)
      try admit(count)
      store(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      return (count, count == length)
    case .chunked(let decoder):
      let outcome = try decoder.decode(bytes)
      let content = decoder.drainContent()
      try admit(content.count)
      content.withUnsafeBytes { store($0) }
      return outcome
    }
  }

  private mutating func admit(_ count: Int) throws(Fault) {
    received += count
    windowBytes += count
    guard received <= limit else { throw .tooLarge }
  }

  private mutating func store(_ content: UnsafeRawBufferPointer) {
    guard !content.isEmpty else { return }
    switch sink {
    case .nowhere: break
    case .pipe(let pipe): isPaused = pipe.push(Array(content))
    case .whole(var bytes):
      // Taken out first, so that the array is appended to in place.
      sink = .nowhere
      bytes.append(contentsOf: content)
      sink = .whole(bytes)
    }
  }

  /// Tells a streaming handler that the rest will not come.
  func fail(_ failure: BodyFailure) {
    if case .pipe(let pipe) = sink { pipe.fail(failure) }
  }
}
