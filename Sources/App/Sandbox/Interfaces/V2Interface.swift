import Basics
import Crypto
import HTTP
import JSON

// The PortOne V2 API: paths, parameters and errors as in its OpenAPI description and its own client.
extension SandboxGateway {
  var v2Routes: [Route] {
    [
      route(.post, "/payments/{id}/pre-register", .v2, .prepare) { $0.authenticated($1, $0.preRegister) },
      route(.post, "/payments/{id}/cancel", .v2, .cancel) { $0.authenticated($1, $0.cancelByReference) },
      route(.get, "/payments", .v2, .list) { $0.authenticated($1, $0.listByRequest) },
    ]
  }

  /// Routes with a path of both APIs. The scheme of the Authorization header distinguishes them.
  var sharedRoutes: [Route] {
    [
      Route(
        .get, "/payments/{id}",
        .deferred { [self] request in
          await serve(request, by: SandboxInterface(request), .get) { request in
            request.interface == .v1
              ? authorized(request, findByTransaction) : authenticated(request, findByReference)
          }
        })
    ]
  }

  /// Handles a request with the correct secret. Malformed ones get 400.
  private func authenticated(_ request: GatewayRequest, _ answer: (GatewayRequest) throws(DomainError) -> Response)
    -> Response
  {
    let presented = request.request.headers["Authorization"] ?? ""
    guard areEqualSecrets(Array(presented.utf8), Array("PortOne \(settings.v2Secret)".utf8)) else {
      return .v2(status: 401, "UNAUTHORIZED", "인증 정보가 올바르지 않습니다.")
    }
    do {
      return try answer(request)
    } catch {
      return error.kind == .unavailable
        ? .v2(status: 503, "SERVICE_UNAVAILABLE", error.message) : .v2(status: 400, "INVALID_REQUEST", error.message)
    }
  }

  private func findByReference(_ request: GatewayRequest) throws(DomainError) -> Response {
    var query = try Parameters(query: request.request)
    if let rejection = wrongStoreResponse(store: try query.text("storeId")) { return rejection }
    guard let payment = withState({ $0.attempts(request.reference) }).last else { return .v2Missing }
    return .json(payment.v2(amountOffset: request.amountOffset))
  }

  private func preRegister(_ request: GatewayRequest) throws(DomainError) -> Response {
    var parameters = try Parameters(json: request.request)
    if let rejection = wrongStoreResponse(store: try parameters.text("storeId")) { return rejection }
    let amount = try parameters.integer("totalAmount", amountRange)
    let currency = try parameters.text("currency")
    let isUnpaid = try withState { state throws(DomainError) in
      guard !state.attempts(request.reference).contains(where: \.status.hasMovedMoney) else { return false }
      if let amount { try state.prepare(request.reference, PreparedAmount(amount: amount, currency: currency)) }
      return true
    }
    return isUnpaid ? .json(.object([])) : .v2(status: 409, "ALREADY_PAID", "이미 결제가 완료된 건입니다.")
  }

  private func cancelByReference(_ request: GatewayRequest) throws(DomainError) -> Response {
    var parameters = try Parameters(json: request.request)
    if let rejection = wrongStoreResponse(store: try parameters.text("storeId")) { return rejection }
    let order = try V2Cancellation(&parameters)
    let key = try request.idempotencyKey()
    let answered = withState { state in order.answer(to: request.reference, key: key, &state, at: request.now) }
    if let changed = answered.changed, order.isReported { notify(of: changed, behaviour) }
    return answered.response
  }

  /// The 403 response for another store than the secret's. Nil when the store is correct or absent.
  func wrongStoreResponse(store: String?) -> Response? {
    guard let store, store != settings.store else { return nil }
    return .v2(status: 403, "FORBIDDEN", "요청이 거절되었습니다.")
  }
}

extension GatewayRequest {
  fileprivate var reference: SandboxReference {
    SandboxReference(interface: .v2, text: request.parameters["id"] ?? "")
  }

  /// The `Idempotency-Key`: 16 to 256 letters, digits, hyphens and underscores.
  fileprivate func idempotencyKey() throws(DomainError) -> String? {
    guard let key = request.headers["Idempotency-Key"] else { return nil }
    let isPlain = key.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
      default: false
      }
    }
    guard isPlain, (16...256).contains(key.utf8.count) else {
      throw .wrongType("Idempotency-Key", "16 to 256 letters, digits, hyphens and underscores")
    }
    return key
  }
}

extension IdempotentResponse {
  /// The recorded response for the same request, and 422 for another one, as in the IETF draft on idempotency keys.
  fileprivate func answer(to order: V2Cancellation, _ reference: SandboxReference) -> Response {
    guard order == self.order, reference == self.reference else {
      return .v2(status: 422, "IDEMPOTENCY_KEY_REUSED", "이미 다른 요청에 사용된 멱등 키입니다.")
    }
    return response
  }
}

extension Response {
  fileprivate static let v2Missing = Response.v2(status: 404, "PAYMENT_NOT_FOUND", "결제 건이 존재하지 않습니다.")
}

/// A refund request.
struct V2Cancellation: Hashable {
  /// The amount. Nil: all that remains.
  let amount: Int?
  /// The refundable amount expected by the client. Nil: not given.
  let expectedRemainingAmount: Int?
  let reason: String
  let isReported: Bool

  init(_ parameters: inout Parameters) throws(DomainError) {
    amount = try parameters.integer("amount", 1...amountRange.upperBound)
    expectedRemainingAmount = try parameters.integer("currentCancellableAmount")
    guard let reason = try parameters.text("reason") else { throw .missingField("reason") }
    guard reason.unicodeScalars.count <= 500 else { throw .wrongType("reason", "a text of at most 500 characters") }
    self.reason = reason
    isReported = try parameters.flag("skipWebhook") != true
  }

  /// The response, and the payment if a refund was made.
  typealias Outcome = (response: Response, changed: SandboxPayment?)

  /// Makes the refund, once for each idempotency key.
  func answer(
    to reference: SandboxReference, key: String?, _ state: inout SandboxState, at now: Timestamp
  ) -> Outcome {
    guard let key else { return perform(on: reference, &state, at: now) }
    if let known = state.answer(key) { return (known.answer(to: self, reference), nil) }
    let answered = perform(on: reference, &state, at: now)
    state.recordResponse(IdempotentResponse(order: self, reference: reference, response: answered.response), key)
    return answered
  }

  private func perform(on reference: SandboxReference, _ state: inout SandboxState, at now: Timestamp) -> Outcome {
    guard var payment = state.attempts(reference).last else { return (.v2Missing, nil) }
    if let objection = objection(to: payment) { return (objection, nil) }
    payment.cancel(amount ?? payment.remainingAmount, reason: reason, id: uuid(state.random), at: now)
    state.update(payment)
    return (.json(.object(["cancellation": payment.cancellations.last?.v2])), payment)
  }

  private func objection(to payment: SandboxPayment) -> Response? {
    let rest = payment.remainingAmount
    guard payment.status.hasMovedMoney else {
      return .v2(status: 409, "PAYMENT_NOT_PAID", "결제가 완료되지 않은 건입니다.")
    }
    guard rest > 0 else { return .v2(status: 409, "PAYMENT_ALREADY_CANCELLED", "이미 취소된 결제입니다.") }
    guard expectedRemainingAmount ?? rest == rest else {
      return .v2(status: 409, "CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN", "취소 가능 잔액이 일치하지 않습니다.")
    }
    guard amount ?? rest <= rest else {
      return .v2(status: 409, "CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT", "취소 가능 금액을 초과하였습니다.")
    }
    return nil
  }
}
