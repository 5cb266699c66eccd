import APIKit
import Basics
import Contracts
import HTTP
import NativeAPI

/// What sister clients of Mojitalk ask of coins. There are none: a workspace costs nothing, so that nothing is offered,
/// and no payment can be for coins.
struct SLPStoreEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [items, validation]
  }

  private var items: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/store/item/list", "What coins are sold", details: "None are: workspaces cost nothing here.",
      answers: "An empty list.", as: "Items",
      handler: { request in
        _ = try await request.caller()
        return .json([], caching: .none)
      })
  }

  private var validation: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/store/pay/validation", "Have a payment for coins found to be right",
      details: "No payment is for coins, so that each is refused. Nothing is asked of a gateway, and nothing kept.",
      takes: .json("`imp_uid` and `merchant_uid`."), answers: "Never answered.",
      faults: [.badRequest, .paymentInvalid],
      handler: { request in
        _ = try await request.caller()
        let fields = try request.fields()
        _ = (try fields.required("imp_uid"), try fields.required("merchant_uid"))
        throw DomainError(.notFound, "payment-unknown", "There are no coins here, so that no payment can be for some.")
      })
  }
}
