package import Basics

/// A server without sockets: it parses heads, routes requests and answers faults as `Server` does.
///
/// Features of connections are left out: deadlines, compression, ranges and conditional requests.
package struct InProcessServer: Sendable {
  private let plan: ServerPlan

  /// - Throws: `DomainError` of a malformed pattern or of two routes with the same method and path.
  package init(_ configuration: ServerConfiguration) throws(DomainError) {
    plan = ServerPlan(configuration, try Router(configuration.routes), loops: 1)
  }

  /// Answers a request.
  /// - Parameters:
  ///   - target: the path with its query.
  ///   - headers: the fields without those that delimit the body.
  package func answer(
    _ method: Method, _ target: String, _ headers: Headers = Headers(), body: RequestBody = .none
  ) async -> Response {
    do throws(Fault) {
      let started = ContinuousClock.now
      let (incoming, decision) = try read(method, target, headers, body)
      var response = await answer(incoming.request, decision)
      response.headers.add(incoming.responseHeaders)
      let record = AccessRecord(
        method: method, route: incoming.route, status: response.status, bytes: response.body.knownCount ?? 0,
        duration: ContinuousClock.now - started)
      plan.finish(record, incoming.request)
      return response
    } catch {
      return plan.answer(error, nil)
    }
  }

  private func answer(_ request: Request, _ decision: RoutingDecision) async -> Response {
    switch decision {
    case .answer(let response): return response
    case .reject(let fault): return plan.answer(fault, request)
    case .serve(let route, _):
      switch route.handler {
      case .immediate(let handler): return handler(request)
      case .deferred(let handler), .streaming(let handler): return await handler(request)
      }
    }
  }

  private func read(
    _ method: Method, _ target: String, _ headers: Headers, _ body: RequestBody
  ) throws(Fault) -> (IncomingRequest, RoutingDecision) {
    var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
    for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
    switch body {
    case .none: break
    case .bytes(let bytes): text += "Content-Length: \(bytes.count)\r\n"
    case .stream: text += "Transfer-Encoding: chunked\r\n"
    }
    let bytes = Array((text + "\r\n").utf8)
    return try bytes.withUnsafeBytes { bytes in Result { () throws(Fault) in try read(bytes, body) } }.get()
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, _ body: RequestBody
  ) throws(Fault) -> (IncomingRequest, RoutingDecision) {
    let head = try HeadParser(limits: plan.limits).parse(bytes)
    let id = RequestID(.random(in: .min ... .max))
    var (incoming, decision) = plan.receive(head, in: bytes, from: nil, id: id)
    incoming.request.body = body
    return (incoming, decision)
  }
}
