import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON

/// The search for everything.
struct SearchEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer

  var all: [Endpoint] { [search] }

  private static let text = Parameter<String>(
    "q", .text(maxCount: 100),
    "What is looked for: Korean, English or romanised, initial consonants, or the beginning of any of these.",
    isRequired: true, example: "강남역")
  private static let limit = Parameter<Int>(
    "limit", .integer(1...50, default: 10), "The maximum number of results.", example: "10")

  private var search: Endpoint {
    Endpoint(
      path: "/api/search", group: .search, summary: "Places, stations, chains, booths and addresses", cost: .search,
      details: """
        Best match first; equal matches by importance, then by distance from `lat` and `lon` where given. Made for \
        suggestions while somebody types. Words such as 근처, 포토부스 or "near" do not count, small slips and the other \
        keyboard layout are understood, and a chain and a place together (`인생네컷 홍대`) give the chain's booths there. \
        `area` is the region around a place, `area_en` the same in English, or the address of a booth; the coordinate of \
        a chain is its nearest booth. \
        A member that does not apply is left out.
        """,
      query: [Self.text, LocationParameters.latitude, LocationParameters.longitude, Self.limit],
      answers: [ResponseDescription(200, "The results.", [(MediaType.json, "SearchResults")])],
      handler: .deferred { context in
        let query = context.query
        let position = try query.coordinate(LocationParameters.latitude, LocationParameters.longitude)
        let catalogue = catalogue.current
        let results = PlaceSearch(gazetteer, catalogue, from: position)
          .results(for: try query.required(Self.text), limit: try query.value(Self.limit) ?? 10)
        return Self.response(results, isPersonal: position != nil, tag: context.tag("s", catalogue))
      })
  }

  /// An answer for a position is for one person.
  private static func response(_ results: [SearchResult], isPersonal: Bool, tag: String) -> Response {
    var output = JSONWriter(capacity: 64 + results.count * 200)
    output.beginObject()
    output.key("results")
    output.beginArray()
    for result in results { write(result, to: &output) }
    output.endArray()
    output.endObject()
    var headers = Headers.common(MediaType.json, caching: isPersonal ? .personal : .shared)
    headers.add("ETag", tag)
    return Response(status: 200, headers: headers, body: .bytes(output.finish()))
  }

  private static func write(_ result: SearchResult, to output: inout JSONWriter) {
    output.beginObject()
    output.member("kind", result.kind.rawValue)
    output.member("name", result.name)
    if let name = result.englishName { output.member("name_en", name) }
    if let area = result.area { output.member("area", area) }
    if let area = result.englishArea { output.member("area_en", area) }
    output.member("latitude", result.coordinate.latitude, places: 7)
    output.member("longitude", result.coordinate.longitude, places: 7)
    if let bounds = result.bounds {
      output.key("bbox")
      output.beginArray()
      for edge in [bounds.west, bounds.south, bounds.east, bounds.north] { output.decimal(edge, places: 5) }
      output.endArray()
    }
    if let booth = result.booth {
      output.key("booth_id")
      output.integer(Int(booth.number))
    }
    if let metres = result.metres { output.member("distance_m", metres, places: 1) }
    output.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ text: String) {
    self.key(key)
    string(text)
  }

  fileprivate mutating func member(_ key: StaticString, _ number: Double, places: Int) {
    self.key(key)
    decimal(number, places: places)
  }
}
