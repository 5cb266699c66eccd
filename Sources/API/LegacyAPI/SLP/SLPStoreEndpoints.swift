import APIKit
import Basics
import Contracts
import HTTP
import JSON
import NativeAPI

/// The coin endpoints that sister clients of Mojitalk call. There are no coins here: workspaces are free, nothing is
/// for sale, and no payment is valid.
struct SLPStoreEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [items, validation]
  }

  private var items: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/store/item/list", "The coins for sale", details: "Always empty: workspaces are free.",
      answers: "An empty list.", as: "Items",
      handler: { request in
        _ = try await request.caller()
        return .json([], caching: .none)
      })
  }

  private var validation: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/store/pay/validation", "Validate a payment for coins",
      details: "There are no coins: every payment is rejected, without asking a gateway or storing anything.",
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
