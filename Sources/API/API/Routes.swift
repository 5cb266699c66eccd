public import HTTP

/// The table of everything that can be served.
let endpoints: [Endpoint] =
  BoothEndpoints.all + LocationEndpoints.all + AccountEndpoints.all + SessionEndpoints.all + ProfileEndpoints.all
  + IdentityEndpoints.all + SocialRedirects.all
  + RelationEndpoints.all + PostEndpoints.all + FeedEndpoints.all + CommentEndpoints.all + PhotoEndpoints.all
  + [ReportEndpoints.file] + OrderEndpoints.all + WebhookEndpoints.all + WorkspaceEndpoints.all
  + InvitationEndpoints.all + ChannelEndpoints.all + MessageEndpoints.all + RealtimeEndpoints.all
  + PartyEndpoints.all + PartyMemberEndpoints.all + QuestEndpoints.all
  + StampEndpoints.all + OGCEndpoints.all
  + KakaoEndpoints.all + LegacyEndpoints.all + PartyQuestEndpoints.all + [ImportEndpoints.run]
  + [ServiceEndpoints.health] + DocumentationEndpoints.all

/// The routes of a site: one for each row of the table, and one for each address of which pages from elsewhere may make
/// use, to answer a browser's question whether they may.
public func routes(_ site: Site) -> [Route] {
  let (shared, served) = (SharedSite(site), site.endpoints)
  return served.map { $0.route(shared) } + preflights(served)
}

extension Site {
  /// What of the table is served here.
  var endpoints: [Endpoint] {
    community.servesPartyQuest ? API.endpoints : API.endpoints.filter { $0.group != .partyQuest }
  }
}

private func preflights(_ endpoints: [Endpoint]) -> [Route] {
  let open = endpoints.filter { $0.group != .imports }
  // What a part of an address is called tells no addresses apart.
  let shared = Dictionary(grouping: open) { $0.path.replacing(/{[^}]*}/, with: "{}") }
  return shared.values.map { ($0[0].path, $0.map(\.method)) }.sorted { $0.0 < $1.0 }.map { path, methods in
    let named = methods.flatMap { $0 == .get ? [HTTP.Method.get, .head] : [$0] } + [.options]
    let response = Response.preflight(named.map(\.rawValue).joined(separator: ", "))
    return Route(.options, path, bodyLimit: 0, .immediate { _ in response })
  }
}
