import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Payments

/// The payment endpoints, which only the second generation has.
struct LSLPPaymentEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [validate, mine]
  }

  /// Reads `imp_uid` and `post_id`. The `productName` and `price` that clients of spring 2024 also send are ignored:
  /// the price is the post's, and the gateway reports the paid amount.
  private var validate: Endpoint {
    Endpoint.lslp(
      services, .v1, .post, "/v1/payments/validation", .validatePayment, "Validate a payment", cost: .payment,
      details: """
        The access token identifies the buyer; without one the buyer is unknown. Every error has a `price` that is a text, \
        for clients that read any object as a success.
        """,
      takes: .json("`imp_uid`, the gateway's number of the payment, and `post_id`."),
      answers: "The payment, which is now valid.", as: "Payment", isTokenOptional: true,
      handler: { request in
        let buyer = try await request.buyer()
        let fields = try request.fields()
        let (transaction, text) = (try fields.required("imp_uid"), try fields.required("post_id"))
        // An invalid identifier is reported as not found.
        let post = try LSLPParameters.post.value(of: text)
        return request.answer(LSLPPayment(try await request.claim(transaction, for: post, by: buyer), isListed: false))
      })
  }

  private var mine: Endpoint {
    Endpoint.lslp(
      services, .v1, .get, "/v1/payments/me", .listPayments, "Your payments",
      details: "Without fully refunded ones.",
      answers: "`data`: the payments, newest first; at most \(LSLPProfile.maxListed).", as: "PaymentList",
      handler: { request in
        let buyer = try await request.caller().account
        let orders = try await request.all {
          try await request.services.shop.payments.orders(of: buyer, in: [.paid, .partlyCancelled], $0)
        }
        return request.answer(LSLPPaymentList(payments: orders.map { LSLPPayment($0, isListed: true) }))
      })
  }
}

extension LSLPRequest {
  /// The buyer; nil when the client sends no token.
  ///
  /// 4cuts sends no token here, so none is required. A token that is sent must be valid: a payment validated without a
  /// buyer cannot be validated again for one, while a client that gets 419 or 401 refreshes, or lets its user log in,
  /// and retries.
  fileprivate func buyer() async throws -> AccountID? {
    guard let shown = context.request.headers["Authorization"], !shown.isEmpty else { return nil }
    return try await caller().account
  }

  /// - Throws: What `PaymentService.claim` throws; `claims-too-many` (rateLimited).
  fileprivate func claim(_ transaction: String, for post: PostID, by buyer: AccountID?) async throws -> Order {
    let shop = services.shop
    let claimant = buyer.map(Claimant.account) ?? .network(context.clientNetwork)
    return try await shop.claims.run(by: claimant, at: context.now, counting: services.accounts.attempts) { isTrusted in
      try await shop.payments.claim(transaction: transaction, for: post, by: buyer, isTrusted: isTrusted)
    }
  }
}

extension LSLPPayment {
  /// A paid order. It has one payment, so the order's identifier also identifies the payment.
  fileprivate init(_ order: Order, isListed: Bool) {
    self.init(
      id: isListed ? order.id.description : nil, buyerID: order.buyer?.description ?? "",
      postID: order.goods.post.description, merchantUID: order.reference ?? "", productName: order.goods.name,
      price: order.amount, paidAt: order.paidAt ?? order.createdAt)
  }
}
