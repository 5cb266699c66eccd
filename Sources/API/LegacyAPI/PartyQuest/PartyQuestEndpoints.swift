import APIKit
import Chat
import Contracts
import HTTP
import NativeAPI

/// The PartyQuest contract: the three endpoints that its application calls, and the others that its server had.
///
/// The endpoints only translate; the account, identity and party services decide. PartyQuest clients send no
/// application key, so the contract is served only when the operator enables it (`LegacySettings.servesPartyQuest`).
/// Accounts, parties and quests are identified by their serial numbers.
struct PartyQuestEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    PartyQuestAccountEndpoints(services: services).all + PartyQuestPartyEndpoints(services: services).all
      + PartyQuestMemberEndpoints(services: services).all
      + PartyQuestQuestEndpoints(services: services).all
  }
}

extension ErrorFormat {
  /// The error format of the contract: unknown parameters and fields are ignored; errors carry PartyQuest's codes.
  static func partyQuest(_ area: PartyQuestArea) -> ErrorFormat {
    ErrorFormat(
      isStrict: false, errorResponseAt: { PartyQuestFault($0, in: area).response(at: $1) },
      internalErrorResponse: { _ in PartyQuestFault.internalError.plainResponse })
  }
}

extension Endpoint {
  static func partyQuest(
    _ services: LegacyServices, _ area: PartyQuestArea, _ method: HTTP.Method, _ path: String, _ summary: String,
    cost: RequestCost = .standard, details: String = "",
    pathParameters: [any DescribedParameter] = [], query: [any DescribedParameter] = [], needsCaller: Bool = true,
    takes body: BodyDescription? = nil, answers success: ResponseDescription, refuses: [Int],
    handler: @escaping @Sendable (PartyQuestRequest) async throws -> Response
  ) -> Endpoint {
    Endpoint(
      method: method, path: path, group: .partyQuest, summary: summary, cost: cost, details: details,
      pathParameters: pathParameters,
      query: query, caller: needsCaller ? .required : .none, body: body,
      answers: [success] + (refuses + [503]).map { .partyQuest($0) },
      errorFormat: .partyQuest(area),
      handler: .deferred { context in try await handler(PartyQuestRequest(context: context, legacy: services)) })
  }
}

extension ResponseDescription {
  /// A document in the response envelope.
  static func partyQuest(_ summary: String, _ schema: String, status: Int = 200) -> ResponseDescription {
    ResponseDescription(status, summary, [(MediaType.json, "PartyQuest\(schema)Answer")])
  }

  fileprivate static func partyQuest(_ status: Int) -> ResponseDescription {
    let schema = status == 401 ? "PartyQuestUnauthorized" : "PartyQuestFault"
    return ResponseDescription(status, meanings[status] ?? "Refused.", [(MediaType.json, schema)])
  }

  private static let meanings = [
    400: "The request is invalid, or something it names does not exist.",
    401: "The token is invalid (inside the response envelope), or access is denied (without the envelope).",
    409: "It is already taken or done.", 429: "Rate limit exceeded; retry after `Retry-After`.",
    503: "The service is unavailable; retry after `Retry-After`.",
  ]
}

struct PartyQuestRequest: Sendable {
  let context: RequestContext
  let legacy: LegacyServices

  var services: NativeServices { legacy.native }

  var parties: PartyService { services.parties }
}

extension PartyQuestRequest {
  func partyQuest(_ document: some PartyQuestDocument) -> Response {
    PartyQuestAnswer(document, at: context.now).response
  }

  func partyQuest(list documents: [some PartyQuestDocument]) -> Response {
    PartyQuestAnswer(list: documents, at: context.now).response
  }

  /// Answers 201 with the created document, and its path in `Location`.
  func partyQuest(made document: some PartyQuestDocument, at path: String) -> Response {
    var response = PartyQuestAnswer(document, .created, at: context.now).response
    response.headers.add("Location", path)
    return response
  }
}

extension PartyQuestAnswer {
  fileprivate var response: Response {
    .document(bytes, status: status.rawValue, type: MediaType.json, caching: .none)
  }
}
