import Basics

/// Identifies a connection: descriptors are reused, so a generation tells one use from the next.
struct ConnectionKey: Sendable, Hashable {
  let descriptor: Int32
  let generation: UInt32

  /// The `data` of the epoll event.
  var epollData: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
}

/// A client's connection, owned by one event loop. An idle connection holds no buffers.
///
/// Members that every request uses a dozen times are not checked for exclusive access at run time: it is used on the
/// loop's thread only, and its mutating methods call nothing that could reach the connection.
final class ClientConnection {
  let key: ConnectionKey
  /// The remote address, which may be that of a proxy.
  let peer: IPAddress?
  @exclusivity(unchecked) var transport: Transport
  var interest: UInt32
  @exclusivity(unchecked) var state: ConnectionState
  /// Bytes received and not consumed.
  @exclusivity(unchecked) var input: [UInt8] = []
  /// The offset up to which the end of the head was searched for.
  var scanned = 0
  @exclusivity(unchecked) var output = PendingOutput()
  /// The bytes in memory that the loop counts as unsent for this client.
  var backlog = 0
  /// The client network whose share of listeners this connection takes.
  var listener: ClientNetwork?
  var exchange: Exchange?
  /// Set once the connection is a WebSocket.
  var webSocket: WebSocketState?
  /// The producer of a streamed response, waiting for the output to drain.
  var writer: CheckedContinuation<Bool, Never>?

  init(key: ConnectionKey, peer: IPAddress?, transport: consuming Transport, interest: UInt32, now: Int64) {
    self.key = key
    self.peer = peer
    self.transport = transport
    self.interest = interest
    state = ConnectionState(now: now)
  }

  /// No request in progress and nothing left to send.
  var isIdle: Bool { state.isBetweenRequests && input.isEmpty && output.isEmpty }

  /// Whether it may be closed to make room: it waits for a request or for the rest of a head.
  var isEvictable: Bool { state.isBetweenRequests && output.isEmpty && state.ending == .none }

  /// Whether the connection can use received bytes now.
  var wantsInput: Bool { state.wantsInput(hasOutput: !output.isEmpty) && !transport.isSendingStalled }
}

/// The current request and the work on its response.
final class Exchange {
  var request: Request
  let endpoint: RouteEntry?
  /// The pattern of the route that matched, also when it does not serve the request.
  let route: String?
  let isHead: Bool
  let isHTTP10: Bool
  let requestedFeatures: RequestedFeatures
  var bodyReader: BodyReader?
  var task: Task<Void, Never>?
  /// The handler's work, while its body is not complete.
  var work: Work?
  /// Bytes that the producer of a streamed response holds.
  var heldBytes = 0
  let addedHeaders: Headers
  /// Nil when no middleware wants to know.
  let started: ContinuousClock.Instant?
  /// The middleware knows of the end.
  var isFinished = false
  var status = AccessRecord.clientGone
  var bytesSent = 0

  init(
    _ incoming: IncomingRequest, endpoint: RouteEntry?, head: RequestHead, started: ContinuousClock.Instant?
  ) {
    request = incoming.request
    route = incoming.route
    addedHeaders = incoming.responseHeaders
    self.endpoint = endpoint
    isHead = head.method == .head
    isHTTP10 = head.isHTTP10
    requestedFeatures = head.requestedFeatures
    self.started = started
  }
}

struct BodyReader {
  /// The rest to receive.
  enum Remaining {
    case length(Int)
    case chunked(ChunkedDecoder)
  }

  enum Sink {
    case whole([UInt8])
    case pipe(BodyPipe)
    case nowhere
  }

  var remaining: Remaining
  var sink: Sink
  let limit: Int
  var received = 0
  /// The handler had no room for more after the last read.
  private(set) var isFull = false

  init(_ framing: Framing, limit: Int, sink: Sink) {
    if case .length(let length) = framing {
      remaining = .length(length)
    } else {
      remaining = .chunked(ChunkedDecoder())
    }
    self.limit = limit
    self.sink = sink
  }

  /// Reads bytes of the body; returns how many belong to it and whether it is complete.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> (consumed: Int, isComplete: Bool) {
    isFull = false
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
    guard received <= limit else { throw .tooLarge }
  }

  private mutating func store(_ content: UnsafeRawBufferPointer) {
    guard !content.isEmpty else { return }
    switch sink {
    case .nowhere: break
    case .pipe(let pipe): isFull = pipe.push(Array(content))
    case .whole(var bytes):
      // Moved out first, so that the array is appended to in place.
      sink = .nowhere
      bytes.append(contentsOf: content)
      sink = .whole(bytes)
    }
  }

  /// Reports to a streaming handler that the rest will not come.
  func fail(_ failure: BodyFailure) {
    if case .pipe(let pipe) = sink { pipe.fail(failure) }
  }
}
