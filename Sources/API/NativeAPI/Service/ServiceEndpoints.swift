import APIKit
import Basics
import Booths
import Contracts
import HTTP

struct ServiceEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let store: any CatalogueStore

  var all: [Endpoint] { [health, liveness, readiness] }

  private var health: Endpoint {
    Endpoint(
      path: "/healthz", group: .service, summary: "The health of the service", cost: .free,
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

  private var liveness: Endpoint {
    Endpoint(
      path: "/livez", group: .service, summary: "Whether the server answers at all", cost: .free,
      details:
        "Asks neither the database nor anything else: a supervisor that restarts the server when there is no answer does "
        + "so only where that helps. The answer is always the same.",
      answers: [ResponseDescription(200, "The server answers.", [(MediaType.json, "Liveness")])],
      handler: .immediate { _ in .uncached(LivenessDocument(isAlive: true)) })
  }

  private var readiness: Endpoint {
    Endpoint(
      path: "/readyz", group: .service, summary: "Whether a load balancer should send requests here", cost: .free,
      details:
        "A node stays ready while its database is away: it serves booths from memory, and refuses writes with 503. It is "
        + "not ready once it has not compared its catalogue with the database's for \(Readiness.maxUnconfirmed) seconds, once "
        + "a newer program has migrated the database, once stored data was found damaged, and while it stops.",
      answers: [
        ResponseDescription(200, "Ready.", [(MediaType.json, "Readiness")]),
        ResponseDescription(503, "Not ready, for the reasons named.", [(MediaType.json, "Readiness")]),
      ],
      handler: .immediate { context in
        let readiness = Readiness(of: catalogue, in: context.environment)
        let document = ReadinessDocument(
          isReady: readiness.isReady, reasons: readiness.reasons,
          catalogueVersion: Int(catalogue.current.version), catalogueAge: Int(readiness.catalogueAge))
        return .uncached(document, status: readiness.isReady ? 200 : 503)
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

struct LivenessDocument: NativeDocument {
  let isAlive: Bool

  enum CodingKeys: String, CodingKey { case isAlive = "alive" }
}

struct ReadinessDocument: NativeDocument {
  let isReady: Bool
  let reasons: [String]
  let catalogueVersion: Int
  let catalogueAge: Int

  enum CodingKeys: String, CodingKey {
    case isReady = "ready"
    case reasons
    case catalogueVersion = "catalogue_version"
    case catalogueAge = "catalogue_age"
  }
}

struct ConditionDocument: NativeDocument {
  let code: String
  let since: Timestamp
  let count: Int
}
