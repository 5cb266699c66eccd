import Basics
import HTTP
import JSON

/// A request to one of the APIs, with the settings for its response.
struct GatewayRequest {
  let request: Request
  let interface: SandboxInterface
  let now: Timestamp
  /// Added to the amount in each returned payment.
  let amountOffset: Int
}

extension SandboxGateway {
  func route(
    _ method: Method, _ pattern: String, _ interface: SandboxInterface, _ operation: SandboxOperation,
    _ answer: @escaping @Sendable (SandboxGateway, GatewayRequest) -> Response
  ) -> Route {
    Route(
      method, pattern,
      .deferred { [self] request in await serve(request, by: interface, operation) { answer(self, $0) } })
  }

  /// Counts a request and responds as configured by the current behaviour.
  func serve(
    _ request: Request, by interface: SandboxInterface, _ operation: SandboxOperation,
    _ answer: (GatewayRequest) -> Response
  ) async -> Response {
    let behaviour = withState { $0.begin(operation) }
    var response: Response
    switch behaviour.fault {
    case nil, .closeAfter?:
      response = answer(
        GatewayRequest(request: request, interface: interface, now: clock(), amountOffset: behaviour.amountOffset))
    case .garbage?: response = .garbage
    case .closeBefore?: response = .aborted
    case let fault?: response = interface.answer(to: fault)
    }
    if behaviour.fault == .closeAfter { response = .aborted }
    record(request, interface, operation, response)
    // Ends early when the client has disconnected, which cancels the task.
    if behaviour.delayMilliseconds > 0 { try? await Task.sleep(for: .milliseconds(behaviour.delayMilliseconds)) }
    return response
  }

  private func record(
    _ request: Request, _ interface: SandboxInterface, _ operation: SandboxOperation, _ response: Response
  ) {
    var status: Int? = response.status
    if case .abort = response.body { status = nil }
    let entry = SandboxLogEntry(
      at: clock(), operation: operation, interface: interface,
      request: "\(request.method.rawValue) \(request.path.prefix(500))", status: status)
    withState { $0.record(entry) }
  }
}

extension SandboxInterface {
  /// The API of a request whose path both APIs have.
  init(_ request: Request) {
    self = request.headers["Authorization"]?.hasPrefix("PortOne ") == true ? .v2 : .v1
  }

  fileprivate func answer(to fault: SandboxFault) -> Response {
    let (status, type, message) =
      switch fault {
      case .unauthorized: (401, "UNAUTHORIZED", "인증 정보가 올바르지 않습니다.")
      case .missing: (404, "PAYMENT_NOT_FOUND", "존재하지 않는 결제정보입니다.")
      case .overloaded: (429, "TOO_MANY_REQUESTS", "요청이 너무 많습니다.")
      case .unavailable: (503, "SERVICE_UNAVAILABLE", "일시적으로 사용할 수 없습니다.")
      case .internalError, .garbage, .closeBefore, .closeAfter: (500, "INTERNAL", "서버 오류가 발생하였습니다.")
      }
    return self == .v1 ? .v1(status: status, code: -1, message) : .v2(status: status, type, message)
  }
}

extension Response {
  static func json(_ value: JSONValue, status: Int = 200) -> Response {
    let headers = Headers([("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store")])
    return Response(status: status, headers: headers, body: .bytes(value.bytes))
  }

  /// Closes the connection without a response.
  static let aborted = Response(status: 500, body: .abort)

  /// A maintenance page of a proxy in front of the gateway.
  static let garbage = Response(
    status: 200, headers: Headers([("Content-Type", "text/html; charset=utf-8")]),
    body: .bytes(Array("<html><body>점검 중입니다 {\"code\":0,</body></html>".utf8)))
}
