import APIKit
import Chat
import Contracts
import HTTP
import NativeAPI

/// The contract of PartyQuest: three calls of its application, and everything else that its server had.
///
/// Everything here translates: what is allowed, taken or refused is decided by the services of accounts, identities and
/// parties. There is no key of an application by which its clients are known, so that it is served only where the
/// operator says so (`LegacySettings.servesPartyQuest`). What people, parties and quests are known by
/// are the numbers that they have.
struct PartyQuestEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    PartyQuestAccountEndpoints(services: services).all + PartyQuestPartyEndpoints(services: services).all
      + PartyQuestMemberEndpoints(services: services).all
      + PartyQuestQuestEndpoints(services: services).all
  }
}

extension ErrorFormat {
  /// The manners of the contract: unknown parameters and fields are passed over, and errors have a code of its own.
  static func partyQuest(_ area: PartyQuestArea) -> ErrorFormat {
    ErrorFormat(
      isStrict: false, refuseAt: { PartyQuestFault($0, in: area).response(at: $1) },
      fault: { _ in PartyQuestFault.ours.plainResponse })
  }
}

extension Endpoint {
  /// A row of the contract.
  static func partyQuest(
    _ services: LegacyServices, _ area: PartyQuestArea, _ method: HTTP.Method, _ path: String, _ summary: String,
    details: String = "",
    pathParameters: [any DescribedParameter] = [], query: [any DescribedParameter] = [], needsCaller: Bool = true,
    takes body: BodyDescription? = nil, answers success: AnswerDescription, refuses: [Int],
    handler: @escaping @Sendable (PartyQuestRequest) async throws -> Response
  ) -> Endpoint {
    Endpoint(
      method: method, path: path, group: .partyQuest, summary: summary, details: details,
      pathParameters: pathParameters,
      query: query, caller: needsCaller ? .required : .none, body: body,
      answers: [success] + refuses.map { .partyQuest($0) },
      errorFormat: .partyQuest(area),
      handler: .deferred { context in try await handler(PartyQuestRequest(context: context, legacy: services)) })
  }
}

extension AnswerDescription {
  /// A document in the wrapper.
  static func partyQuest(_ summary: String, _ schema: String, status: Int = 200) -> AnswerDescription {
    AnswerDescription(status, summary, [(MediaType.json, "PartyQuest\(schema)Answer")])
  }

  fileprivate static func partyQuest(_ status: Int) -> AnswerDescription {
    let schema = status == 401 ? "PartyQuestUnauthorized" : "PartyQuestFault"
    return AnswerDescription(status, meanings[status] ?? "Refused.", [(MediaType.json, schema)])
  }

  private static let meanings = [
    400: "Something is not right, or not there.",
    401: "The token is not right: told in the wrapper. Or whoever asks may not: told without it.",
    409: "It is taken, or done, already.", 429: "Too often; `Retry-After` says when to try again.",
  ]
}

/// A request of the contract on its way.
struct PartyQuestRequest: Sendable {
  let context: RequestContext
  let legacy: LegacyServices

  var services: NativeServices { legacy.native }

  /// The rules of parties.
  var parties: PartyService { services.parties }
}

extension PartyQuestRequest {
  /// An answer of one document.
  func partyQuest(_ document: some PartyQuestDocument) -> Response {
    PartyQuestAnswer(document, at: context.now).response
  }

  /// An answer of a list.
  func partyQuest(list documents: [some PartyQuestDocument]) -> Response {
    PartyQuestAnswer(list: documents, at: context.now).response
  }

  /// Something was made, and is to be found at a path.
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
