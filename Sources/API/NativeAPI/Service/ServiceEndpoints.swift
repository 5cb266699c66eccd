import APIKit
import Basics
import Booths
import Contracts
import HTTP

/// The health check.
struct ServiceEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let store: any CatalogueStore

  var all: [Endpoint] { [health] }

  private var health: Endpoint {
    Endpoint(
      path: "/healthz", group: .service, summary: "The health of the service",
      details:
        "Reads the store too. `catalogue_version` is the served version, `store_version` the stored one. `conditions` lists "
        + "what impairs the service: since when, and how often it occurred.",
      answers: [
        ResponseDescription(
          200, "Usable: `ok`, or `degraded` while a part is impaired.", [(MediaType.json, "Health")]),
        ResponseDescription(
          503, "Unusable: `store-unavailable`, or `store-unwritable` while writing fails.",
          [(MediaType.json, "Health")]),
      ],
      handler: .deferred { context in
        let kept = try? await store.version()
        let catalogue = catalogue.current
        let conditions = context.environment.conditions.active
        let status = Self.status(hasStore: kept != nil, conditions)
        let document = HealthDocument(
          status: status.rawValue, version: context.environment.version, booths: catalogue.count,
          catalogueVersion: Int(catalogue.version), storeVersion: kept.map { Int($0) },
          conditions: conditions.map { ConditionDocument(code: $0.code, since: $0.since, count: $0.count) })
        return .uncached(document, status: status.isUsable ? 200 : 503)
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
}

struct HealthDocument: NativeDocument {
  let status: String
  let version: String
  let booths: Int
  let catalogueVersion: Int
  let storeVersion: Int?
  let conditions: [ConditionDocument]

  enum CodingKeys: String, CodingKey {
    case status, version, booths
    case catalogueVersion = "catalogue_version"
    case storeVersion = "store_version"
    case conditions
  }
}

struct ConditionDocument: NativeDocument {
  let code: String
  let since: Timestamp
  let count: Int
}
