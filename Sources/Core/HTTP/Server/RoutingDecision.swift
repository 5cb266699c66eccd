import Basics

/// The decision about a request once its head is known.
enum RoutingDecision {
  /// Hand it to a route, with the values of its path parameters.
  case serve(RouteEntry, [String: String])
  case answer(Response)
  case reject(Fault)
}

extension Request {
  /// The request of a head, without its path parameters and its body.
  init(_ head: RequestHead, in bytes: UnsafeRawBufferPointer, peer: IPAddress?) {
    self.init(
      method: head.method == .head ? .get : head.method, path: text(UnsafeRawBufferPointer(rebasing: bytes[head.path])),
      query: head.query.map { text(UnsafeRawBufferPointer(rebasing: bytes[$0])) }, headers: head.headers, peer: peer)
  }
}

extension ServerPlan {
  func receive(
    _ head: RequestHead, in bytes: UnsafeRawBufferPointer, from peer: IPAddress?, id: RequestID
  ) -> (IncomingRequest, RoutingDecision) {
    var request = Request(head, in: bytes, peer: peer)
    request.id = id
    let path = UnsafeRawBufferPointer(rebasing: bytes[head.path])
    var decision = decide(head, path)
    if case .reject(let fault) = decision, fault.status == 404, let path = pathWithoutSlash(head.method, path) {
      decision = .answer(.moved(to: path + (request.query.map { "?\($0)" } ?? "")))
    }
    var endpoint: RouteEntry?
    if case .serve(let found, let parameters) = decision {
      endpoint = found
      request.parameters = parameters
    }
    var incoming = IncomingRequest(request: request, route: endpoint?.pattern, cost: endpoint?.cost ?? 1)
    for receive in receivers {
      if let fault = receive(&incoming) { return (incoming, .reject(fault)) }
    }
    return (incoming, decision)
  }

  /// Decides by the routes and by what the head says of the body, before a byte of that is read.
  func decide(_ head: RequestHead, _ path: UnsafeRawBufferPointer) -> RoutingDecision {
    guard !path.isEmpty else { return .answer(Self.options(router.allowAnywhere)) }
    switch router.match(head.method, path) {
    case .found(let endpoint, let parameters): return objection(head, endpoint) ?? .serve(endpoint, parameters)
    case .options(let allow): return .answer(Self.options(allow))
    case .wrongMethod(let allow): return .reject(.wrongMethod(allow: allow))
    case .unknown: return .reject(.notFound)
    }
  }

  /// The path without the slash at its end, if a page or resource can be read there. It begins with one slash, as a route
  /// has no empty segment at its beginning: the answer leads to no other host.
  private func pathWithoutSlash(_ method: Method, _ path: UnsafeRawBufferPointer) -> String? {
    guard [.get, .head].contains(method), path.count > 2, path.last == UInt8(ascii: "/"),
      path[1] != UInt8(ascii: "/")
    else { return nil }
    let shorter = UnsafeRawBufferPointer(rebasing: path.dropLast())
    guard case .found = router.match(method, shorter) else { return nil }
    return text(shorter)
  }

  private func objection(_ head: RequestHead, _ endpoint: RouteEntry) -> RoutingDecision? {
    if head.isBodyCoded, head.framing != .none { return .reject(.contentCoding) }
    if case .length(let length) = head.framing, length > endpoint.bodyLimit { return .reject(.tooLarge) }
    if case .streaming = endpoint.handler, head.framing == .none, !head.hasLength,
      [.post, .put, .patch].contains(head.method)
    {
      return .reject(.lengthRequired)
    }
    return nil
  }

  private static func options(_ allow: String) -> Response {
    Response(status: 204, headers: Headers([("Allow", allow)]))
  }
}

extension Response {
  /// Pages of other origins may follow it: what they may read there is decided there.
  fileprivate static func moved(to path: String) -> Response {
    Response(status: 308, headers: Headers([("Location", path), ("Access-Control-Allow-Origin", "*")]))
  }
}
