import APIKit
import Basics
import Contracts
import HTTP
import Payments

/// Orders: an order fixes what is to be paid, and a validation checks whether it was paid.
struct OrderEndpoints: Sendable {
  let shop: Shop

  var all: [Endpoint] {
    [create, list, one, validate]
  }

  private static let unknown = ResponseDescription.notFound("The caller has no such order.")

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
          return .created(OrderDocument(order, in: shop), at: "/api/orders/\(order.id)")
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
        return .uncached(context.document(page, of: list) { OrderDocument($0, in: shop) })
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
        return .uncached(OrderDocument(order, in: shop))
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
        let answer: @Sendable (Order) -> Response = { .uncached(OrderDocument($0, in: shop)) }
        return try await context.idempotently { attempt in
          answer(
            try await shop.payments.validate(
              id, transaction: transaction, by: buyer, completion: attempt?.completion(answer)))
        }
      })
  }
}

extension OrderDocument {
  /// An order, with the parameters of its payment window.
  init(_ order: Order, in shop: Shop) {
    self.init(
      id: order.id, post: order.goods.post, name: order.goods.name, amount: order.amount, currency: order.currency,
      gateway: GatewayValue(rawValue: order.gateway.rawValue), reference: order.reference,
      state: OrderStateValue(rawValue: order.state.rawValue), createdAt: order.createdAt, payBy: order.payBy,
      paidAt: order.paidAt,
      checkout: shop.checkout[order.gateway].map {
        CheckoutDocument(store: $0.store, channel: $0.channel, method: $0.method, window: $0.window)
      })
  }
}

extension ResponseDescription {
  fileprivate static let shopUnavailable = ResponseDescription(
    503, "The shop is closed, or the gateway is unavailable; `Retry-After` gives the seconds to wait.",
    [(Problem.mediaType, "Problem")])

  fileprivate static func invalid(_ summary: String) -> ResponseDescription {
    ResponseDescription(400, summary, [(Problem.mediaType, "Problem")])
  }
}
