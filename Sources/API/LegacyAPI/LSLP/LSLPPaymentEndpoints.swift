import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Payments

/// Payments, which the second generation alone has.
struct LSLPPaymentEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [validate, mine]
  }

  /// Takes `imp_uid` and `post_id`. What clients of spring 2024 send besides, `productName` and `price`, is passed
  /// over: the price is the post's, and what was paid is asked of the gateway.
  private var validate: Endpoint {
    Endpoint.lslp(
      services, .v1, .post, "/v1/payments/validation", .validatePayment, "Say that goods are paid",
      details: """
        The buyer is whoever shows an access token; without one nobody is known to have bought. Every error has a `price` \
        that is a text, for clients that take any object for a success.
        """,
      takes: .json("`imp_uid`, the gateway's number of the payment, and `post_id`."),
      answers: "The payment: it was found to be right, and counts from now on.", as: "Payment", isTokenOptional: true,
      handler: { request in
        let buyer = try await request.buyer()
        let fields = try request.fields()
        let (transaction, text) = (try fields.required("imp_uid"), try fields.required("post_id"))
        // What is no identifier is as unknown as one of something that does not exist.
        let post = try LSLPParameters.post.value(of: text)
        return request.answer(LSLPPayment(try await request.claim(transaction, for: post, by: buyer), isListed: false))
      })
  }

  private var mine: Endpoint {
    Endpoint.lslp(
      services, .v1, .get, "/v1/payments/me", .listPayments, "One's own payments",
      details: "Those of which not everything was given back.",
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
  /// Who pays; nil where the client does not say.
  ///
  /// 4cuts sends no token here, so that none must be needed. Where one is sent it has to be right: a payment that was
  /// validated in nobody's name cannot be validated again in somebody's, while a client that is told 419 or 401
  /// refreshes, or has its person log in, and comes back.
  fileprivate func buyer() async throws -> AccountID? {
    guard let shown = context.request.headers["Authorization"], !shown.isEmpty else { return nil }
    return try await caller().account
  }

  /// - Throws: What `PaymentService.claim` throws; `claims-too-many` (rateLimited).
  fileprivate func claim(_ transaction: String, for post: PostID, by buyer: AccountID?) async throws -> Order {
    let shop = services.shop
    let claimant = buyer.map(Claimant.account) ?? .network(context.clientNetwork)
    return try await shop.claims.run(by: claimant, at: context.now) { isTrusted in
      try await shop.payments.claim(transaction: transaction, for: post, by: buyer, isTrusted: isTrusted)
    }
  }
}

extension LSLPPayment {
  /// A paid order. It has one payment, so that the order's identifier tells the payment from all others.
  fileprivate init(_ order: Order, isListed: Bool) {
    self.init(
      id: isListed ? order.id.description : nil, buyerID: order.buyer?.description ?? "",
      postID: order.goods.post.description, merchantUID: order.reference ?? "", productName: order.goods.name,
      price: order.amount, paidAt: order.paidAt ?? order.createdAt)
  }
}
