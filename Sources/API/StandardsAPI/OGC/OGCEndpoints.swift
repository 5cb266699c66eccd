import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON
import NativeAPI

/// OGC API – Features, Part 1: Core (OGC 17-069r4), with its requirements classes GeoJSON and OpenAPI 3.0.
struct OGCEndpoints: Sendable {
  let catalogue: CatalogueHolder

  var all: [Endpoint] {
    [landing, conformance, collections, collection, items, item]
  }

  private var landing: Endpoint {
    Endpoint(
      path: "/ogc", group: .ogc, summary: "Landing page", query: [OGCParameters.form],
      answers: [ResponseDescription(200, "Links to everything.", [(MediaType.json, "LandingPage")])],
      handler: .immediate { context in
        let request = OGCRequest(context: context, catalogue: catalogue.current)
        return try request.ogcDocument(
          .object([
            "title": "Photo booths", "description": "A catalogue of photo booths with their positions.",
            "links": .array(request.landingLinks.map(\.json)),
          ]))
      })
  }

  private var conformance: Endpoint {
    Endpoint(
      path: "/ogc/conformance", group: .ogc, summary: "Conformance classes", query: [OGCParameters.form],
      answers: [ResponseDescription(200, "The conformance classes.", [(MediaType.json, "Conformance")])],
      handler: .immediate { context in
        let request = OGCRequest(context: context, catalogue: catalogue.current)
        return try request.ogcDocument(
          .object([
            "conformsTo": [
              "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
              "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
              "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30",
            ]
          ]))
      })
  }

  private var collections: Endpoint {
    Endpoint(
      path: "/ogc/collections", group: .ogc, summary: "The collections", query: [OGCParameters.form],
      answers: [ResponseDescription(200, "The only collection.", [(MediaType.json, "Collections")])],
      handler: .deferred { context in
        let request = OGCRequest(context: context, catalogue: catalogue.current)
        let links = [Link("self", request.ogcAddress("/collections"), type: MediaType.json)]
        return try request.ogcDocument(
          .object(["links": .array(links.map(\.json)), "collections": [request.boothCollection]]))
      })
  }

  private var collection: Endpoint {
    Endpoint(
      path: "/ogc/collections/{collectionId}", group: .ogc, summary: "A collection",
      pathParameters: [OGCParameters.collection], query: [OGCParameters.form],
      answers: [ResponseDescription(200, "The collection.", [(MediaType.json, "Collection")]), Self.missing],
      handler: .deferred { context in
        let request = OGCRequest(context: context, catalogue: catalogue.current)
        try request.checkCollection()
        return try request.ogcDocument(request.boothCollection)
      })
  }

  private var items: Endpoint {
    Endpoint(
      path: "/ogc/collections/{collectionId}/items", group: .ogc, summary: "The booths of a collection, page by page",
      details: "By ascending number; the link `next` leads to the next page.",
      pathParameters: [OGCParameters.collection],
      query: [
        OGCParameters.limit, OGCParameters.bbox, OGCParameters.datetime, OGCParameters.after, BoothParameters.brand,
        BoothParameters.tag, BoothParameters.status, OGCParameters.form,
      ],
      answers: [ResponseDescription(200, "The booths.", [(MediaType.geoJSON, "FeatureCollection")]), Self.missing],
      handler: .deferred { context in
        let request = OGCRequest(context: context, catalogue: catalogue.current)
        try request.checkCollection()
        return try request.itemPage()
      })
  }

  private var item: Endpoint {
    Endpoint(
      path: "/ogc/collections/{collectionId}/items/{featureId}", group: .ogc, summary: "A booth of a collection",
      pathParameters: [OGCParameters.collection, OGCParameters.feature], query: [OGCParameters.form],
      answers: [ResponseDescription(200, "The booth.", [(MediaType.geoJSON, "Feature")]), Self.missing],
      handler: .immediate { context in
        let request = OGCRequest(context: context, catalogue: catalogue.current)
        try request.checkCollection()
        return try request.item()
      })
  }

  private static let missing = ResponseDescription(
    404, "The collection or booth does not exist.", [(Problem.mediaType, "Problem")])
}

/// A request for features, with one catalogue snapshot.
struct OGCRequest {
  let context: RequestContext
  let catalogue: Catalogue

  /// The URL of a document below the landing page.
  func ogcAddress(_ path: String) -> String { "\(context.publicAddress)/ogc\(path)" }

  fileprivate var landingLinks: [Link] {
    [
      Link("self", ogcAddress(""), type: MediaType.json, title: "This document"),
      Link(
        "service-desc", "\(context.publicAddress)/openapi.json?version=3.0", type: MediaType.openAPI30,
        title: "The OpenAPI 3.0 document"),
      Link(
        "service-desc", "\(context.publicAddress)/openapi.json", type: MediaType.openAPI,
        title: "The OpenAPI 3.1 document"),
      Link("service-doc", "\(context.publicAddress)/docs", type: "text/html", title: "The documentation"),
      Link("conformance", ogcAddress("/conformance"), type: MediaType.json, title: "Conformance classes"),
      Link("data", ogcAddress("/collections"), type: MediaType.json, title: "The collections"),
    ]
  }

  /// The collection of booths. Its extent is their bounding box, by which clients frame their maps.
  fileprivate var boothCollection: JSONValue {
    let links = [
      Link("self", ogcAddress("/collections/booths"), type: MediaType.json, title: "This collection"),
      Link("items", ogcAddress("/collections/booths/items"), type: MediaType.geoJSON, title: "The booths"),
    ]
    let system: JSONValue = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
    return .object([
      "id": "booths", "title": "Photo booths", "description": "Photo booths that are not permanently closed.",
      "links": .array(links.map(\.json)),
      "extent": catalogue.bounds.map { bounds -> JSONValue in
        let edges = [bounds.west, bounds.south, bounds.east, bounds.north].map { JSONValue.number($0) }
        return .object(["spatial": .object(["bbox": [.array(edges)], "crs": system])])
      },
      "itemType": "feature", "crs": [system],
    ])
  }

  fileprivate func checkCollection() throws(DomainError) {
    let name = try context.pathParameter(OGCParameters.collection)
    if name != "booths" {
      throw DomainError(
        .notFound, "collection-unknown", "There is no such collection; use 'booths'.", field: "collectionId")
    }
  }

  fileprivate func ogcDocument(_ document: JSONValue) throws -> Response {
    if try context.query.value(OGCParameters.form) == nil { _ = try context.accepts([MediaType.json]) }
    return .json(document, caching: .shared, tag: context.tag("o", catalogue))
  }
}
