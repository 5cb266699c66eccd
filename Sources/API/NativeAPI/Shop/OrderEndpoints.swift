import APIKit
import Basics
import Contracts
import HTTP
import Payments
import Photos

/// Orders: an order fixes what is to be paid, and a validation checks whether it was paid.
struct OrderEndpoints: Sendable {
  let shop: Shop
  let answers: OrderAnswers

  init(shop: Shop, photos: PhotoService) {
    self.shop = shop
    answers = OrderAnswers(shop: shop, photos: photos)
  }

  var all: [Endpoint] {
    [create, list, one, validate, receipt]
  }

  static let unknown = ResponseDescription.notFound("The caller has no such order.")

  private var create: Endpoint {
    Endpoint(
      method: .post, path: "/api/orders", group: .shop, summary: "Order goods",
      details: """
        Fixes amount, currency and reference, here and at the gateway, before anything is paid. The client then pays \
        that amount under that reference with the gateway's own library, and requests a validation.
        """,
      headers: [IdempotencyParameters.key], caller: .required, body: .json("The goods.", [OrderFields.post]),
      answers: [
        ResponseDescription(201, "The order.", [(MediaType.json, "Order")]),
        .notFound("The post does not exist, or sells nothing."), .keyInUse, .keyReused, .shopUnavailable,
      ],
      handler: .deferred { context in
        let (post, buyer) = (try context.body.required(OrderFields.post), try context.account())
        return try await context.idempotently { attempt in
          let order = try await shop.payments.order(post, by: buyer, as: (attempt?.operation).map { OrderID($0) })
          return .created(try await answers.document(order), at: "/api/orders/\(order.id)")
        }
      })
  }

  private var list: Endpoint {
    Endpoint(
      path: "/api/orders", group: .shop, summary: "The caller's orders, newest first",
      query: [OrderParameters.state] + PageParameters.all, caller: .required,
      answers: [ResponseDescription(200, "The orders.", [(MediaType.json, "OrderPage")])],
      handler: .deferred { context in
        let buyer = try context.account()
        let wanted = try context.query.value(OrderParameters.state) ?? []
        let states = OrderState.allCases.filter(wanted.contains)
        let list = "orders:\(buyer):\(states.map(\.rawValue).joined(separator: ","))"
        let page = try await shop.payments.orders(of: buyer, in: states, try context.pageRequest(of: list))
        return try await answers.page(page, of: list, in: context)
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/orders/{id}", group: .shop, summary: "One of the caller's orders",
      pathParameters: [OrderParameters.id],
      caller: .required, answers: [ResponseDescription(200, "The order.", [(MediaType.json, "Order")]), Self.unknown],
      handler: .deferred { context in
        let order = try await shop.payments.order(
          try context.pathParameter(OrderParameters.id), of: try context.account())
        return .uncached(try await answers.document(order))
      })
  }

  private var validate: Endpoint {
    Endpoint(
      method: .post, path: "/api/orders/{id}/validation", group: .shop, summary: "Validate the payment of an order",
      cost: .payment,
      details: """
        Queries the gateway, and confirms once that the order is paid: later validations fail. While the gateway is \
        unavailable, the order stays pending and is settled in the background; validate it again, or read the order.
        """,
      pathParameters: [OrderParameters.id], headers: [IdempotencyParameters.key], caller: .required,
      body: .json("The result of the gateway's library; may be an empty object.", [OrderFields.transaction]),
      answers: [
        ResponseDescription(200, "The order: it is paid.", [(MediaType.json, "Order")]),
        .invalid("The payment is unknown to the gateway, not paid, or not for this order."), Self.unknown,
        .conflict("The order was validated before or is closed, the payment is another order's, or the key is in use."),
        .keyReused, .shopUnavailable,
      ],
      handler: .deferred { context in
        let (id, buyer) = (try context.pathParameter(OrderParameters.id), try context.account())
        let transaction = try context.body.value(OrderFields.transaction)
        let document = try await answers.documents(of: [id])
        let answer: @Sendable (Order) -> Response = { .uncached(document($0)) }
        return try await context.idempotently { attempt in
          let order = try await shop.payments.validate(
            id, transaction: transaction, by: buyer, completion: attempt?.completion(answer))
          return answer(order)
        }
      })
  }

  private var receipt: Endpoint {
    Endpoint(
      path: "/api/orders/{id}/receipt", group: .shop, summary: "The receipt of an order",
      pathParameters: [OrderParameters.id], caller: .required,
      answers: [
        ResponseDescription(200, "The amounts paid and refunded.", [(MediaType.json, "Receipt")]), Self.unknown,
        .conflict("Nothing was paid."),
      ],
      handler: .deferred { context in
        let receipt = try await shop.payments.receipt(
          of: try context.pathParameter(OrderParameters.id), by: try context.account())
        return .uncached(ReceiptDocument(receipt))
      })
  }
}

extension ResponseDescription {
  static let shopUnavailable = ResponseDescription(
    503, "The shop is closed, or the gateway is unavailable; `Retry-After` gives the seconds to wait.",
    [(Problem.mediaType, "Problem")])

  fileprivate static func invalid(_ summary: String) -> ResponseDescription {
    ResponseDescription(400, summary, [(Problem.mediaType, "Problem")])
  }
}
