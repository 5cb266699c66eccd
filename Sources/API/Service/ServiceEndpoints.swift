import Booths
import Contracts
import HTTP

/// Whether the service is well.
enum ServiceEndpoints {
  static let health = Endpoint(
    path: "/healthz", group: .service, summary: "Whether the service is well",
    details: "Asks the store too. `catalogue_version` is what is served, `store_version` what is kept.",
    answers: [
      AnswerDescription(200, "It is well.", [(MediaType.json, "Health")]),
      AnswerDescription(503, "The store does not answer.", [(MediaType.json, "Health")]),
    ],
    reply: .deferred { call in
      let kept = try? await call.site.store.version()
      let document = JSONValue.object([
        "status": .string(kept == nil ? "store-unavailable" : "ok"), "version": .string(call.site.version),
        "booths": .integer(call.catalogue.count), "catalogue_version": .integer(Int(call.catalogue.version)),
        "store_version": kept.map { .integer(Int($0)) } ?? .null,
      ])
      return .document(
        document.bytes, status: kept == nil ? 503 : 200, type: MediaType.json, caching: .none)
    })
}
