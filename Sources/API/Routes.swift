public import HTTP

/// The table of everything that is served.
let endpoints: [Endpoint] =
  BoothEndpoints.all + LocationEndpoints.all + OGCEndpoints.all + KakaoEndpoints.all + [ImportEndpoints.run]
  + [ServiceEndpoints.health] + DocumentationEndpoints.all

/// The routes of a site: one for each row of the table, and for each address that pages from elsewhere may read the
/// answer to a browser's question whether they may.
public func routes(_ site: Site) -> [Route] {
  let preflights = endpoints.filter { $0.method == .get }.map { endpoint in
    Route(.options, endpoint.path, bodyLimit: 0, .immediate { _ in .preflight })
  }
  let shared = SharedSite(site)
  return endpoints.map { $0.route(shared) } + preflights
}
