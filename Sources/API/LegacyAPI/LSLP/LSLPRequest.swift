import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI

/// An LSLP request with a valid application key.
struct LSLPRequest: Sendable {
  let context: RequestContext
  let generation: LSLPGeneration
  let legacy: LegacyServices

  /// - Throws: `DomainError` `application-unknown` when the key is missing, unknown, or of the other generation: a
  ///   client at the wrong address would not understand the answers. `path-unknown` when it is an SLP key.
  init(_ context: RequestContext, _ generation: LSLPGeneration, _ legacy: LegacyServices) throws(DomainError) {
    try legacy.expect(generation.contract, in: context)
    self.context = context
    self.generation = generation
    self.legacy = legacy
  }

  var services: NativeServices { legacy.native }

  /// The account and session of the access token in `Authorization`, raw or after `Bearer`.
  /// - Throws: `DomainError` `token-expired`; `token-unusable` for any other invalid token; `too-many-expired`
  ///   (rateLimited) when an expired token is sent too often.
  func caller() async throws -> Caller {
    try await legacy.caller(of: context, endingLoopsBy: legacy.lslpExpiredTokenLimiter)
  }
  func fields() throws(DomainError) -> LSLPFields { try LSLPFields(context.request.body) }

  /// A 200 response.
  func answer(_ document: some LSLPDocument) -> Response {
    .document(document.bytes(as: generation), type: MediaType.json, caching: .none)
  }
}

extension LSLPGeneration {
  var contract: LegacyContract { self == .v0 ? .lslpV0 : .lslpV1 }
  var group: EndpointGroup { self == .v0 ? .lslpV0 : .lslpV1 }
}

extension LSLPFault {
  var response: Response { response(bytes) }

  var paymentResponse: Response { response(paymentBytes) }

  private func response(_ bytes: [UInt8]) -> Response {
    var response = Response.document(bytes, status: status, type: MediaType.json, caching: .none)
    if status == 503 { response.headers.add("Retry-After", "5") }
    return response
  }

  fileprivate func response(to operation: LSLPOperation) -> Response {
    operation == .validatePayment ? paymentResponse : response
  }
}

extension ErrorFormat {
  /// The error format of the contract: unknown parameters are ignored; errors are a message with a separate status.
  static func lslp(_ operation: LSLPOperation) -> ErrorFormat {
    ErrorFormat(
      isStrict: false, errorResponse: { LSLPFault($0, in: operation).response(to: operation) },
      internalErrorResponse: { _ in LSLPFault.internalError.response(to: operation) })
  }
}
