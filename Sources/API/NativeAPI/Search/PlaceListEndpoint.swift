import APIKit
import Basics
import Booths
import Contracts
import HTTP

/// The gazetteer, for searches without a network.
struct PlaceListEndpoint: Sendable {
  let gazetteer: Gazetteer
  /// Made at the first request.
  private let prepared = Lazy<PreparedResponse>()

  init(gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  var endpoint: Endpoint {
    Endpoint(
      path: "/api/places", group: .offline, summary: "The places that the search knows", cost: .search,
      details: """
        Provinces, municipalities, neighborhoods, stations, universities, sights and roads: with the booths of \
        `/api/catalogue/snapshot` a client searches without a network. About 0.4 MB in gzip; it changes with the \
        version of the server only. `area` is what surrounds the place, null for provinces; nearly all of a place lies \
        within `radius_m` of its coordinate; `bbox` is the box around a region whose borders are known.
        """,
      answers: [ResponseDescription(200, "All places.", [(MediaType.json, "PlaceList")])],
      handler: .deferred { context in
        let list = prepared.value {
          let document = PlaceListDocument(places: gazetteer.places.map { PlaceDocument($0, in: gazetteer) })
          return PreparedResponse(tagging: .json(document, caching: .shared))
        }
        return list.response(to: context.request)
      })
  }
}

struct PlaceListDocument: NativeDocument {
  let places: [PlaceDocument]
}

struct PlaceDocument: NativeDocument {
  let kind: String
  let name: String
  let englishName: String
  let area: String?
  let englishArea: String?
  let latitude: Double
  let longitude: Double
  let radius: Int
  /// 1 to 9: which of several equal matches comes first.
  let importance: Int
  /// Of a station.
  let lines: [String]
  /// Further names in any script.
  let aliases: [String]
  /// West, south, east, north.
  let bbox: [Double]?

  enum CodingKeys: String, CodingKey {
    case kind, name
    case englishName = "name_en"
    case area
    case englishArea = "area_en"
    case latitude, longitude
    case radius = "radius_m"
    case importance, lines, aliases, bbox
  }

  init(_ place: Place, in gazetteer: Gazetteer) {
    kind = place.kind.rawValue
    (name, englishName) = (place.name, place.fullEnglishName)
    (area, englishArea) = (place.area.isEmpty ? nil : place.area, gazetteer.englishArea(of: place))
    (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
    (radius, importance) = (Int(place.radius), place.importance)
    (lines, aliases) = (place.lines, place.aliases)
    bbox = place.borderBox.map { [$0.west, $0.south, $0.east, $0.north] }
  }
}
