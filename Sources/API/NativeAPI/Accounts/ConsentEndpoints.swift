import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON

/// What members agree to.
struct ConsentEndpoints: Sendable {
  let consents: ConsentService

  var all: [Endpoint] { [list, agree, takeBack] }

  private static let fields = LegalDocument.allCases.map { document in
    BodyField<String>(
      document.field, .text(1...20), "The version that is agreed to.", isRequired: document.isRequired,
      example: "2026-11-29")
  }
  private static let isOldEnough = BodyField<Bool>(
    "is_old_enough", .flag(), "Whether the caller is at least \(ConsentService.minAge) years old.", isRequired: true,
    example: true)
  private static let document = Parameter<LegalDocument>(
    "document", .enumeration(), "The text.", example: LegalDocument.location.rawValue)

  private var list: Endpoint {
    Endpoint(
      path: "/api/me/consents", group: .accounts, summary: "What the caller has agreed to",
      details: """
        The operator's texts at `/terms`, `/privacy` and `/location-terms`, with their valid versions. Empty if the \
        operator has none of their own: drafts bind nobody. Clients ask members to agree while a required text is not \
        agreed to; the server refuses nothing for that reason.
        """,
      caller: .required, answers: [ResponseDescription(200, "The texts.", [(MediaType.json, "ConsentList")])],
      handler: .deferred { context in try await answer(try context.account()) })
  }

  private var agree: Endpoint {
    Endpoint(
      method: .put, path: "/api/me/consents", group: .accounts, summary: "Agree to the texts",
      details: "The consent to the use of positions is apart: it can be left out, and taken back.",
      caller: .required, body: .json("The versions.", Self.fields + [Self.isOldEnough]),
      answers: [
        ResponseDescription(200, "The texts.", [(MediaType.json, "ConsentList")]),
        .conflict("A version is not the valid one."),
      ],
      handler: .deferred { context in
        let caller = try context.account()
        var versions: [LegalDocument: String] = [:]
        for (document, field) in zip(LegalDocument.allCases, Self.fields) {
          versions[document] = try document.isRequired ? context.body.required(field) : context.body.value(field)
        }
        try await consents.agree(
          caller, to: versions, isOldEnough: try context.body.required(Self.isOldEnough))
        return try await answer(caller)
      })
  }

  private var takeBack: Endpoint {
    Endpoint(
      method: .delete, path: "/api/me/consents/{document}", group: .accounts, summary: "Take a consent back",
      details: "Only `location-terms`: the others end with the account.", pathParameters: [Self.document],
      caller: .required, answers: [.noContent],
      handler: .deferred { context in
        try await consents.takeBack(try context.pathParameter(Self.document), of: try context.account())
        return .noContent
      })
  }

  private func answer(_ account: AccountID) async throws -> Response {
    .uncached(ListDocument(items: try await consents.states(of: account).map { ConsentDocument($0) }))
  }
}

extension ConsentDocument {
  init(_ state: ConsentService.State) {
    self.init(
      document: LegalDocumentValue(rawValue: state.document.rawValue), version: state.version,
      agreedVersion: state.agreed?.version, agreedAt: state.agreed?.agreedAt, isAgreed: state.isAgreed,
      isRequired: state.document.isRequired)
  }
}
