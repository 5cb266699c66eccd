public import Basics
import JSON
public import Payments

/// PortOne's first interface, once i'mport: asked with an access token that is fetched by key and secret.
public struct PortOneV1: PaymentGateway {
  /// `.portOneV1`.
  public var name: GatewayName { .portOneV1 }

  private let transport: Transport
  private let tokens: V1AccessTokens
  private let acceptsTests: Bool

  /// A client. Copies of it share one access token.
  /// - Parameters:
  ///   - key: `imp_key`.
  ///   - secret: `imp_secret`; it is shown to nobody but the gateway.
  ///   - clock: decides when the access token is renewed.
  public init(
    _ connection: PortOneConfiguration, key: String, secret: String, clock: @escaping @Sendable () -> Timestamp
  ) {
    transport = Transport(connection)
    tokens = V1AccessTokens(transport, key: GatewaySecret(key), secret: GatewaySecret(secret), clock: clock)
    acceptsTests = connection.acceptsTestPayments
  }

  /// Registers the amount (`POST /payments/prepare`).
  /// - Throws: also `DomainError` `order-prepared-otherwise` (conflict) where it is registered with another amount.
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

  /// Finds out why a reference cannot be registered: this interface refuses one that it knows, by whatever amount.
  private func find(_ reference: String, preparedWith amount: Int, _ currency: String) async throws {
    switch try await payment(.order(reference))?.status {
    case .paid, .partlyCancelled, .cancelled: throw GatewayError.orderPaid
    default: break
    }
    guard isPathSegment(reference) else { throw GatewayError.notUnderstood("it refuses the order") }
    let known = try V1Envelope.response(of: try await response(to: .get("payments", "prepare", reference)))
    guard try known.requiredAmount("amount") == amount, try known.text("currency") ?? currency == currency else {
      throw GatewayError.preparedOtherwise
    }
  }

  /// Looks at a payment (`GET /payments/{imp_uid}`, `GET /payments/find/{merchant_uid}`).
  ///
  /// There can be several attempts at one order. The one that is paid counts, then the one that changed last.
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
  ///   - segment: the part of the path that somebody else may have written.
  ///   - isMeant: whether the answer is about what was asked: a proxy may have read the path in another way.
  private func payment(
    _ request: PortOneRequest, segment: String, isMeant: (GatewayPayment) -> Bool
  ) async throws -> GatewayPayment? {
    guard isPathSegment(segment) else { return nil }
    let response = try await response(to: request)
    // Only the gateway's own word that there is none counts: other servers say 404 about other things.
    if response.status == 404, let envelope = V1Envelope(response), envelope.code != 0 { return nil }
    let payment = try V1Payment.payment(try V1Envelope.response(of: response), acceptsTests: acceptsTests)
    guard isMeant(payment) else { throw GatewayError.notUnderstood("it tells of another payment") }
    return payment
  }

  /// Gives money back (`POST /payments/cancel`, with the remaining amount as `checksum`).
  public func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment {
    // An amount of 0 would mean all of it.
    guard order.amount > 0 else { throw GatewayError.cancelRefused("amount") }
    let body = JSONValue.object([
      "imp_uid": .string(order.transaction), "amount": .integer(order.amount), "checksum": .integer(order.remaining),
      "reason": .string(order.reason),
    ])
    let response = try await response(to: .post("payments", "cancel", body: body, isRepeatable: false))
    if let envelope = V1Envelope(response), envelope.code != 0, !isFault(response) {
      throw GatewayError.cancelRefused("code \(envelope.code)")
    }
    let payment = try V1Payment.payment(try V1Envelope.response(of: response), acceptsTests: acceptsTests)
    guard payment.transaction == order.transaction else {
      throw GatewayError.notUnderstood("it tells of another payment")
    }
    return payment
  }

  /// Lists payments (`GET /payments/status/all`), by the moment of their latest state.
  ///
  /// The interface numbers its pages: a payment that changes while they are walked may come twice or be left out, so
  /// ask again for the same time, or let one stretch overlap the next. It takes at most 90 days at once; longer
  /// stretches are cut.
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
    // It says so of a page behind the last one: there were more when the page before was read.
    if httpResponse.status == 400, cursor.number > 1, V1Envelope(httpResponse) != nil {
      return GatewayPage(payments: [], next: cursor.nextPeriod)
    }
    let response = try V1Envelope.response(of: httpResponse)
    let payments = try response.requiredList("list").map { try V1Payment.payment($0, acceptsTests: acceptsTests) }
    let next = try response.wholeNumber("next") ?? 0
    guard next == 0 || next == cursor.number + 1 else {
      throw GatewayError.notUnderstood("its pages do not follow each other")
    }
    return GatewayPage(payments: payments, next: next == 0 ? cursor.nextPeriod : cursor.next)
  }

  /// The answer to a call with an access token; with a new one where the gateway takes the first no more.
  private func response(to request: PortOneRequest) async throws(DomainError) -> PortOneResponse {
    let token = try await tokens.token()
    let response = try await transport.response(to: request, authorization: token.authorization)
    guard response.status == 401 else { return response }
    // Nothing was done: a refused token is no answer to the call, so that also a cancellation may be asked for again.
    let renewed = try await tokens.token(insteadOf: token)
    let second = try await transport.response(to: request, authorization: renewed.authorization)
    if second.status == 401 { throw GatewayError.unauthorized }
    return second
  }

  /// Whether an answer leaves open what the gateway did, or says that it knows nobody.
  private func isFault(_ response: PortOneResponse) -> Bool {
    switch response.status {
    case 401, 403, 408, 425, 429, 500...: true
    default: false
    }
  }
}

extension PortOneV1: CustomReflectable {
  /// Nothing of what it holds.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
