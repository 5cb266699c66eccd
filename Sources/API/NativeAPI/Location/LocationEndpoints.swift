import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import Location

/// Resolves positions without a search.
struct LocationEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer
  let locationPolicy: LocationPolicy

  var all: [Endpoint] {
    [resolved, regions]
  }

  private var resolved: Endpoint {
    Endpoint(
      path: "/api/location/resolve", group: .location, summary: "Resolve a position from the state of a device",
      details: """
        By the rules of `/api/booths/near`, in this order: a fresh fix, a coarse fix, a last known position of at most \
        a day, the chosen region, the default position. `area` names the station or region around it, if one is known.
        """,
      query: LocationParameters.all,
      answers: [ResponseDescription(200, "The position, and the reason for it.", [(MediaType.json, "Location")])],
      handler: .immediate { context in
        let answer = try context.query.resolvedLocation(policy: locationPolicy, now: context.now)
        return .json(LocationDocument(answer, in: gazetteer), caching: .personal)
      })
  }

  private var regions: Endpoint {
    Endpoint(
      path: "/api/location/regions", group: .location, summary: "The regions to choose from",
      answers: [ResponseDescription(200, "The regions.", [(MediaType.json, "RegionList")])],
      handler: .immediate { context in
        let regions = Region.all.map { RegionDocument($0) }
        return .json(
          RegionListDocument(regions: regions), caching: .shared, tag: context.tag("r", catalogue.current))
      })
  }
}

struct LocationDocument: NativeDocument {
  let latitude: Double
  let longitude: Double
  let origin: LocationOrigin
  /// In metres, rounded.
  let uncertainty: Double
  let reason: LocalizedTextDocument
  let advice: LocalizedTextDocument?
  let action: LocationStep
  /// The station or region around it.
  let area: LocalizedTextDocument?

  enum CodingKeys: String, CodingKey {
    case latitude, longitude, origin
    case uncertainty = "doubt_m"
    case reason, advice, action, area
  }

  init(_ answer: LocationAnswer, in gazetteer: Gazetteer) {
    (latitude, longitude) = (answer.coordinate.latitude, answer.coordinate.longitude)
    origin = answer.origin
    uncertainty = answer.uncertainty.rounded()
    reason = LocalizedTextDocument(answer.reason)
    advice = answer.advice.map { LocalizedTextDocument($0) }
    action = answer.next
    area = gazetteer.areaName(at: answer.coordinate).map { LocalizedTextDocument($0) }
  }
}

extension Gazetteer {
  func areaName(at coordinate: Coordinate) -> LocalizedText? {
    area(at: coordinate).map { LocalizedText(ko: $0.name, en: $0.fullEnglishName) }
  }
}

extension LocationPolicy {
  func named(by gazetteer: Gazetteer) -> LocationPolicy {
    var policy = self
    policy.defaultName = gazetteer.areaName(at: defaultCoordinate)
    return policy
  }
}

extension LocationOrigin: Codable {}
extension LocationStep: Codable {}

struct RegionListDocument: NativeDocument {
  let regions: [RegionDocument]
}

struct RegionDocument: NativeDocument {
  let id: String
  let name: LocalizedTextDocument
  let shortName: String
  let latitude: Double
  let longitude: Double
  let radius: Double

  enum CodingKeys: String, CodingKey {
    case id, name
    case shortName = "short_name"
    case latitude, longitude
    case radius = "radius_m"
  }

  init(_ region: Region) {
    (id, name, shortName) = (region.id, LocalizedTextDocument(region.name), region.shortName)
    (latitude, longitude) = (region.coordinate.latitude, region.coordinate.longitude)
    radius = region.radius
  }
}

struct LocalizedTextDocument: NativeDocument {
  let ko: String
  let en: String

  init(_ text: LocalizedText) { (ko, en) = (text.ko, text.en) }
}
