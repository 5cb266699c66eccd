public import Basics
import JSON
public import Payments

/// PortOne's first interface, formerly i'mport. It uses an access token, obtained with a key and a secret.
public struct PortOneV1: PaymentGateway {
  /// `.portOneV1`.
  public var name: GatewayName { .portOneV1 }

  private let transport: Transport
  private let tokens: V1AccessTokens
  private let acceptsTests: Bool

  /// A client. Its copies share one access token.
  /// - Parameters:
  ///   - key: `imp_key`.
  ///   - secret: `imp_secret`; sent only to the gateway.
  ///   - clock: decides when the access token is renewed.
  public init(
    _ connection: PortOneConfiguration, key: String, secret: String, clock: @escaping @Sendable () -> Timestamp
  ) {
    transport = Transport(connection)
    tokens = V1AccessTokens(transport, key: GatewaySecret(key), secret: GatewaySecret(secret), clock: clock)
    acceptsTests = connection.acceptsTestPayments
  }

  /// Registers the amount (`POST /payments/prepare`).
  /// - Throws: Also `DomainError` `order-prepared-otherwise` (conflict) if another amount is registered.
  public func prepare(_ reference: String, amount: Int, currency: String) async throws {
    let body = JSONValue.object([
      "merchant_uid": .string(reference), "amount": .integer(amount), "currency": .string(currency),
    ])
    let response = try await response(to: .post("payments", "prepare", body: body, isRepeatable: true))
    guard let envelope = V1Envelope(response), envelope.code != 0, !isFault(response) else {
      _ = try V1Envelope.response(of: response)
      return
    }
    try await find(reference, preparedWith: amount, currency)
  }

  /// Finds out why a reference cannot be registered: this interface rejects known references, whatever the amount.
  private func find(_ reference: String, preparedWith amount: Int, _ currency: String) async throws {
    switch try await payment(.order(reference))?.status {
    case .paid, .partlyCancelled, .cancelled: throw GatewayError.orderPaid
    default: break
    }
    guard isPathSegment(reference) else { throw GatewayError.malformedResponse("it does not accept the order") }
    let known = try V1Envelope.response(of: try await response(to: .get("payments", "prepare", reference)))
    guard try known.requiredAmount("amount") == amount, try known.text("currency") ?? currency == currency else {
      throw GatewayError.amountMismatch
    }
  }

  /// Gets a payment (`GET /payments/{imp_uid}`, `GET /payments/find/{merchant_uid}`).
  ///
  /// An order can have several payment attempts. The paid one counts, otherwise the one that changed last.
  public func payment(_ reference: PaymentReference) async throws -> GatewayPayment? {
    switch reference {
    case .transaction(let transaction):
      return try await payment(.get("payments", transaction, query: tests), segment: transaction) {
        $0.transaction == transaction
      }
    case .order(let reference):
      if let paid = try await payment(of: reference, "paid") { return paid }
      return try await payment(of: reference)
    }
  }

  private var tests: [(name: String, value: String)] { acceptsTests ? [("include_sandbox", "true")] : [] }

  private func payment(of reference: String, _ status: String? = nil) async throws -> GatewayPayment? {
    var request = PortOneRequest.get("payments", "find", reference, query: tests + [("sorting", "-updated")])
    if let status { request.path.append(status) }
    return try await payment(request, segment: reference) { $0.reference == reference }
  }

  /// - Parameters:
  ///   - segment: the part of the path that may come from a client.
  ///   - isMeant: whether the response matches the request: a proxy may have interpreted the path differently.
  private func payment(
    _ request: PortOneRequest, segment: String, isMeant isRequested: (GatewayPayment) -> Bool
  ) async throws -> GatewayPayment? {
    guard isPathSegment(segment) else { return nil }
    let response = try await response(to: request)
    // Only the gateway's own statement that there is none counts: other servers answer 404 for other reasons.
    if response.status == 404, let envelope = V1Envelope(response), envelope.code != 0 { return nil }
    let payment = try V1Payment.payment(try V1Envelope.response(of: response), acceptsTests: acceptsTests)
    guard isRequested(payment) else { throw GatewayError.malformedResponse("it is about another payment") }
    return payment
  }

  /// Refunds (`POST /payments/cancel`, with the remaining amount as `checksum`).
  public func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment {
    // An amount of 0 would mean a full refund.
    guard order.amount > 0 else { throw GatewayError.cancelRejected("amount") }
    let body = JSONValue.object([
      "imp_uid": .string(order.transaction), "amount": .integer(order.amount), "checksum": .integer(order.remaining),
      "reason": .string(order.reason),
    ])
    let response = try await response(to: .post("payments", "cancel", body: body, isRepeatable: false))
    if let envelope = V1Envelope(response), envelope.code != 0, !isFault(response) {
      throw GatewayError.cancelRejected("code \(envelope.code)")
    }
    let payment = try V1Payment.payment(try V1Envelope.response(of: response), acceptsTests: acceptsTests)
    guard payment.transaction == order.transaction else {
      throw GatewayError.malformedResponse("it is about another payment")
    }
    return payment
  }

  /// Lists payments (`GET /payments/status/all`), by the time of their latest status.
  ///
  /// The interface numbers its pages: a payment that changes during pagination may occur twice or be missing, so list
  /// the same period again, or let periods overlap. It accepts at most 90 days at once; longer periods are split.
  public func payments(from: Timestamp, until: Timestamp, page: String?) async throws -> GatewayPage {
    guard let cursor = try V1Page(page, from: from, until: until) else { return GatewayPage(payments: [], next: nil) }
    var request = PortOneRequest.get(
      "payments", "status", "all",
      query: tests + [
        ("page", "\(cursor.number)"), ("limit", "\(V1Page.size)"), ("from", "\(cursor.first)"),
        ("to", "\(cursor.last)"),
        ("sorting", "started"),
      ])
    request.maxResponseBytes = PortOneRequest.largeResponse
    let httpResponse = try await response(to: request)
    // The response for a page behind the last one: there were more payments when the previous page was read.
    if httpResponse.status == 400, cursor.number > 1, V1Envelope(httpResponse) != nil {
      return GatewayPage(payments: [], next: cursor.nextPeriod)
    }
    let response = try V1Envelope.response(of: httpResponse)
    let payments = try response.requiredList("list").map { try V1Payment.payment($0, acceptsTests: acceptsTests) }
    let next = try response.wholeNumber("next") ?? 0
    guard next == 0 || next == cursor.number + 1 else {
      throw GatewayError.malformedResponse("its pages do not follow each other")
    }
    return GatewayPage(payments: payments, next: next == 0 ? cursor.nextPeriod : cursor.next)
  }

  /// The response to a request with an access token; retried with a new one after 401.
  private func response(to request: PortOneRequest) async throws(DomainError) -> PortOneResponse {
    let token = try await tokens.token()
    let response = try await transport.response(to: request, authorization: token.authorization)
    guard response.status == 401 else { return response }
    // A rejected token means that the request was not executed, so even a cancellation may be repeated.
    let renewed = try await tokens.token(insteadOf: token)
    let second = try await transport.response(to: request, authorization: renewed.authorization)
    if second.status == 401 { throw GatewayError.unauthorized }
    return second
  }

  /// Whether a response leaves the outcome at the gateway open, or rejects the credentials.
  private func isFault(_ response: PortOneResponse) -> Bool {
    switch response.status {
    case 401, 403, 408, 425, 429, 500...: true
    default: false
    }
  }
}

extension PortOneV1: CustomReflectable {
  /// Redacted.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
