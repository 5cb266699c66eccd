package import APIKit
import Basics
package import Booths
import Contracts
import Crypto
package import HTTP
package import Location
import Synchronization

/// What the service says of itself: to programs and to people.
package struct DocumentationEndpoints: Sendable {
  private let surfaces: [APISurface]
  private let catalogue: CatalogueHolder
  private let locationPolicy: LocationPolicy
  /// What browsers get at `/`; nil: the same page as everybody.
  private let app: (@Sendable (Request) -> Response)?
  private let prepared = PreparedDocuments()

  /// - Parameter surfaces: what is described besides these endpoints themselves.
  package init(
    describing surfaces: [APISurface], catalogue: CatalogueHolder, locationPolicy: LocationPolicy,
    app: (@Sendable (Request) -> Response)?
  ) {
    self.surfaces = surfaces
    self.catalogue = catalogue
    self.locationPolicy = locationPolicy
    self.app = app
  }

  package var surface: APISurface { APISurface(endpoints: all, schemas: []) }

  private var all: [Endpoint] {
    [home, docs, style, definition]
  }

  private var home: Endpoint {
    Endpoint(
      path: "/", group: .service, summary: "What this is, for people",
      details: """
        Whoever accepts `text/html` by that name, as browsers do, gets the map, in Korean or English as `Accept-Language` \
        says; its address may carry what it shows as a query. Others get a page with addresses to try.
        """,
      answers: [AnswerDescription(200, "A page.", [("text/html", nil)])], errorFormat: .lenientProblem,
      handler: .immediate { context in
        if let app, MediaType.isNamed("text/html", by: context.request.headers["Accept"]) {
          return app(context.request)
        }
        var page = Response.page(
          Pages.home(boothCount: catalogue.current.count, defaultCoordinate: locationPolicy.defaultCoordinate))
        page.headers.add("Vary", "Accept, Accept-Encoding")
        return page
      })
  }

  private var docs: Endpoint {
    Endpoint(
      path: "/docs", group: .service, summary: "This documentation, for people",
      answers: [AnswerDescription(200, "A page.", [("text/html", nil)])],
      handler: .deferred { context in
        let page = prepared.answer("/docs") {
          PreparedResponse(tagging: .page(Pages.documentation((surfaces + [surface]).flatMap(\.endpoints))))
        }
        return page.response(to: context.request)
      })
  }

  private var style: Endpoint {
    Endpoint(
      path: "/docs/style.css", group: .service, summary: "How the pages look",
      answers: [AnswerDescription(200, "A style sheet.", [("text/css", nil)])],
      handler: .immediate { context in Self.styleSheet.response(to: context.request) })
  }

  private static let styleSheet = PreparedResponse(
    tagging: .document(Array(Pages.style.utf8), type: "text/css; charset=utf-8", caching: .shared))

  private var definition: Endpoint {
    Endpoint(
      path: "/openapi.json", group: .service, summary: "The definition of this interface in OpenAPI 3.1",
      answers: [AnswerDescription(200, "The definition.", [(MediaType.openAPI, nil), (MediaType.json, nil)])],
      handler: .deferred { context in
        let type = try context.accepts([MediaType.openAPI, MediaType.json])
        let definition = prepared.answer(type) {
          let document = OpenAPI.document(of: surfaces + [surface], version: context.environment.version)
          return PreparedResponse(tagging: .document(document.bytes, type: type, caching: .shared, varies: true))
        }
        return definition.response(to: context.request)
      })
  }
}

extension PreparedResponse {
  /// Prepares an answer under a tag made of its bytes.
  fileprivate init(tagging response: Response) {
    var (bytes, headers) = ([UInt8](), response.headers)
    if case .bytes(let content) = response.body { bytes = content }
    headers["ETag"] = "W/\"\(hexadecimal(Digest.bytes(of: bytes)).prefix(16))\""
    if headers["Vary"] == nil { headers["Vary"] = "Accept-Encoding" }
    self.init(bytes, headers)
  }
}

/// Answers that are the same for everybody, made when they are first asked for.
private final class PreparedDocuments: Sendable {
  private let made = Mutex<[String: PreparedResponse]>([:])

  /// A request that comes while the answer is being made waits.
  func answer(_ name: String, _ make: () -> PreparedResponse) -> PreparedResponse {
    made.withLock { made in
      if let answer = made[name] { return answer }
      let answer = make()
      made[name] = answer
      return answer
    }
  }
}
