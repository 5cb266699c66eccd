import APIKit
import Basics
import Contracts
import HTTP
import Payments
import Photos

/// Requests for refunds by buyers, and the sales of those who decide about them.
struct RefundEndpoints: Sendable {
  let shop: Shop
  private let answers: OrderAnswers

  init(shop: Shop, photos: PhotoService) {
    self.shop = shop
    answers = OrderAnswers(shop: shop, photos: photos)
  }

  var all: [Endpoint] { [request, decide, sales, total] }

  private var request: Endpoint {
    Endpoint(
      method: .post, path: "/api/orders/{id}/refund-request", group: .shop, summary: "Request a refund",
      details: """
        For the buyer, until the order's `refund_by`, once. The seller decides, or an operator. What was requested \
        before in the same words changes nothing.
        """,
      pathParameters: [OrderParameters.id], headers: [IdempotencyParameters.key], caller: .required,
      body: .json("The reason.", [OrderFields.reason]),
      answers: [
        ResponseDescription(200, "The order.", [(MediaType.json, "Order")]), OrderEndpoints.unknown,
        .conflict("Nothing is paid or left, it is too late, it was requested before, or the key is in use."),
        .keyReused,
      ],
      handler: .deferred { context in
        let (id, buyer) = (try context.pathParameter(OrderParameters.id), try context.account())
        let reason = try context.body.required(OrderFields.reason)
        return try await context.idempotently { _ in
          let order = try await shop.payments.requestRefund(of: id, reason: reason, by: buyer)
          return .uncached(try await answers.document(order))
        }
      })
  }

  private var decide: Endpoint {
    Endpoint(
      method: .post, path: "/api/orders/{id}/refund-request/decision", group: .shop,
      summary: "Decide about a refund", cost: .payment,
      details: """
        For the seller. If it is accepted, the gateway refunds the rest of the payment: the order is `cancelled` \
        then. While the gateway is unavailable, the refund is carried out in the background. Accepting again repeats a \
        refund that the gateway has rejected; nothing is refunded twice.
        """,
      pathParameters: [OrderParameters.id], headers: [IdempotencyParameters.key], caller: .required,
      body: .json("The decision.", [OrderFields.isAccepted, OrderFields.answer]),
      answers: [
        ResponseDescription(200, "The order, as its seller sees it.", [(MediaType.json, "Sale")]),
        .notFound("The caller has not sold this order, or no refund was requested."),
        .conflict("It was decided before, nothing is left, or the gateway rejects it; or the key is in use."),
        .keyReused, .shopUnavailable,
      ],
      handler: .deferred { context in
        let (id, seller) = (try context.pathParameter(OrderParameters.id), try context.account())
        let isAccepted = try context.body.required(OrderFields.isAccepted)
        let answer = try context.body.value(OrderFields.answer) ?? ""
        return try await context.idempotently { _ in
          let order = try await shop.payments.decideRefund(
            of: id, isAccepted: isAccepted, answer: answer, by: seller)
          return .uncached(SaleDocument(order, photo: try await answers.covers(of: [id])[id]))
        }
      })
  }

  private var sales: Endpoint {
    Endpoint(
      path: "/api/me/sales", group: .shop, summary: "The caller's sales, newest first",
      details: "Orders that were paid, also those refunded since, without their buyers.",
      query: PageParameters.all, caller: .required,
      answers: [ResponseDescription(200, "The sales.", [(MediaType.json, "SalePage")])],
      handler: .deferred { context in
        let seller = try context.account()
        let list = "sales:\(seller)"
        let page = try await shop.payments.sales(of: seller, try context.pageRequest(of: list))
        let covers = try await answers.covers(of: page.items.map(\.id))
        return .uncached(context.document(page, of: list) { SaleDocument($0, photo: covers[$0.id]) })
      })
  }

  private var total: Endpoint {
    Endpoint(
      path: "/api/me/sales/total", group: .shop, summary: "The sum of the caller's sales", caller: .required,
      answers: [ResponseDescription(200, "The sum.", [(MediaType.json, "SalesTotal")])],
      handler: .deferred { context in
        let total = try await shop.payments.salesTotal(of: try context.account())
        return .uncached(SalesTotalDocument(count: total.count, amount: total.amount, refunded: total.refunded))
      })
  }
}
