package import HTTP
package import JSON

/// An API that is served beside others: its endpoints and their documentation.
package struct APISurface: Sendable {
  /// All endpoints, in the order of the documentation.
  package var endpoints: [Endpoint]
  package var schemas: [JSONMember]
  package var securitySchemes: [JSONMember] = []
  /// Routes that are not endpoints, such as those of WebSockets.
  package var routes: [Route] = []
  /// The response to an error of the HTTP engine, such as an unknown path or a body that is too large; nil when the
  /// request is not for this API.
  package var faultAnswer: @Sendable (FaultContext) -> Response? = { _ in nil }

  package init(endpoints: [Endpoint], schemas: [JSONMember]) {
    self.endpoints = endpoints
    self.schemas = schemas
  }
}

/// An error of the HTTP engine, for the APIs that may answer it.
package struct FaultContext: Sendable {
  package let fault: Fault
  /// Nil if it could not be read.
  package let request: Request?
  /// How closely the path matches those of the other APIs.
  package let others: PathMatch
}

extension [APISurface] {
  /// The routes of all surfaces: one for each endpoint, and one for CORS preflight requests of each path that is open
  /// to pages of other origins.
  package func allRoutes(in environment: APIEnvironment) -> [Route] {
    let endpoints = flatMap(\.endpoints)
    return endpoints.map { $0.route(in: environment) } + preflights(endpoints) + flatMap(\.routes)
  }

  /// Gives the response to an error of the HTTP engine.
  package func faultAnswer() -> @Sendable (Fault, Request?) -> Response {
    let surfaces = map { surface in
      (paths: PathTree(surface.endpoints.map(\.path) + surface.routes.map(\.pattern)), answer: surface.faultAnswer)
    }
    return { fault, request in
      let matches = surfaces.map { surface in request.map { surface.paths.match($0.path) } ?? .unrelated }
      for (position, surface) in surfaces.enumerated() {
        let others = matches.indices.filter { $0 != position }.map { matches[$0] }.max() ?? .unrelated
        let context = FaultContext(fault: fault, request: request, others: others)
        if let response = surface.answer(context) { return response }
      }
      return fault.answer
    }
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
