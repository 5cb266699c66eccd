import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import Payments
import Photos

/// Requested refunds, for operators: they can decide where a seller does not.
struct RefundQueueEndpoints: Sendable {
  let shop: Shop
  private let answers: OrderAnswers
  private let access: OperatorAccess

  init(shop: Shop, photos: PhotoService, access: OperatorAccess) {
    (self.shop, self.access) = (shop, access)
    answers = OrderAnswers(shop: shop, photos: photos)
  }

  var all: [Endpoint] { [one, decide] }

  private static let unknown = ResponseDescription.notFound("There is no such order, or no refund was requested.")

  private var one: Endpoint {
    Endpoint(
      path: "/api/refund-requests/{id}", group: .shop, summary: "A requested refund, by its order",
      pathParameters: [OrderParameters.id],
      caller: .role(.operator), action: "payments refunds",
      answers: [ResponseDescription(200, "The order, without its buyer.", [(MediaType.json, "Sale")]), Self.unknown],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(OrderParameters.id)
        return try await answer(try await shop.payments.refundRequest(of: id))
      })
  }

  private var decide: Endpoint {
    Endpoint(
      method: .post, path: "/api/refund-requests/{id}/decision", group: .shop,
      summary: "Decide about a refund for the seller", cost: .payment,
      details: "As the seller's decision; a refund that the seller declined can still be accepted.",
      pathParameters: [OrderParameters.id],
      caller: .role(.operator, isDangerous: true), action: "payments decide",
      body: .json("The decision.", [OrderFields.isAccepted, OrderFields.answer]),
      answers: [
        ResponseDescription(200, "The order, without its buyer.", [(MediaType.json, "Sale")]), Self.unknown,
        .conflict("It was decided before, nothing is left, or the gateway rejects it."), .shopUnavailable,
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(OrderParameters.id)
        let isAccepted = try context.body.required(OrderFields.isAccepted)
        let words = try context.body.value(OrderFields.answer) ?? ""
        let order = try await access.audited(context, on: id.description, detail: isAccepted ? "accept" : "decline") {
          try await shop.payments.decideRefund(of: id, isAccepted: isAccepted, answer: words, by: nil)
        }
        return try await answer(order)
      })
  }

  private func answer(_ order: Order) async throws -> Response {
    .forOperator(SaleDocument(order, photo: try await answers.covers(of: [order.id])[order.id]))
  }
}
