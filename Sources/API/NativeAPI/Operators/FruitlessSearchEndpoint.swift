import APIKit
import Accounts
import Basics
package import Booths
import Contracts
import HTTP

/// What people searched for without finding a booth.
struct FruitlessSearchEndpoint: Sendable {
  let searches: FruitlessSearches

  private static let limit = Parameter<Int>.limit(of: "texts")

  var endpoint: Endpoint {
    Endpoint(
      path: "/api/operator/searches", group: .operators, summary: "Searches that found no booth",
      details: """
        Most frequent first: which booths are missing, and which names are unknown. A text is counted once \
        \(FruitlessSearches.minClients) clients have searched for it on one day, and kept for \
        \(FruitlessSearches.daysKept) days, without any data about the clients.
        """,
      query: [Self.limit], caller: .role(.moderator), action: "searches",
      answers: [ResponseDescription(200, "The texts.", [(MediaType.json, "FruitlessSearchList")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let found = try await searches.list(limit: try context.query.required(Self.limit))
        return .forOperator(FruitlessSearchListDocument(searches: found.map(FruitlessSearchDocument.init)))
      })
  }
}

struct FruitlessSearchListDocument: NativeDocument {
  let searches: [FruitlessSearchDocument]
}

package struct FruitlessSearchDocument: NativeDocument {
  /// Without regard to case, width and punctuation.
  let text: String
  let count: Int
  /// The last day, as `2026-11-28` (UTC).
  package let lastDay: String

  enum CodingKeys: String, CodingKey {
    case text, count
    case lastDay = "last_day"
  }

  package init(_ search: FruitlessSearch) {
    (text, count) = (search.text, search.count)
    lastDay = String(Timestamp(seconds: search.lastDay * 86_400).rfc3339.prefix(10))
  }
}
