package import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON

package enum SearchParameters {
  package static let text = Parameter<String>(
    "q", .text(maxCount: 100),
    "What is looked for: Korean, English or romanised, initial consonants, or the beginning of any of these.",
    isRequired: true, example: "강남역")
  package static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 10), "The maximum number of results.", example: "10")
}

/// The search for everything.
struct SearchEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer

  var all: [Endpoint] { [search] }

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
      query: [
        SearchParameters.text, LocationParameters.latitude, LocationParameters.longitude, SearchParameters.limit,
      ],
      answers: [ResponseDescription(200, "The results.", [(MediaType.json, "SearchResults")])],
      handler: .deferred { context in
        let query = context.query
        let position = try query.coordinate(LocationParameters.latitude, LocationParameters.longitude)
        let catalogue = catalogue.current
        let results = PlaceSearch(gazetteer, catalogue, from: position)
          .results(for: try query.required(SearchParameters.text), limit: try query.required(SearchParameters.limit))
        return Self.response(results, isPersonal: position != nil, tag: context.tag("s", catalogue))
      })
  }

  /// An answer for a position is for one person.
  private static func response(_ results: [SearchResult], isPersonal: Bool, tag: String) -> Response {
    var headers = Headers.common(MediaType.json, caching: isPersonal ? .personal : .shared)
    headers.add("ETag", tag)
    return Response(status: 200, headers: headers, body: .bytes(results.document))
  }
}

extension [SearchResult] {
  /// The document of the results.
  package var document: [UInt8] {
    var output = JSONWriter(capacity: 64 + count * 200)
    output.beginObject()
    output.key("results")
    output.beginArray()
    for result in self { result.write(to: &output) }
    output.endArray()
    output.endObject()
    return output.finish()
  }
}

extension SearchResult {
  fileprivate func write(to output: inout JSONWriter) {
    output.beginObject()
    output.member("kind", kind.rawValue)
    output.member("name", name)
    if let englishName { output.member("name_en", englishName) }
    if let area { output.member("area", area) }
    if let englishArea { output.member("area_en", englishArea) }
    output.member("latitude", coordinate.latitude, places: 7)
    output.member("longitude", coordinate.longitude, places: 7)
    if let bounds {
      output.key("bbox")
      output.beginArray()
      for edge in [bounds.west, bounds.south, bounds.east, bounds.north] { output.decimal(edge, places: 5) }
      output.endArray()
    }
    if let booth {
      output.key("booth_id")
      output.integer(Int(booth.number))
    }
    if let metres { output.member("distance_m", metres, places: 1) }
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
