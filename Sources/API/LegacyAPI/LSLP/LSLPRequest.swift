import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI

/// A request of the contract on its way: its key is right.
struct LSLPRequest: Sendable {
  let context: RequestContext
  let generation: LSLPGeneration
  /// The services that it is for.
  let legacy: LegacyServices

  /// - Throws: `DomainError` `application-unknown` where the key is missing, unknown, or another contract's: a client
  ///   under the wrong address would not understand the answers. `path-unknown` where it is one of SLP.
  init(_ context: RequestContext, _ generation: LSLPGeneration, _ legacy: LegacyServices) throws(DomainError) {
    try legacy.expect(generation.contract, in: context)
    self.context = context
    self.generation = generation
    self.legacy = legacy
  }

  var services: NativeServices { legacy.native }

  /// Who shows the access token in `Authorization`: as it is, or behind `Bearer`.
  /// - Throws: `DomainError` `token-expired`; `token-unusable` for every other text, readable or not;
  ///   `too-many-expired` (rateLimited) where an expired one is repeated without end.
  func caller() async throws -> Caller {
    try await legacy.caller(of: context, endingLoopsBy: legacy.expiredTokens)
  }
  /// The fields of a JSON body.
  func fields() throws(DomainError) -> LSLPFields { try LSLPFields(context.request.body) }

  /// The answer of success.
  func answer(_ document: some LSLPDocument) -> Response {
    .document(document.bytes(as: generation), type: MediaType.json, caching: .none)
  }
}

extension LSLPGeneration {
  /// The contract that keys stand for.
  var contract: LegacyContract { self == .v0 ? .lslpV0 : .lslpV1 }
  /// Its section of the documentation.
  var group: EndpointGroup { self == .v0 ? .lslpV0 : .lslpV1 }
}

extension LSLPFault {
  /// The answer that tells of it.
  var response: Response { response(bytes) }

  /// The same for whoever validates a payment.
  var paymentResponse: Response { response(paymentBytes) }

  private func response(_ bytes: [UInt8]) -> Response {
    var response = Response.document(bytes, status: status, type: MediaType.json, caching: .none)
    if status == 503 { response.headers.add("Retry-After", "5") }
    return response
  }

  /// The answer to an operation.
  fileprivate func response(to operation: LSLPOperation) -> Response {
    operation == .validatePayment ? paymentResponse : response
  }
}

extension ErrorFormat {
  /// The manners of the contract: unknown parameters are passed over, errors are a message with a status of its own.
  static func lslp(_ operation: LSLPOperation) -> ErrorFormat {
    ErrorFormat(
      isStrict: false, refuse: { LSLPFault($0, in: operation).response(to: operation) },
      fault: { _ in LSLPFault.ours.response(to: operation) })
  }
}
