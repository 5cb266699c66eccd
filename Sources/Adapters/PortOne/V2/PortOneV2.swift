public import Basics
import JSON
public import Payments

/// PortOne's second interface. It uses a secret.
public struct PortOneV2: PaymentGateway {
  /// `.portOneV2`.
  public var name: GatewayName { .portOneV2 }

  private static let pageSize = 100

  private let transport: Transport
  private let authorization: GatewaySecret
  private let store: String?
  private let acceptsTests: Bool

  /// A client.
  /// - Parameters:
  ///   - secret: the interface's secret; sent only to the gateway.
  ///   - store: the store of the payments; nil: the store that the secret belongs to.
  public init(_ connection: PortOneConfiguration, secret: String, store: String?) {
    transport = Transport(connection)
    authorization = GatewaySecret("PortOne \(secret)")
    self.store = store
    acceptsTests = connection.acceptsTestPayments
  }

  /// Registers the amount (`POST /payments/{paymentId}/pre-register`).
  public func prepare(_ reference: String, amount: Int, currency: String) async throws {
    guard isPathSegment(reference) else { throw GatewayError.malformedResponse("it does not accept the order") }
    let body = JSONValue.object([
      "storeId": store.map(JSONValue.string), "totalAmount": .integer(amount), "currency": .string(currency),
    ])
    let response = try await response(
      to: .post("payments", reference, "pre-register", body: body, isRepeatable: true))
    if response.status == 409, response.word == "ALREADY_PAID" { throw GatewayError.orderPaid }
    guard response.isSuccess else { throw GatewayError.unexpected(response) }
    _ = try response.requiredObject()
  }

  /// Gets a payment (`GET /payments/{paymentId}`).
  /// - Throws: Also `DomainError` `payment-reference-invalid` (invalid) for a transaction: this interface finds
  ///   payments by order.
  public func payment(_ reference: PaymentReference) async throws -> GatewayPayment? {
    guard case .order(let reference) = reference else {
      throw DomainError(
        .invalid, "payment-reference-invalid",
        "PortOne's second interface finds payments by order; pass the order's reference.")
    }
    guard isPathSegment(reference) else { return nil }
    let response = try await response(
      to: .get("payments", reference, query: store.map { [("storeId", $0)] } ?? []))
    // Only the gateway's own statement that there is none counts: other servers answer 404 for other reasons.
    if response.status == 404, response.word == "PAYMENT_NOT_FOUND" { return nil }
    guard response.isSuccess else { throw GatewayError.unexpected(response) }
    let payment = try V2Payment.payment(try response.requiredObject(), acceptsTests: acceptsTests)
    guard payment.reference == reference else { throw GatewayError.malformedResponse("it is about another payment") }
    return payment
  }

  /// Refunds (`POST /payments/{paymentId}/cancel`, with `currentCancellableAmount`, and the request's identifier as
  /// `Idempotency-Key`). Some payment methods refund later: the payment's status is then unchanged.
  public func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment {
    guard order.amount > 0, isPathSegment(order.reference) else { throw GatewayError.cancelRejected("amount") }
    let body = JSONValue.object([
      "storeId": store.map(JSONValue.string), "amount": .integer(order.amount), "reason": .string(order.reason),
      "currentCancellableAmount": .integer(order.remaining),
    ])
    var request = PortOneRequest.post("payments", order.reference, "cancel", body: body, isRepeatable: false)
    request.headers = [("Idempotency-Key", order.id.description)]
    try Self.check(atCancelling: try await response(to: request))
    guard let payment = try await payment(.order(order.reference)) else {
      throw GatewayError.malformedResponse("the payment is gone")
    }
    guard payment.transaction == order.transaction else {
      throw GatewayError.malformedResponse("it is about another payment")
    }
    return payment
  }

  private static func check(atCancelling response: PortOneResponse) throws(DomainError) {
    guard response.isSuccess else { throw domainError(ofCancelling: response) }
    switch try response.requiredObject().object("cancellation")?.text("status") {
    case "SUCCEEDED", "REQUESTED": return
    case "FAILED": throw GatewayError.cancelRejected("FAILED")
    default: throw GatewayError.malformedResponse("it does not give the outcome of the request")
    }
  }

  private static func domainError(ofCancelling response: PortOneResponse) -> DomainError {
    guard let word = response.word else { return GatewayError.unexpected(response) }
    switch (response.status, word) {
    // The same request is in progress, or its key was used for another one: the outcome is unknown.
    case (_, _) where word.hasPrefix("IDEMPOTENCY_"): return GatewayError.unavailable("answered with \(word)")
    // The payment company refused. The gateway reports this as 502, a status that proxies use for unknown failures.
    case (502, "PG_PROVIDER"): return GatewayError.cancelRejected(response.object?.plainText("pgCode") ?? word)
    case (400, _), (404, _), (409, _), (422, _): return GatewayError.cancelRejected(word)
    default: return GatewayError.unexpected(response)
    }
  }

  /// Lists payments (`GET /payments`), by the time of their latest status.
  ///
  /// The interface numbers its pages: a payment that changes during pagination may occur twice or be missing, so list
  /// the same period again, or let periods overlap.
  public func payments(from: Timestamp, until: Timestamp, page: String?) async throws -> GatewayPage {
    guard from < until else { return GatewayPage(payments: [], next: nil) }
    let number = page.map { Int($0) } ?? 0
    guard let number, (0...100_000).contains(number) else { throw GatewayError.pageInvalid }
    var request = PortOneRequest.get(
      "payments", query: [("requestBody", filter(from: from, until: until, page: number))])
    request.maxResponseBytes = PortOneRequest.largeResponse
    let response = try await response(to: request)
    guard response.isSuccess else { throw GatewayError.unexpected(response) }
    let items = try response.requiredObject().requiredList("items")
    // Payments of the first interface are listed here too, with other identifiers; they are queried there.
    let payments = try items.filter { $0["version"] != "V1" }
      .map { item throws(DomainError) in try V2Payment.payment(item, acceptsTests: acceptsTests) }
    // The meaning of the response's total count is ambiguous; a page that is not full is the last in any case.
    return GatewayPage(payments: payments, next: items.count < Self.pageSize ? nil : "\(number + 1)")
  }

  /// A JSON document as text: this interface takes it as a query parameter of requests without a body.
  private func filter(from: Timestamp, until: Timestamp, page: Int) -> String {
    let filter = JSONValue.object([
      "page": .object(["number": .integer(page), "size": .integer(Self.pageSize)]),
      "filter": .object([
        "storeId": store.map(JSONValue.string), "timestampType": "STATUS_CHANGED_AT", "from": .string(from.rfc3339),
        "until": .string(until.rfc3339), "sortBy": "REQUESTED_AT", "sortOrder": "ASC",
      ]),
    ])
    return String(decoding: filter.bytes, as: UTF8.self)
  }

  private func response(to request: PortOneRequest) async throws(DomainError) -> PortOneResponse {
    try await transport.response(to: request, authorization: authorization)
  }
}

extension PortOneV2: CustomReflectable {
  /// Redacted.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
