import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

/// An SLP request with a valid application key.
struct SLPRequest: Sendable {
  let context: RequestContext
  let legacy: LegacyServices

  /// - Throws: `DomainError` `application-unknown` when the key is missing or unknown, `path-unknown` when it belongs
  ///   to another contract.
  init(_ context: RequestContext, _ legacy: LegacyServices) throws(DomainError) {
    try legacy.expect(.slp, in: context)
    self.context = context
    self.legacy = legacy
  }

  var services: NativeServices { legacy.native }

  var chat: ChatService { services.chat.service }

  /// The account and session of the access token in `Authorization`, raw or after `Bearer`.
  /// - Throws: `DomainError` `token-expired`; `token-unusable` for any other invalid token, such as Kakao's, which
  ///   Mojitalk sends after its Kakao login; `too-many-expired` (rateLimited) when an expired token is sent too often.
  func caller() async throws -> Caller {
    let caller = try await legacy.caller(of: context, endingLoopsBy: legacy.slpExpiredTokenLimiter)
    try await services.accounts.recordSLPUse(by: caller.account)
    return caller
  }

  func fields() throws(DomainError) -> LSLPFields { try LSLPFields(context.request.body) }

  /// A 200 response.
  func answer(_ document: some SLPDocument) -> Response {
    .document(document.bytes, type: MediaType.json, caching: .none)
  }

  /// A 200 response without content: clients accept only an empty document there.
  var done: Response { Response(status: 200, headers: Headers([("Cache-Control", Caching.none.rawValue)])) }
}

extension SLPFault {
  var response: Response { .document(bytes, status: status, type: MediaType.json, caching: .none) }
}

extension ErrorFormat {
  /// The error format of the contract: unknown parameters are ignored; errors are a code with status 400 or 500.
  static let slp = ErrorFormat(
    isStrict: false, errorResponse: { SLPFault($0).response },
    internalErrorResponse: { _ in SLPFault.internalError.response })
}
