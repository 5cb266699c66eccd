import Glibc
import Synchronization

// From a head to a response: routing, bodies, handlers.
extension Reactor {
  /// An unwanted body up to this size is read and discarded; for a larger one the connection is closed.
  private static let maxDiscardedBytes = 65_536

  func begin(_ connection: ClientConnection, _ head: RequestHead, _ bytes: UnsafeRawBufferPointer, hasMore: Bool) {
    let started = plan.finishers.isEmpty ? nil : ContinuousClock.now
    let id = RequestID(randomNumbers.next())
    let (incoming, decision) = plan.receive(head, in: bytes, from: connection.peer, id: id)
    var endpoint: RouteEntry?
    if case .serve(let found, _) = decision { endpoint = found }
    let exchange = Exchange(incoming, endpoint: endpoint, head: head, started: started)
    connection.exchange = exchange
    loop.inFlight.add(1, ordering: .relaxed)
    switch decision {
    case .serve(let endpoint, _):
      if let fault = overload(connection, exchange, endpoint) {
        return answerEarly(connection, exchange, head, plan.answer(fault, exchange.request))
      }
      serve(connection, exchange, endpoint, head, hasMore: hasMore)
    case .answer(let response): answerEarly(connection, exchange, head, response)
    case .reject(let fault): answerEarly(connection, exchange, head, plan.answer(fault, exchange.request))
    }
  }

  /// Reports the end of a request, once.
  func finish(_ exchange: Exchange) {
    guard !exchange.isFinished else { return }
    exchange.isFinished = true
    loop.inFlight.subtract(1, ordering: .relaxed)
    guard let started = exchange.started else { return }
    let record = AccessRecord(
      method: exchange.isHead ? .head : exchange.request.method, route: exchange.route, status: exchange.status,
      bytes: exchange.bytesSent, duration: ContinuousClock.now - started)
    plan.finish(record, exchange.request)
  }

  /// Responds without a handler; a short body is read and discarded, so that the connection can be kept.
  private func answerEarly(
    _ connection: ClientConnection, _ exchange: Exchange, _ head: RequestHead, _ response: Response
  ) {
    let body: ConnectionState.Body?
    switch head.framing {
    case .none: body = nil
    case .length(let length) where length <= Self.maxDiscardedBytes && !head.expectsContinue:
      exchange.bodyReader = BodyReader(head.framing, limit: length, sink: .nowhere)
      body = .discarded
    default: body = .refused
    }
    handle(.requestBegan(body: body, keepsAlive: head.keepAlive), of: connection)
    respond(connection, exchange, response)
  }

  private func serve(
    _ connection: ClientConnection, _ exchange: Exchange, _ endpoint: RouteEntry, _ head: RequestHead, hasMore: Bool
  ) {
    var pipe: BodyPipe?
    if case .streaming = endpoint.handler, head.framing != .none || head.hasLength {
      pipe = makePipe(connection.key)
      exchange.request.body = .stream(pipe!.stream)
      if head.framing == .none { pipe!.finish() }
    }
    handle(.requestBegan(body: head.framing == .none ? nil : .read, keepsAlive: head.keepAlive), of: connection)
    guard head.framing != .none else { return run(connection, exchange, endpoint) }
    exchange.bodyReader = BodyReader(
      head.framing, limit: endpoint.bodyLimit, sink: pipe.map { .pipe($0) } ?? .whole([]))
    if head.expectsContinue && !hasMore { out.append("HTTP/1.1 100 Continue\r\n\r\n") }
    if pipe != nil { run(connection, exchange, endpoint) }
  }

  private func makePipe(_ key: ConnectionKey) -> BodyPipe {
    BodyPipe(capacity: plan.limits.streamBuffer) { [loop] in
      loop.perform { $0.resumeReading(key) }
    }
  }

  private func resumeReading(_ key: ConnectionKey) {
    guard let connection = connection(key), connection.exchange != nil else { return }
    handle(.readerReady, of: connection)
    updateInterest(connection)
  }

  /// The last byte of a body was received.
  func bodyComplete(_ connection: ClientConnection, _ exchange: Exchange) {
    let reader = exchange.bodyReader.take()
    handle(.bodyEnded, of: connection)
    switch reader?.sink {
    case .whole(let bytes):
      exchange.request.body = .bytes(bytes)
      if let endpoint = exchange.endpoint { run(connection, exchange, endpoint) }
    case .pipe(let pipe):
      if exchange.task != nil { begin(exchange.work) }
      pipe.finish()
    case .nowhere, nil: break
    }
  }

  private func run(_ connection: ClientConnection, _ exchange: Exchange, _ endpoint: RouteEntry) {
    let (key, loop, request) = (connection.key, loop, exchange.request)
    switch endpoint.handler {
    case .immediate(let handler): respond(connection, exchange, handler(request))
    case .deferred(let handler):
      let work = Work()
      if !endpoint.isLongLived { begin(work) }
      exchange.task = Task(executorPreference: loop) {
        let response = await handler(request)
        loop.perform { $0.deliver(response, of: work, to: key) }
      }
    case .streaming(let handler):
      let work = Work()
      exchange.work = work
      if connection.state.stage == .complete { begin(work) }
      exchange.task = Task {
        let response = await handler(request)
        loop.perform { $0.deliver(response, of: work, to: key) }
      }
    }
  }

  /// Sends a task's response, unless the connection is gone or a deadline has already answered the request.
  private func deliver(_ response: Response, of work: Work, to key: ConnectionKey) {
    end(work)
    guard let connection = connection(key), let exchange = connection.exchange, connection.state.response == .none
    else { return }
    exchange.task = nil
    respond(connection, exchange, response)
    proceed(connection)
  }

  /// Responds with a fault and closes the connection: what follows on it cannot be trusted.
  func respondWithFault(_ connection: ClientConnection, _ fault: Fault) {
    connection.input = []
    guard connection.state.handle(.faulted, at: clock.now) == .respond else { return }
    guard let exchange = connection.exchange else { return respondToInvalidHead(fault) }
    respond(connection, exchange, plan.answer(fault, exchange.request))
  }

  /// Responds to a fault in a head: there is no request to route.
  private func respondToInvalidHead(_ fault: Fault) {
    let response = plan.answer(fault, nil)
    var bytes: [UInt8] = []
    if case .bytes(let body) = response.body { bytes = body }
    out.append(head: response, date: clock.dateLine, framing: .length(bytes.count), option: .close)
    out.append(bytes)
    let record = AccessRecord(method: nil, route: nil, status: response.status, bytes: bytes.count, duration: .zero)
    plan.finish(record, nil)
  }
}
