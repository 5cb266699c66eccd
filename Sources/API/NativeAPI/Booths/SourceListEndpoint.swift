import APIKit
import Basics
import Booths
import Contracts
import HTTP

/// Whom the booths are from, and on which terms.
struct SourceListEndpoint: Sendable {
  let store: any CatalogueStore

  var endpoint: Endpoint {
    Endpoint(
      path: "/api/sources", group: .booths, summary: "The sources of the booths",
      details: """
        With the licence and the attribution that the source states; null where it states none. Name them where you show \
        its booths. `source` of a booth is the `name`.
        """,
      answers: [ResponseDescription(200, "The sources, by name.", [(MediaType.json, "SourceList")])],
      handler: .deferred { [store] _ in
        let sources = try await store.sources().map { source in
          SourceDocument(name: source.name, licence: source.terms.licence, attribution: source.terms.attribution)
        }
        return .json(SourceListDocument(sources: sources), caching: .shared)
      })
  }
}

struct SourceListDocument: NativeDocument {
  let sources: [SourceDocument]
}

struct SourceDocument: NativeDocument {
  let name: String
  let licence: String?
  let attribution: String?
}
