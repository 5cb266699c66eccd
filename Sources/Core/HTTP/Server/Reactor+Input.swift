// Input: from bytes to heads and bodies.
extension Reactor {
  /// The maximum output collected before it is sent, so that pipelined requests cannot fill the memory.
  private static let maxPipelinedOutput = 131_072

  /// Reads once and handles the bytes.
  func readable(_ connection: ClientConnection) {
    guard connection.wantsInput else { return updateInterest(connection, eager: true) }
    switch connection.transport.receive(into: received) {
    case .bytes(let count): receive(connection, UnsafeRawBufferPointer(rebasing: received[..<count]))
    case .nothing(let count):
      // A record may be as long as a slow client needs a while for.
      handle(.bodyReceived(bytes: count), of: connection)
      updateInterest(connection)
    case .end: inputEnded(connection)
    case .failure: close(connection, .clientGone)
    case .plainHTTP:
      connection.transport.endSession()
      respondWithFault(connection, .httpsRequired)
      flush(connection)
    }
  }

  /// Called when the socket takes bytes that reading has waited to send.
  func resumeReading(_ connection: ClientConnection) {
    connection.transport.resumeReading()
    readable(connection)
  }

  private func receive(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer) {
    if connection.state.stage == .lingering { return }
    if connection.input.isEmpty {
      let consumed = consume(connection, bytes)
      keep(connection, bytes, from: consumed)
    } else {
      connection.input.append(contentsOf: bytes)
      consumeHeld(connection)
    }
    flush(connection)
  }

  /// Resumes a connection that had to wait: first the bytes held back, then the socket.
  func proceed(_ connection: ClientConnection) {
    if !connection.input.isEmpty { consumeHeld(connection) }
    flush(connection)
  }

  /// The client has shut down its sending side.
  private func inputEnded(_ connection: ClientConnection) {
    handle(.inputEnded(hasOutput: !connection.output.isEmpty), of: connection)
    if self.connection(connection.key) === connection { updateInterest(connection, eager: true) }
  }

  private func keep(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer, from consumed: Int) {
    guard consumed < bytes.count else { return }
    connection.input = Array(bytes[consumed...])
  }

  private func consumeHeld(_ connection: ClientConnection) {
    let held = connection.input
    connection.input = []
    let consumed = held.withUnsafeBytes { consume(connection, $0) }
    if consumed == 0 {
      connection.input = held
    } else {
      held.withUnsafeBytes { keep(connection, $0, from: consumed) }
    }
  }

  /// Handles as many bytes as possible and returns how many; the caller keeps the rest.
  private func consume(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer) -> Int {
    var position = 0
    while position < bytes.count {
      guard connection.state.ending == .none else { return bytes.count }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      switch connection.state.stage {
      case .idle, .head:
        guard connection.output.isEmpty else { return position }
        let (consumed, isMoreNeeded) = readHead(connection, rest)
        position += consumed
        if isMoreNeeded { return position }
      case .body: position += readBody(connection, rest)
      case .complete: return position
      case .webSocket:
        guard !connection.state.isReaderFull else { return position }
        receiveFrames(connection, rest)
        return bytes.count
      case .lingering: return bytes.count
      }
      if out.count > Self.maxPipelinedOutput { push(connection) }
    }
    return position
  }

  /// Looks for a complete head at the start of the bytes and begins its request.
  private func readHead(
    _ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer
  ) -> (consumed: Int, isMoreNeeded: Bool) {
    handle(.headBegan, of: connection)
    let start = connection.scanned == 0 ? emptyLines(bytes) : 0
    let head = UnsafeRawBufferPointer(rebasing: bytes[start...])
    guard let first = head.first else { return (start, true) }
    guard isToken(first) || (first == 0x0D && head.count == 1) else {
      respondWithFault(connection, .malformedRequest)
      return (bytes.count, false)
    }
    switch HeadEnd.find(in: head, from: connection.scanned) {
    case .malformed: respondWithFault(connection, .malformedRequest)
    case .incomplete(let resume):
      connection.scanned = resume
      guard let fault = excess(head.count, hasLine: resume > 0) else { return (start, true) }
      respondWithFault(connection, fault)
    case .at(let end):
      connection.scanned = 0
      readHead(connection, UnsafeRawBufferPointer(rebasing: head[..<end]), hasMore: end < head.count)
      return (start + end, false)
    }
    return (bytes.count, false)
  }

  private func readHead(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer, hasMore: Bool) {
    guard bytes.count <= plan.limits.headBytes else {
      return respondWithFault(connection, .headersTooLarge)
    }
    do throws(Fault) {
      begin(connection, try parser.parse(bytes), bytes, hasMore: hasMore)
    } catch {
      respondWithFault(connection, error)
    }
  }

  /// Skips empty lines before a request line (RFC 9112 §2.2).
  private func emptyLines(_ bytes: UnsafeRawBufferPointer) -> Int {
    var start = 0
    while start + 1 < bytes.count, bytes[start] == 0x0D, bytes[start + 1] == 0x0A { start += 2 }
    return start
  }

  /// The fault of an incomplete head that already exceeds a limit.
  private func excess(_ count: Int, hasLine: Bool) -> Fault? {
    // A request line is a short method, the target, and the version.
    if !hasLine && count > plan.limits.targetBytes + 64 { return .targetTooLong }
    return count > plan.limits.headBytes ? .headersTooLarge : nil
  }

  private func readBody(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer) -> Int {
    guard let exchange = connection.exchange, exchange.bodyReader != nil else { return bytes.count }
    let before = exchange.bodyReader!.received
    do throws(Fault) {
      let (consumed, isComplete) = try exchange.bodyReader!.read(bytes)
      // Without the framing of chunks, which says nothing.
      handle(.bodyReceived(bytes: exchange.bodyReader!.received - before), of: connection)
      if exchange.bodyReader!.isFull { handle(.readerFull, of: connection) }
      if isComplete { bodyComplete(connection, exchange) }
      return consumed
    } catch {
      exchange.bodyReader?.fail(error == .tooLarge ? .tooLarge : .malformed)
      respondWithFault(connection, error)
      return bytes.count
    }
  }
}
