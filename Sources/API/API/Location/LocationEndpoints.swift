import Contracts
import Geo
import HTTP
import Location

/// Where to look, without looking.
enum LocationEndpoints {
  static let all = [resolved, regions]

  static let resolved = Endpoint(
    path: "/api/location/resolve", group: .location, summary: "Where to look, from what a device says",
    details: """
      The rules by which `/api/booths/near` decides: a fresh fix, a coarse fix, a last known place of at most a day, \
      the chosen region, the default place.
      """,
    query: LocationParameters.all,
    answers: [AnswerDescription(200, "Where to look, and why.", [(MediaType.json, "Location")])],
    reply: .immediate { call in
      let answer = try call.query.resolvedLocation(policy: call.site.locationPolicy, now: call.now)
      return .json(answer.json, caching: .personal)
    })

  static let regions = Endpoint(
    path: "/api/location/regions", group: .location, summary: "The regions that can be chosen",
    answers: [AnswerDescription(200, "The regions.", [(MediaType.json, "RegionList")])],
    reply: .immediate { call in
      let regions = Region.all.map { region in
        JSONValue.object([
          "id": .string(region.id), "name": region.name.json, "short_name": .string(region.shortName),
          "latitude": .number(region.place.latitude), "longitude": .number(region.place.longitude),
          "radius_m": .number(region.radius),
        ])
      }
      return .json(.object(["regions": .array(regions)]), caching: .shared, tag: call.tag("r"))
    })
}

extension LocationAnswer {
  /// The document.
  var json: JSONValue {
    .object([
      "latitude": .number(place.latitude), "longitude": .number(place.longitude), "origin": .string(origin.rawValue),
      "doubt_m": .number(doubt.rounded()), "reason": reason.json, "advice": advice?.json ?? .null,
      "action": .string(next.rawValue),
    ])
  }
}

extension LocalizedSentence {
  /// The document.
  var json: JSONValue { .object(["ko": .string(ko), "en": .string(en)]) }
}
