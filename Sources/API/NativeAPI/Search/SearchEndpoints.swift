package import APIKit
import Basics
package import Booths
import Contracts
import Geo
import HTTP
import JSON

package enum SearchParameters {
  package static let text = Parameter<String>(
    "q", .text(maxCount: 100),
    "The text to search for: Korean, English or romanised, initial consonants, or the beginning of any of these.",
    isRequired: true, example: "강남역")
  package static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 10), "The maximum number of results.", example: "10")
}

struct SearchEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer

  var all: [Endpoint] { [search] }

  private var search: Endpoint {
    Endpoint(
      path: "/api/search", group: .search, summary: "Places, stations, chains, booths and addresses", cost: .search,
      details: """
        Best match first; equal matches by importance, then by distance from `lat` and `lon` where given. Made for \
        suggestions while somebody types. Regions, stations, chains, addresses and words of names may stand together in \
        any order, with or without blanks, each with one slip or in the other keyboard layout: `인생네컷 홍대` gives the \
        chain's booths there. Words such as 근처, 포토부스 or "near" do not count; 24시간, 영업중, 5명 and 5000원 이하 are \
        conditions. `interpretation` says what each part was taken for. If a part is not understood (`unknown`), the \
        results are those of the others, and `suggestion` is the place or chain whose name comes closest to it, if any \
        does. \
        `area` is the region around a place, `area_en` the same in English, or the address of a booth; `lines` are those \
        of a station; the coordinate of a chain is its nearest booth. \
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
        let search = PlaceSearch(gazetteer, catalogue, from: position, now: context.now)
        let read = search.read(try query.required(SearchParameters.text))
        let answer = search.answer(to: read, limit: try query.required(SearchParameters.limit))
        return Self.response(
          answer, isPersonal: position != nil, tag: context.tag("s", catalogue, followsClock: read.followsClock))
      })
  }

  private static func response(_ answer: SearchAnswer, isPersonal: Bool, tag: String) -> Response {
    var headers = Headers.common(MediaType.json, caching: isPersonal ? .personal : .shared)
    headers.add("ETag", tag)
    return Response(status: 200, headers: headers, body: .bytes(answer.document))
  }
}

extension SearchAnswer {
  package var document: [UInt8] {
    var output = JSONWriter(capacity: 256 + results.count * 200)
    output.beginObject()
    output.key("results")
    output.beginArray()
    for result in results { result.write(to: &output) }
    output.endArray()
    output.key("interpretation")
    output.beginArray()
    for part in interpretation.parts { part.write(to: &output) }
    output.endArray()
    output.endObject()
    return output.finish()
  }
}

extension Interpretation.Part {
  fileprivate func write(to output: inout JSONWriter) {
    output.beginObject()
    output.member("text", text)
    output.member("kind", meaning.kind)
    switch meaning {
    case .place(_, let name), .line(let name), .chain(let name): output.member("name", name)
    case .wish(let wish):
      output.member("filter", wish.filter)
      if let value = wish.value {
        output.key("value")
        output.integer(value)
      }
    case .words, .filler, .unknown: break
    }
    if let suggestion {
      output.key("suggestion")
      output.beginObject()
      output.member("kind", suggestion.kind.rawValue)
      output.member("name", suggestion.name)
      if let englishName = suggestion.englishName { output.member("name_en", englishName) }
      output.endObject()
    }
    output.endObject()
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
    if !lines.isEmpty {
      output.key("lines")
      output.beginArray()
      for line in lines { output.string(line) }
      output.endArray()
    }
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
