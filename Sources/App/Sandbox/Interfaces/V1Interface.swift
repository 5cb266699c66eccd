import Basics
import Crypto
import HTTP
import JSON

// The PortOne V1 API (formerly i'mport): paths, parameters and envelopes as in its OpenAPI description.
extension SandboxGateway {
  var v1Routes: [Route] {
    [
      route(.post, "/users/getToken", .v1, .token) { $0.issueToken($1) },
      route(.get, "/payments/find/{reference}", .v1, .get) { $0.authorized($1, $0.findPayment) },
      route(.get, "/payments/find/{reference}/{status}", .v1, .get) { $0.authorized($1, $0.findPayment) },
      route(.get, "/payments/status/{status}", .v1, .list) { $0.authorized($1, $0.listPayments) },
      route(.post, "/payments/prepare", .v1, .prepare) { $0.authorized($1, $0.prepare) },
      route(.get, "/payments/prepare/{reference}", .v1, .prepare) { $0.authorized($1, $0.findPrepared) },
      route(.post, "/payments/cancel", .v1, .cancel) { $0.authorized($1, $0.cancel) },
    ]
  }

  /// Handles a request with the access token, with or without `Bearer`. Malformed ones get 400.
  func authorized(_ request: GatewayRequest, _ answer: (GatewayRequest) throws(DomainError) -> Response) -> Response {
    var presented = request.request.headers["Authorization"] ?? ""
    if presented.hasPrefix("Bearer ") { presented = String(presented.dropFirst(7)) }
    let isKnown = withState { state in
      guard let token = state.token, token.expiresAt > request.now else { return false }
      return areEqualSecrets(Array(token.text.utf8), Array(presented.utf8))
    }
    guard isKnown else { return .v1(status: 401, code: -1, "Unauthorized") }
    return v1Answer { () throws(DomainError) in try answer(request) }
  }

  private func v1Answer(_ answer: () throws(DomainError) -> Response) -> Response {
    do {
      return try answer()
    } catch {
      return .v1(status: error.kind == .unavailable ? 503 : 400, code: -1, error.message)
    }
  }

  private func issueToken(_ request: GatewayRequest) -> Response {
    v1Answer { () throws(DomainError) in
      var parameters = try Parameters(jsonOrForm: request.request)
      let key = try parameters.text("imp_key") ?? ""
      let secret = try parameters.text("imp_secret") ?? ""
      guard key == settings.v1Key, areEqualSecrets(Array(secret.utf8), Array(settings.v1Secret.utf8)) else {
        return .v1(status: 401, code: -1, "인증에 실패하였습니다. API키와 secret을 확인하세요.")
      }
      let token = withState { $0.currentToken(at: request.now) }
      return .v1(
        .object([
          "access_token": .string(token.text), "now": .integer(Int(request.now.milliseconds / 1000)),
          "expired_at": .integer(Int(token.expiresAt.milliseconds / 1000)),
        ]))
    }
  }

  /// `GET /payments/{imp_uid}`.
  func findByTransaction(_ request: GatewayRequest) -> Response {
    guard let payment = payment(request.request.parameters["id"] ?? ""), payment.interface == .v1,
      !payment.isTest || request.includesTests
    else {
      return .v1(status: 404, code: -1, "존재하지 않는 결제정보입니다.")
    }
    return .v1(payment.v1(amountOffset: request.amountOffset))
  }

  /// The latest attempt for a reference, optionally with a given status.
  private func findPayment(_ request: GatewayRequest) throws(DomainError) -> Response {
    let reference = SandboxReference(interface: .v1, text: request.request.parameters["reference"] ?? "")
    let status = request.request.parameters["status"]
    let found = withState { $0.attempts(reference) }.last {
      (status == nil || $0.status.v1Value == status) && (!$0.isTest || request.includesTests)
    }
    guard let found else { return .v1(status: 404, code: -1, "존재하지 않는 결제정보입니다.") }
    return .v1(found.v1(amountOffset: request.amountOffset))
  }

  // MARK: Prepared amounts

  private func prepare(_ request: GatewayRequest) throws(DomainError) -> Response {
    var parameters = try Parameters(jsonOrForm: request.request)
    guard let text = try parameters.text("merchant_uid"), (1...40).contains(text.count) else {
      throw .wrongType("merchant_uid", "1 to 40 characters")
    }
    guard let amount = try parameters.integer("amount", amountRange) else { throw .missingField("amount") }
    let prepared = PreparedAmount(amount: amount, currency: try parameters.text("currency"))
    let objection = try withState { state throws(DomainError) in
      try state.prepareOnce(SandboxReference(interface: .v1, text: text), prepared)
    }
    if let objection { return .v1("결제정보 사전등록에 실패하였습니다(\(objection)).") }
    return .v1(prepared.v1(text))
  }

  private func findPrepared(_ request: GatewayRequest) throws(DomainError) -> Response {
    let text = request.request.parameters["reference"] ?? ""
    let prepared = withState { $0.prepared[SandboxReference(interface: .v1, text: text)] }
    return prepared.map { .v1($0.v1(text)) } ?? .v1("사전등록된 결제정보가 존재하지 않습니다.")
  }

  // MARK: Cancellation

  private func cancel(_ request: GatewayRequest) throws(DomainError) -> Response {
    var parameters = try Parameters(jsonOrForm: request.request)
    let transaction = try parameters.text("imp_uid")
    let reference = try parameters.text("merchant_uid")
    guard transaction != nil || reference != nil else { throw .missingField("imp_uid") }
    let order = try V1Cancellation(&parameters)
    return withState { state in
      let found =
        transaction.map { state.payment($0) }
        ?? state.attempts(SandboxReference(interface: .v1, text: reference ?? "")).last
      guard let payment = found, payment.interface == .v1 else { return .v1("취소할 결제건이 존재하지 않습니다.") }
      guard let amount = order.amount(of: payment) else { return .v1(order.objection(to: payment)) }
      var cancelled = payment
      cancelled.cancel(amount, reason: order.reason, id: uuid(state.random), at: request.now)
      state.update(cancelled)
      return .v1(cancelled.v1(amountOffset: request.amountOffset))
    }
  }
}

extension GatewayRequest {
  /// The V1 API returns test payments only with `include_sandbox=true`.
  var includesTests: Bool {
    (request.query ?? "").split(separator: "&").contains("include_sandbox=true")
  }
}

/// A refund request.
private struct V1Cancellation {
  /// The amount. Nil or 0: all that remains.
  let amount: Int?
  /// The refundable amount expected by the client. Nil: not given.
  let checksum: Int?
  let reason: String

  init(_ parameters: inout Parameters) throws(DomainError) {
    amount = try parameters.integer("amount", amountRange)
    checksum = try parameters.integer("checksum")
    reason = try parameters.text("reason") ?? "취소요청 API를 통한 취소"
    guard reason.unicodeScalars.count <= 500 else { throw .wrongType("reason", "a text of at most 500 characters") }
  }

  /// The amount to refund. Nil when rejected, see `objection`.
  func amount(of payment: SandboxPayment) -> Int? {
    let rest = payment.remainingAmount
    let amount = amount.flatMap { $0 == 0 ? nil : $0 } ?? rest
    return rest > 0 && amount <= rest && checksum ?? rest == rest ? amount : nil
  }

  func objection(to payment: SandboxPayment) -> String {
    guard payment.status.hasMovedMoney else { return "결제완료된 거래가 아니어서 취소할 수 없습니다." }
    guard payment.remainingAmount > 0 else { return "이미 전액취소된 주문입니다." }
    guard checksum ?? payment.remainingAmount == payment.remainingAmount else {
      return "취소가능잔액(checksum)이 일치하지 않습니다."
    }
    return "취소요청금액이 취소가능금액을 초과합니다."
  }
}

extension PreparedAmount {
  fileprivate func v1(_ reference: String) -> JSONValue {
    .object([
      "merchant_uid": .string(reference), "amount": .integer(amount), "currency": currency.map { .string($0) } ?? .null,
    ])
  }
}

extension SandboxState {
  /// The access token, replaced after it has expired.
  fileprivate mutating func currentToken(at now: Timestamp) -> SandboxToken {
    var current = token.flatMap { $0.expiresAt > now ? $0 : nil } ?? SandboxToken(at: now, random: random)
    current.extendIfExpiring(at: now)
    token = current
    return current
  }

  /// Registers an amount, which V1 allows once for each reference. Returns the error message of a rejection.
  fileprivate mutating func prepareOnce(
    _ reference: SandboxReference, _ amount: PreparedAmount
  ) throws(DomainError) -> String? {
    if attempts(reference).contains(where: \.status.hasMovedMoney) { return "이미 결제가 이뤄진 merchant_uid입니다" }
    if prepared[reference] != nil { return "이미 등록된 merchant_uid입니다" }
    try prepare(reference, amount)
    return nil
  }
}
