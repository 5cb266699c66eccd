package import HTTP
package import JSON

/// An API that is served beside others: its endpoints and their documentation.
package struct APISurface: Sendable {
  /// All endpoints, in the order of the documentation.
  package var endpoints: [Endpoint]
  /// The schemas to which the endpoints refer.
  package var schemas: [JSONMember]
  /// The security schemes of its endpoints, beside that of accounts.
  package var securitySchemes: [JSONMember] = []
  /// Routes that are not endpoints, such as those of WebSockets.
  package var routes: [Route] = []
  /// The response to an error of the HTTP engine, such as an unknown path or a body that is too large; nil when the
  /// request is not for this API.
  package var faultAnswer: @Sendable (Fault, Request?) -> Response? = { _, _ in nil }

  package init(endpoints: [Endpoint], schemas: [JSONMember]) {
    self.endpoints = endpoints
    self.schemas = schemas
  }
}

extension [APISurface] {
  /// The routes of all surfaces: one for each endpoint, and one for CORS preflight requests of each path that is open
  /// to pages of other origins.
  package func allRoutes(in environment: APIEnvironment) -> [Route] {
    let endpoints = flatMap(\.endpoints)
    return endpoints.map { $0.route(in: environment) } + preflights(endpoints) + flatMap(\.routes)
  }

  /// The response to an error of the HTTP engine.
  package func answer(to fault: Fault, _ request: Request?) -> Response {
    lazy.compactMap { $0.faultAnswer(fault, request) }.first ?? fault.answer
  }
}

private func preflights(_ endpoints: [Endpoint]) -> [Route] {
  let open = endpoints.filter(\.allowsCrossOrigin)
  // Paths that differ only in the names of their parameters are the same.
  let shared = Dictionary(grouping: open) { $0.path.replacing(/{[^}]*}/, with: "{}") }
  return shared.values.map { ($0[0].path, $0.map(\.method)) }.sorted { $0.0 < $1.0 }.map { path, methods in
    let named = methods.flatMap { $0 == .get ? [HTTP.Method.get, .head] : [$0] } + [.options]
    let response = Response.preflight(named.map(\.rawValue).joined(separator: ", "))
    return Route(.options, path, bodyLimit: 0, .immediate { _ in response })
  }
}
