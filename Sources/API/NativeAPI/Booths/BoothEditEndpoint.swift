import APIKit
import Accounts
import Basics
import Booths
import HTTP
import JSON

struct BoothEditEndpoint: Sendable {
  let store: any CatalogueStore
  let evidence: EvidenceService
  let access: OperatorAccess

  private static let status = BodyField<BoothStatus>(
    "status", .enumeration(), "Whether it is there.", example: .string(BoothStatus.closed.rawValue))

  var endpoint: Endpoint {
    Endpoint(
      method: .patch, path: "/api/booths/{id}", group: .booths, summary: "Change a booth",
      details: """
        Only the given fields change, and imports do not change these any more. The map has the change a \
        moment later.
        """,
      pathParameters: [BoothParameters.id],
      caller: .role(.moderator), action: "booths edit", body: .json("The changes.", BoothBody.changes + [Self.status]),
      answers: [.noContent, .notFound("There is no such booth.")],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let booth = BoothID(Int64(try context.pathParameter(BoothParameters.id)))
        var edit = try BoothBody.edit(context.body)
        edit.texts[.status] = try context.body.value(Self.status)?.rawValue
        guard !edit.isEmpty else {
          throw DomainError(.invalid, "change-missing", "Send at least one field that changes.")
        }
        _ = try await access.audited(context, on: "booth \(booth)") {
          try await evidence.edit(booth, edit, in: store)
        }
        return .noContent
      })
  }
}
