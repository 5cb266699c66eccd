package import APIKit
import Basics
package import Booths
import Contracts
import Crypto
package import HTTP
import JSON
package import Location
import Synchronization

/// The start page, the documentation page and the OpenAPI document.
package struct DocumentationEndpoints: Sendable {
  private let surfaces: [APISurface]
  private let catalogue: CatalogueHolder
  private let locationPolicy: LocationPolicy
  /// The response to browsers at `/`; nil: the same page as for other clients.
  private let app: (@Sendable (Request) -> Response)?
  /// Nil: the start page takes the place of the documentation page.
  private let files: DocumentationFiles?
  private let prepared = PreparedDocuments()

  /// - Parameter surfaces: the APIs to document, besides these endpoints.
  package init(
    describing surfaces: [APISurface], catalogue: CatalogueHolder, locationPolicy: LocationPolicy,
    app: (@Sendable (Request) -> Response)?, files: DocumentationFiles?
  ) {
    self.surfaces = surfaces
    self.catalogue = catalogue
    self.locationPolicy = locationPolicy
    self.app = app
    self.files = files
  }

  package var surface: APISurface {
    APISurface(endpoints: all, schemas: [])
  }

  private var all: [Endpoint] {
    [home, docs, definition]
  }

  private var home: Endpoint {
    Endpoint(
      path: "/", group: .service, summary: "The start page",
      details: """
        Clients that accept `text/html` by that name, as browsers do, get the map, in Korean or English by \
        `Accept-Language`; its query holds the state of the map. Others get a page with sample URLs.
        """,
      answers: [ResponseDescription(200, "A page.", [("text/html", nil)])], errorFormat: .lenientProblem,
      handler: .immediate { context in
        if let app, MediaType.isNamed("text/html", by: context.request.headers["Accept"]) {
          return app(context.request)
        }
        return startPage
      })
  }

  private var startPage: Response {
    var page = Response.page(
      StartPage.html(boothCount: catalogue.current.count, defaultCoordinate: locationPolicy.defaultCoordinate))
    page.headers.add("Vary", "Accept, Accept-Encoding")
    return page
  }

  private var docs: Endpoint {
    Endpoint(
      path: "/docs", group: .service, summary: "The documentation page",
      details: """
        In the language that was chosen on a page, else Korean or English by `Accept-Language`. The descriptions of the \
        operations are English.
        """,
      answers: [ResponseDescription(200, "A page.", [("text/html", nil)])],
      handler: .deferred { context in
        guard let files else { return startPage }
        let language = files.language(context.request)
        let address = context.environment.publicAddress ?? "http://127.0.0.1:8080"
        let page = prepared.answer("/docs \(language)") {
          let all = surfaces + [surface]
          let page = DocumentationPage(
            all.flatMap(\.endpoints), schemas: OpenAPI.schemas(of: all), files: files, language: language,
            address: address)
          var response = Response.page(page.html, runsScripts: true)
          response.headers.add("Content-Language", language)
          response.headers.add("Vary", "Accept-Language, Cookie, Accept-Encoding")
          return PreparedResponse(tagging: response)
        }
        return page.response(to: context.request)
      })
  }

  private var definition: Endpoint {
    // The groups of these endpoints are among them.
    let groups = surfaces.flatMap(\.endpoints).groups
    let groupName = Parameter<String>(
      "group", .enumeration(groups.map(\.name)), "Only this group, with the schemas to which it refers.",
      example: EndpointGroup.booths.name)
    let version = Parameter<String>(
      "version", .enumeration(["3.0", "3.1"]), "The version of OpenAPI, 3.1 by default.", example: "3.0")
    return Endpoint(
      path: "/openapi.json", group: .service, summary: "The OpenAPI document of this API", query: [groupName, version],
      answers: [
        ResponseDescription(
          200, "The definition.", [(MediaType.openAPI, nil), (MediaType.openAPI30, nil), (MediaType.json, nil)])
      ],
      handler: .deferred { context in
        let is30 = try context.query.value(version) == "3.0"
        let type = try context.accepts([is30 ? MediaType.openAPI30 : MediaType.openAPI, MediaType.json])
        let name = try context.query.value(groupName)
        let definition = prepared.answer("\(type) \(is30) \(name ?? "")") {
          var document = OpenAPI.document(
            of: surfaces + [surface], only: groups.first { $0.name == name }, version: context.environment.version)
          if is30 { document = OpenAPI.version30(of: document) }
          return PreparedResponse(tagging: .document(document.bytes, type: type, caching: .shared, varies: true))
        }
        return definition.response(to: context.request)
      })
  }
}

extension PreparedResponse {
  /// A response whose entity tag is a digest of its bytes.
  init(tagging response: Response) {
    var (bytes, headers) = ([UInt8](), response.headers)
    if case .bytes(let content) = response.body { bytes = content }
    headers["ETag"] = "W/\"\(hexadecimal(Digest.bytes(of: bytes)).prefix(16))\""
    if headers["Vary"] == nil { headers["Vary"] = "Accept-Encoding" }
    self.init(bytes, headers)
  }
}

/// Responses that are the same for all clients, made at the first request.
private final class PreparedDocuments: Sendable {
  private let responses = Mutex<[String: PreparedResponse]>([:])

  /// Returns the stored response or makes it; concurrent requests wait.
  func answer(_ name: String, _ make: () -> PreparedResponse) -> PreparedResponse {
    responses.withLock { made in
      if let answer = made[name] { return answer }
      let answer = make()
      made[name] = answer
      return answer
    }
  }
}
