import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

/// A request of the contract on its way: its key is right.
struct SLPRequest: Sendable {
  let context: RequestContext
  /// The services that it is for.
  let legacy: LegacyServices

  /// - Throws: `DomainError` `application-unknown` where the key is missing or not known, `path-unknown` where it is
  ///   one of another contract's.
  init(_ context: RequestContext, _ legacy: LegacyServices) throws(DomainError) {
    try legacy.expect(.slp, in: context)
    self.context = context
    self.legacy = legacy
  }

  var services: NativeServices { legacy.native }

  /// The rules of talking.
  var chat: ChatService { services.chat.service }

  /// Who shows the access token in `Authorization`: as it is, or behind `Bearer`.
  /// - Throws: `DomainError` `token-expired`; `token-unusable` for every other text, readable or not, such as a token
  ///   of Kakao's, which Mojitalk sends after its login there; `too-many-expired` (rateLimited) where an expired one is
  ///   repeated without end.
  func caller() async throws -> Caller {
    let caller = try await legacy.caller(of: context, endingLoopsBy: legacy.hurriedTokens)
    try await services.accounts.recordSLPUse(by: caller.account)
    return caller
  }

  /// The fields of a JSON body.
  func fields() throws(DomainError) -> LSLPFields { try LSLPFields(context.request.body) }

  /// The answer of success.
  func answer(_ document: some SLPDocument) -> Response {
    .document(document.bytes, type: MediaType.json, caching: .none)
  }

  /// The answer of success where there is nothing to tell: clients take no document but an empty one there.
  var done: Response { Response(status: 200, headers: Headers([("Cache-Control", Caching.none.rawValue)])) }
}

extension SLPFault {
  /// The answer that tells of it.
  var response: Response { .document(bytes, status: status, type: MediaType.json, caching: .none) }
}

extension ErrorFormat {
  /// The manners of the contract: unknown parameters are passed over, errors are a code behind 400 or 500.
  static let slp = ErrorFormat(
    isStrict: false, refuse: { SLPFault($0).response }, fault: { _ in SLPFault.ours.response })
}
