import Contracts
import HTTP
import Tokens

/// What the service says of itself: to programs and to people.
enum DocumentationEndpoints {
  static let all = [home, docs, style, definition]

  private static let home = Endpoint(
    path: "/", group: .service, summary: "What this is, for people",
    details: """
      Whoever accepts `text/html` by that name, as browsers do, gets the map, in Korean or English as `Accept-Language` \
      says; its address may carry what it shows as a query. Others get a page with addresses to try.
      """,
    answers: [AnswerDescription(200, "A page.", [("text/html", nil)])], convention: .page,
    reply: .immediate { call in
      if let app = call.site.app, MediaType.isNamed("text/html", by: call.request.headers["Accept"]) {
        return app(call.request)
      }
      var page = Response.page(Pages.home(call))
      page.headers.add("Vary", "Accept, Accept-Encoding")
      return page
    })

  private static let docs = Endpoint(
    path: "/docs", group: .service, summary: "This documentation, for people",
    answers: [AnswerDescription(200, "A page.", [("text/html", nil)])],
    reply: .deferred { call in
      let page = call.shared.prepared("/docs") {
        PreparedResponse(tagging: .page(Pages.documentation(call.site.endpoints)))
      }
      return page.response(to: call.request)
    })

  private static let style = Endpoint(
    path: "/docs/style.css", group: .service, summary: "How the pages look",
    answers: [AnswerDescription(200, "A style sheet.", [("text/css", nil)])],
    reply: .immediate { call in styleSheet.response(to: call.request) })

  private static let styleSheet = PreparedResponse(
    tagging: .document(Array(Pages.style.utf8), type: "text/css; charset=utf-8", caching: .shared))

  private static let definition = Endpoint(
    path: "/openapi.json", group: .service, summary: "The definition of this interface in OpenAPI 3.1",
    answers: [AnswerDescription(200, "The definition.", [(MediaType.openAPI, nil), (MediaType.json, nil)])],
    reply: .deferred { call in
      let type = try call.accepts([MediaType.openAPI, MediaType.json])
      let definition = call.shared.prepared(type) {
        let document = OpenAPI.document(call.site.endpoints, version: call.site.version)
        return PreparedResponse(tagging: .document(document.bytes, type: type, caching: .shared, varies: true))
      }
      return definition.response(to: call.request)
    })
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
