import APIKit
import Basics
import Contracts
import HTTP
import OfflineBooths

/// The catalogue as files for searches without a network, and their addresses.
struct OfflineEndpoints: Sendable {
  let files: OfflineFiles

  var all: [Endpoint] { [snapshot, deltas, wellKnown] }

  static let type = "application/vnd.fourcuts.catalogue"

  private var snapshot: Endpoint {
    Endpoint(
      path: "/api/catalogue/snapshot", group: .offline, summary: "All booths, as a file",
      cost: .search,
      details: """
        For searches without a network: a signed file of columns, laid out in the article "The catalogue without a \
        network". At most ten minutes older than the catalogue; `/api/catalogue/deltas` leads on from it. Supports \
        `Range`. Closed booths are left out, and those of sources whose licence reserves all rights.
        """,
      answers: [ResponseDescription(200, "The file.", [(Self.type, nil)])], deadline: .uploads,
      handler: .deferred { context in
        try await files.currentSnapshot().response(to: context.request, type: Self.type)
      })
  }

  private static let since = Parameter<Int>(
    "since", .integer(0...999_999_999_999_999), "The version of the client's snapshot.", isRequired: true, example: "12"
  )
  private static let mark = Parameter<String>(
    "mark", .visible(maxCount: 32), "The mark of that version, as the snapshot's header has it.", isRequired: true,
    example: "1v8m2k0x4p9qz")

  private var deltas: Endpoint {
    Endpoint(
      path: "/api/catalogue/deltas", group: .offline, summary: "The changes since a snapshot, as a file",
      cost: .search,
      details: """
        A file like the snapshot: the booths that were added or changed, whole, and the numbers of those that are gone. \
        It replaces an earlier delta. Without changes it is empty.
        """,
      query: [Self.since, Self.mark],
      answers: [
        ResponseDescription(200, "The file.", [(Self.type, nil)]),
        .conflict(
          "`catalogue-diverged`: more than twenty thousand booths have changed, or the catalogue was restored from a "
            + "backup. Take a new snapshot."),
      ],
      handler: .deferred { context in
        let since = CatalogueVersion(
          number: Int64(try context.query.required(Self.since)), mark: try context.query.required(Self.mark))
        let delta = try await files.delta(since: since)
        return .document(delta.bytes, type: Self.type, caching: .shared, tag: "W/\"\(delta.tag)\"")
      })
  }

  private var wellKnown: Endpoint {
    Endpoint(
      path: "/.well-known/fourcuts", group: .offline, summary: "What clients of this server need to know", cost: .free,
      details: "`public_key` verifies the files of the catalogue: Ed25519, in Base64.",
      answers: [ResponseDescription(200, "The addresses and the key.", [(MediaType.json, "WellKnown")])],
      handler: .immediate { _ in .json(WellKnownDocument(publicKey: files.publicKey), caching: .shared) })
  }
}

struct WellKnownDocument: NativeDocument {
  struct Catalogue: NativeDocument {
    let snapshot: String
    let deltas: String
    let publicKey: String

    enum CodingKeys: String, CodingKey {
      case snapshot, deltas
      case publicKey = "public_key"
    }
  }

  let documentation: String
  let catalogue: Catalogue

  init(publicKey: String) {
    documentation = "/openapi.json"
    catalogue = Catalogue(
      snapshot: "/api/catalogue/snapshot", deltas: "/api/catalogue/deltas", publicKey: publicKey)
  }
}
