import Basics
import CSystem
import Glibc

// Output: shaping, framing, sending.
extension Reactor {
  /// Larger bodies are sent from their array instead of being copied.
  private static let maxCopiedBytes = 32_768
  /// The maximum sent to one client before others have their turn.
  private static let maxBytesPerTurn = 1_048_576

  func respond(_ connection: ClientConnection, _ exchange: Exchange, _ handled: Response) {
    guard connection.state.response == .none else { return }
    // Earlier responses are still sent.
    if case .abort = handled.body { return handle(.responseAborted, of: connection) }
    if case .webSocket(let serve) = handled.body { return upgrade(connection, exchange, handled, serve) }
    let response = completed(handled, exchange)
    let framing = framing(response, exchange)
    let body = exchange.isHead || !response.mayHaveBody ? .empty : response.body
    var next: (@Sendable () async throws -> [UInt8]?)?
    if case .stream(let producer) = body { next = producer }
    handle(
      .responseBegan(mayKeepAlive: framing != .close && !plan.isDraining, isStreamed: next != nil), of: connection)
    exchange.status = response.status
    exchange.heldBytes = response.heldBytes
    out.append(
      head: response, exchange.addedHeaders, date: clock.dateLine, framing: framing,
      option: option(connection, exchange))
    if let next { return pump(connection.key, exchange, next) }
    exchange.bytesSent = body.knownCount ?? 0
    if case .bytes(let bytes) = body { emit(connection, bytes) }
    if case .file(let file, let range) = body { emit(connection, file, range) }
    responseEnded(connection, exchange)
  }

  /// The handler's response with everything that the engine adds.
  private func completed(_ handled: Response, _ exchange: Exchange) -> Response {
    let response = (200...599).contains(handled.status) ? handled : plan.answer(.handler, exchange.request)
    let terms = ShapingOptions(
      isHead: exchange.isHead, requestedFeatures: exchange.requestedFeatures,
      compressionThreshold: plan.limits.compressionThreshold)
    switch response.shaped(for: exchange.request, terms, compressor: { compressor }) {
    case .response(let shaped): return shaped
    case .unsatisfiable(let count):
      var error = plan.answer(.range, exchange.request)
      error.headers["Content-Range"] = "bytes */\(count)"
      return error
    }
  }

  private func framing(_ response: Response, _ exchange: Exchange) -> ResponseFraming {
    guard response.mayHaveBody else { return .none }
    switch response.body {
    case .empty, .bytes, .file, .webSocket: return .length(response.body.knownCount ?? 0)
    case .stream: return exchange.isHTTP10 ? .close : .chunked
    case .abort: return .none
    }
  }

  private func option(_ connection: ClientConnection, _ exchange: Exchange) -> ConnectionOption {
    guard connection.state.keepsAlive else { return .close }
    return exchange.isHTTP10 ? .keepAlive : .unspecified
  }

  private func responseEnded(_ connection: ClientConnection, _ exchange: Exchange) {
    exchange.heldBytes = 0
    finish(exchange)
    handle(.responseEnded, of: connection)
  }

  // MARK: - Streams

  /// Requests chunks from the producer and sends them; the next one is requested when the client has received the
  /// last.
  private func pump(
    _ key: ConnectionKey, _ exchange: Exchange, _ next: @escaping @Sendable () async throws -> [UInt8]?
  ) {
    let loop = loop
    exchange.task = Task {
      do {
        while let chunk = try await next() {
          guard await loop.send(chunk, to: key) else { return }
        }
        loop.perform { $0.streamEnded(key) }
      } catch {
        loop.perform { $0.streamFailed(key) }
      }
    }
  }

  /// Sends a chunk of a streamed response; resumes `writer` when the client has received it, with false when the
  /// client is gone.
  func send(_ chunk: [UInt8], to key: ConnectionKey, _ writer: CheckedContinuation<Bool, Never>) {
    guard let connection = connection(key), let exchange = connection.exchange, connection.state.response == .streaming,
      connection.state.ending == .none
    else { return writer.resume(returning: false) }
    guard !chunk.isEmpty else { return writer.resume(returning: true) }
    exchange.bytesSent += chunk.count
    if exchange.isHTTP10 {
      emit(connection, chunk)
    } else {
      out.append(hexadecimal: chunk.count)
      out.append("\r\n")
      emit(connection, chunk)
      out.append("\r\n")
    }
    connection.writer = writer
    flush(connection)
    if connection.output.isEmpty { connection.writer.take()?.resume(returning: true) }
  }

  private func streamEnded(_ key: ConnectionKey) {
    guard let connection = connection(key), let exchange = connection.exchange, connection.state.response == .streaming
    else { return }
    exchange.task = nil
    if !exchange.isHTTP10 { out.append("0\r\n\r\n") }
    responseEnded(connection, exchange)
    proceed(connection)
  }

  /// Resets the connection: a failed stream must not look complete.
  private func streamFailed(_ key: ConnectionKey) {
    guard let connection = connection(key) else { return }
    handle(.responseAborted, of: connection)
    flush(connection)
  }

  // MARK: - Sending

  /// Appends bytes to the output; large arrays are sent without copying.
  private func emit(_ connection: ClientConnection, _ bytes: [UInt8]) {
    guard bytes.count > Self.maxCopiedBytes else { return out.append(bytes) }
    push(connection, hasMore: true)
    sendInPlace(connection, bytes)
  }

  private func emit(_ connection: ClientConnection, _ file: OpenFile, _ range: Range<Int>) {
    push(connection, hasMore: !range.isEmpty)
    guard connection.state.ending != .reset else { return }
    var sent = 0
    if connection.output.isEmpty, !range.isEmpty { sent = write(connection, file, range) }
    connection.output.append(file, range.dropFirst(sent))
  }

  /// Sends bytes without copying them: unsent arrays are shared between all connections that they wait for.
  func sendInPlace(_ connection: ClientConnection, _ bytes: [UInt8]) {
    guard connection.state.ending != .reset else { return }
    var sent = 0
    if connection.output.isEmpty { sent = bytes.withUnsafeBytes { write(connection, $0, hasMore: false) } }
    connection.output.append(bytes, from: sent)
  }

  /// Sends the loop's buffer; the unsent rest is kept with the connection.
  func push(_ connection: ClientConnection, hasMore: Bool = false) {
    guard out.count > 0 else { return }
    defer { out.reset() }
    var sent = 0
    if connection.output.isEmpty { sent = write(connection, out.bytes, hasMore: hasMore) }
    guard sent < out.count, connection.state.ending != .reset else { return }
    connection.output.append(Array(out.bytes[sent...]))
  }

  /// Returns how many bytes were sent; a broken connection is marked.
  private func write(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer, hasMore: Bool) -> Int {
    guard connection.state.ending != .reset else { return 0 }
    handle(.sending, of: connection)
    let count = connection.transport.send(bytes, limit: Self.maxBytesPerTurn, hasMore: hasMore)
    if count == nil { handle(.broken, of: connection) }
    return count ?? 0
  }

  /// Sends a range of a file, at most `maxBytesPerTurn` bytes. A file that ends too early breaks the connection.
  private func write(_ connection: ClientConnection, _ file: OpenFile, _ range: Range<Int>) -> Int {
    guard connection.state.ending != .reset else { return 0 }
    handle(.sending, of: connection)
    let count = connection.transport.send(file, range, limit: Self.maxBytesPerTurn)
    if count == nil { handle(.broken, of: connection) }
    return count ?? 0
  }

  private func writeNext(_ connection: ClientConnection) -> Int {
    switch connection.output.next {
    case .bytes: connection.output.withNext { write(connection, $0, hasMore: false) }
    case .file(let file, let range): write(connection, file, range)
    }
  }

  /// Sends, and ends the connection when all output is sent and it is to be closed.
  func flush(_ connection: ClientConnection) {
    push(connection)
    updateBacklog(connection)
    handle(.flushed(isEmpty: connection.output.isEmpty), of: connection)
    if self.connection(connection.key) === connection { updateInterest(connection) }
  }

  /// Lets the client read the response to its end, while it may still be sending.
  func shutDownSending(_ connection: ClientConnection) {
    connection.exchange?.bodyReader?.fail(.clientGone)
    connection.exchange = nil
    connection.input = []
    connection.transport.finishSending()
  }

  /// Called when the client accepts bytes again.
  func writable(_ connection: ClientConnection) {
    var room = Self.maxBytesPerTurn
    while !connection.output.isEmpty, room > 0 {
      let sent = writeNext(connection)
      guard sent > 0 else { break }
      connection.output.advance(sent)
      room -= sent
    }
    guard connection.output.isEmpty, connection.state.ending != .reset else { return flush(connection) }
    connection.writer.take()?.resume(returning: true)
    proceed(connection)
  }
}

extension EventLoop {
  /// Sends a chunk of a streamed response and waits until the client has received it; false when the client is gone.
  func send(_ chunk: [UInt8], to key: ConnectionKey) async -> Bool {
    await withCheckedContinuation { writer in
      if !perform({ $0.send(chunk, to: key, writer) }) { writer.resume(returning: false) }
    }
  }
}
