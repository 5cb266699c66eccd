import APIKit
import Booths
import Contracts
import Geo
import HTTP
import Location

/// Where to look, without looking.
struct LocationEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let locationPolicy: LocationPolicy

  var all: [Endpoint] {
    [resolved, regions]
  }

  private var resolved: Endpoint {
    Endpoint(
      path: "/api/location/resolve", group: .location, summary: "Where to look, from what a device says",
      details: """
        The rules by which `/api/booths/near` decides: a fresh fix, a coarse fix, a last known place of at most a day, \
        the chosen region, the default place.
        """,
      query: LocationParameters.all,
      answers: [AnswerDescription(200, "Where to look, and why.", [(MediaType.json, "Location")])],
      handler: .immediate { context in
        let answer = try context.query.resolvedLocation(policy: locationPolicy, now: context.now)
        return .json(answer.json, caching: .personal)
      })
  }

  private var regions: Endpoint {
    Endpoint(
      path: "/api/location/regions", group: .location, summary: "The regions that can be chosen",
      answers: [AnswerDescription(200, "The regions.", [(MediaType.json, "RegionList")])],
      handler: .immediate { context in
        let regions = Region.all.map { region in
          JSONValue.object([
            "id": .string(region.id), "name": region.name.json, "short_name": .string(region.shortName),
            "latitude": .number(region.coordinate.latitude), "longitude": .number(region.coordinate.longitude),
            "radius_m": .number(region.radius),
          ])
        }
        return .json(.object(["regions": .array(regions)]), caching: .shared, tag: context.tag("r", catalogue.current))
      })
  }
}

extension LocationAnswer {
  /// The document.
  var json: JSONValue {
    .object([
      "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
      "origin": .string(origin.rawValue),
      "doubt_m": .number(uncertainty.rounded()), "reason": reason.json, "advice": advice?.json ?? .null,
      "action": .string(next.rawValue),
    ])
  }
}

extension LocalizedText {
  /// The document.
  var json: JSONValue { .object(["ko": .string(ko), "en": .string(en)]) }
}
