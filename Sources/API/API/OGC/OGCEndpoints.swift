import Basics
import Booths
import Contracts
import Geo
import HTTP

/// OGC API – Features, Part 1: Core (OGC 17-069r4), with its requirements class GeoJSON.
enum OGCEndpoints {
  static let all = [landing, conformance, collections, collection, items, item]

  private static let landing = Endpoint(
    path: "/ogc", group: .ogc, summary: "Landing page", query: [OGCParameters.form],
    answers: [AnswerDescription(200, "Links to everything.", [(MediaType.json, "LandingPage")])],
    reply: .immediate { call in
      try call.ogcDocument(
        .object([
          "title": "Photo booths", "description": "A catalogue of photo booths with their places.",
          "links": .array(call.landingLinks.map(\.json)),
        ]))
    })

  private static let conformance = Endpoint(
    path: "/ogc/conformance", group: .ogc, summary: "What is conformed to", query: [OGCParameters.form],
    answers: [AnswerDescription(200, "The classes.", [(MediaType.json, "Conformance")])],
    reply: .immediate { call in
      try call.ogcDocument(
        .object([
          "conformsTo": [
            "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
            "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
          ]
        ]))
    })

  private static let collections = Endpoint(
    path: "/ogc/collections", group: .ogc, summary: "The collections", query: [OGCParameters.form],
    answers: [AnswerDescription(200, "The only collection.", [(MediaType.json, "Collections")])],
    reply: .deferred { call in
      let links = [Link("self", call.ogcAddress("/collections"), type: MediaType.json)]
      return try call.ogcDocument(
        .object(["links": .array(links.map(\.json)), "collections": [call.boothCollection]]))
    })

  private static let collection = Endpoint(
    path: "/ogc/collections/{collectionId}", group: .ogc, summary: "A collection",
    segments: [OGCParameters.collection], query: [OGCParameters.form],
    answers: [AnswerDescription(200, "The collection.", [(MediaType.json, "Collection")]), missing],
    reply: .deferred { call in
      try call.checkCollection()
      return try call.ogcDocument(call.boothCollection)
    })

  private static let items = Endpoint(
    path: "/ogc/collections/{collectionId}/items", group: .ogc, summary: "The booths of a collection, page by page",
    details: "By ascending number; the link `next` leads to the following ones.",
    segments: [OGCParameters.collection],
    query: [
      OGCParameters.limit, OGCParameters.bbox, OGCParameters.datetime, OGCParameters.after, BoothParameters.brand,
      BoothParameters.tag, BoothParameters.status, OGCParameters.form,
    ],
    answers: [AnswerDescription(200, "The booths.", [(MediaType.geoJSON, "FeatureCollection")]), missing],
    reply: .deferred { call in
      try call.checkCollection()
      return try call.itemPage()
    })

  private static let item = Endpoint(
    path: "/ogc/collections/{collectionId}/items/{featureId}", group: .ogc, summary: "A booth of a collection",
    segments: [OGCParameters.collection, OGCParameters.feature], query: [OGCParameters.form],
    answers: [AnswerDescription(200, "The booth.", [(MediaType.geoJSON, "Feature")]), missing],
    reply: .immediate { call in
      try call.checkCollection()
      return try call.item()
    })

  private static let missing = AnswerDescription(404, "There is no such thing.", [(Problem.mediaType, "Problem")])
}

extension Call {
  /// The address of a document below the landing page.
  func ogcAddress(_ path: String) -> String { "\(publicAddress)/ogc\(path)" }

  fileprivate var landingLinks: [Link] {
    [
      Link("self", ogcAddress(""), type: MediaType.json, title: "This document"),
      Link(
        "service-desc", "\(publicAddress)/openapi.json", type: MediaType.openAPI, title: "The definition in OpenAPI"),
      Link("service-doc", "\(publicAddress)/docs", type: "text/html", title: "The documentation for people"),
      Link("conformance", ogcAddress("/conformance"), type: MediaType.json, title: "What is conformed to"),
      Link("data", ogcAddress("/collections"), type: MediaType.json, title: "The collections"),
    ]
  }

  /// The collection of booths. Its extent is what they lie in: clients frame their maps by it.
  fileprivate var boothCollection: JSONValue {
    let links = [
      Link("self", ogcAddress("/collections/booths"), type: MediaType.json, title: "This collection"),
      Link("items", ogcAddress("/collections/booths/items"), type: MediaType.geoJSON, title: "The booths"),
    ]
    let system: JSONValue = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
    return .object([
      "id": "booths", "title": "Photo booths", "description": "Photo booths that are not closed for good.",
      "links": .array(links.map(\.json)),
      "extent": catalogue.bounds.map { bounds -> JSONValue in
        let edges = [bounds.west, bounds.south, bounds.east, bounds.north].map { JSONValue.number($0) }
        return .object(["spatial": .object(["bbox": [.array(edges)], "crs": system])])
      },
      "itemType": "feature", "crs": [system],
    ])
  }

  fileprivate func checkCollection() throws(Refusal) {
    let name = try segment(OGCParameters.collection)
    if name != "booths" {
      throw Refusal(
        .missing, "collection-unknown", "There is no such collection; there is 'booths'.", field: "collectionId")
    }
  }

  /// A JSON document of the interface.
  fileprivate func ogcDocument(_ document: JSONValue) throws -> Response {
    if try query.value(OGCParameters.form) == nil { _ = try accepts([MediaType.json]) }
    return .json(document, caching: .shared, tag: tag("o"))
  }
}
