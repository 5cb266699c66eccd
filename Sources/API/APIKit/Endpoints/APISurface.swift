package import Contracts
package import HTTP

/// An interface that is served beside others: its table, and what describes it.
package struct APISurface: Sendable {
  /// The table of everything that it serves, in the order of the documentation.
  package var endpoints: [Endpoint]
  /// The schemas that its answers name.
  package var schemas: [JSONMember]
  /// The credentials that its endpoints name beside those of people.
  package var securitySchemes: [JSONMember] = []
  /// Routes that no row describes, such as those of WebSockets.
  package var routes: [Route] = []
  /// The answer to what the engine itself finds wrong with a request, such as an unknown path or a body that is too
  /// large; nil where the request is not for this interface.
  package var faultAnswer: @Sendable (Fault, Request?) -> Response? = { _, _ in nil }

  package init(endpoints: [Endpoint], schemas: [JSONMember]) {
    self.endpoints = endpoints
    self.schemas = schemas
  }
}

extension [APISurface] {
  /// The routes of all: one for each row of the tables, and one for each address of which pages from elsewhere may make
  /// use, to answer a browser's question whether they may.
  package func allRoutes(in environment: APIEnvironment) -> [Route] {
    let endpoints = flatMap(\.endpoints)
    return endpoints.map { $0.route(in: environment) } + preflights(endpoints) + flatMap(\.routes)
  }

  /// The answer to what the engine itself finds wrong.
  package func answer(to fault: Fault, _ request: Request?) -> Response {
    lazy.compactMap { $0.faultAnswer(fault, request) }.first ?? fault.answer
  }
}

private func preflights(_ endpoints: [Endpoint]) -> [Route] {
  let open = endpoints.filter(\.isOpenToPages)
  // What a part of an address is called tells no addresses apart.
  let shared = Dictionary(grouping: open) { $0.path.replacing(/{[^}]*}/, with: "{}") }
  return shared.values.map { ($0[0].path, $0.map(\.method)) }.sorted { $0.0 < $1.0 }.map { path, methods in
    let named = methods.flatMap { $0 == .get ? [HTTP.Method.get, .head] : [$0] } + [.options]
    let response = Response.preflight(named.map(\.rawValue).joined(separator: ", "))
    return Route(.options, path, bodyLimit: 0, .immediate { _ in response })
  }
}
