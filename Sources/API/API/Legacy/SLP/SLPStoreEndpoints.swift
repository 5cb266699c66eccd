import Basics
import Contracts
import HTTP

/// What sister clients of Mojitalk ask of coins. There are none: a workspace costs nothing, so that nothing is offered,
/// and no payment can be for coins.
enum SLPStoreEndpoints {
  static let all = [items, validation]

  private static let items = Endpoint.slp(
    .get, "/v1/store/item/list", "What coins are sold", details: "None are: workspaces cost nothing here.",
    answers: "An empty list.", as: "Items",
    reply: { call in
      _ = try await call.caller()
      return .json([], caching: .none)
    })

  private static let validation = Endpoint.slp(
    .post, "/v1/store/pay/validation", "Have a payment for coins found to be right",
    details: "No payment is for coins, so that each is refused. Nothing is asked of a gateway, and nothing kept.",
    takes: .json("`imp_uid` and `merchant_uid`."), answers: "Never answered.", faults: [.badRequest, .paymentInvalid],
    reply: { call in
      _ = try await call.caller()
      let fields = try call.fields()
      _ = (try fields.required("imp_uid"), try fields.required("merchant_uid"))
      throw Refusal(.missing, "payment-unknown", "There are no coins here, so that no payment can be for some.")
    })
}
