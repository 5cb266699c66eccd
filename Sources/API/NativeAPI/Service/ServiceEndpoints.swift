import APIKit
import Basics
import Booths
import Contracts
import HTTP

/// Whether the service is well.
struct ServiceEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let store: any CatalogueStore

  var all: [Endpoint] { [health] }

  private var health: Endpoint {
    Endpoint(
      path: "/healthz", group: .service, summary: "Whether the service is well",
      details:
        "Asks the store too. `catalogue_version` is what is served, `store_version` what is kept. `conditions` lists what "
        + "stands in the way: when it began, and how often it was met.",
      answers: [
        AnswerDescription(
          200, "It can be used: `ok`, or `degraded` while some of it cannot.", [(MediaType.json, "Health")]),
        AnswerDescription(
          503, "It cannot: `store-unavailable`, or `store-unwritable` while nothing can be written.",
          [(MediaType.json, "Health")]),
      ],
      handler: .deferred { context in
        let kept = try? await store.version()
        let catalogue = catalogue.current
        let conditions = context.environment.conditions.active
        let status = Self.status(hasStore: kept != nil, conditions)
        let document = JSONValue.object([
          "status": .string(status.rawValue), "version": .string(context.environment.version),
          "booths": .integer(catalogue.count), "catalogue_version": .integer(Int(catalogue.version)),
          "store_version": kept.map { .integer(Int($0)) } ?? .null,
          "conditions": .array(conditions.map(Self.document)),
        ])
        return .document(
          document.bytes, status: status.isUsable ? 200 : 503, type: MediaType.json, caching: .none)
      })
  }

  private enum Status: String {
    case ok
    case degraded
    case unwritable = "store-unwritable"
    case unavailable = "store-unavailable"

    var isUsable: Bool { self == .ok || self == .degraded }
  }

  private static func status(hasStore: Bool, _ conditions: [ServiceConditions.Active]) -> Status {
    if !hasStore { return .unavailable }
    if conditions.contains(where: \.condition.subject.stopsWriting) { return .unwritable }
    return conditions.isEmpty ? .ok : .degraded
  }

  private static func document(_ standing: ServiceConditions.Active) -> JSONValue {
    .object([
      "code": .string(standing.code), "since": .string(standing.since.rfc3339), "count": .integer(standing.count),
    ])
  }
}
