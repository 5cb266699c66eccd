import APIKit
import Basics
import Contracts
import HTTP
import NativeAPI

extension Endpoint {
  /// A row of the contract. The key is looked at before anything else of the request is.
  /// - Parameters:
  ///   - faults: the errors that are peculiar to it.
  ///   - isOpen: whether nobody has to be logged in; a token is not looked at then. Clients send the one that they have
  ///     everywhere, also where it has expired long ago.
  static func slp(
    _ services: LegacyServices, _ method: HTTP.Method, _ path: String, _ summary: String, details: String = "",
    pathParameters: [any DescribedParameter] = [], query: [any DescribedParameter] = [],
    headers: [any DescribedParameter] = [], takes body: LSLPBody = .nothing, answers success: String,
    as schema: String? = nil, faults: [SLPFault] = [], isOpen: Bool = false, isSafe: Bool = true,
    handler: @escaping @Sendable (SLPRequest) async throws -> Response
  ) -> Endpoint {
    let common = isOpen ? [SLPFault.keyUnknown] : [.keyUnknown, .tokenUnusable, .tokenExpired]
    return Endpoint(
      method: method, path: path, group: .slp, summary: summary, details: details, pathParameters: pathParameters,
      query: query,
      headers: headers, body: body.description,
      answers: [
        AnswerDescription(200, success, schema.map { [(type: MediaType.json, schema: "SLP\($0)" as String?)] } ?? []),
        AnswerDescription(400, (common + faults).map(\.meaning).joined(separator: " "), [(MediaType.json, "SLPFault")]),
        AnswerDescription(500, SLPFault.ours.meaning, [(MediaType.json, "SLPFault")]),
      ],
      errorFormat: .slp, errorFormatFor: services.errorFormat(),
      security: [isOpen ? ["application"] : ["application", "rawToken"]], isSafe: isSafe,
      deadline: body.deadline,
      handler: body.handler { context in try await handler(SLPRequest(context, services)) })
  }
}

extension LSLPBody {
  /// Nothing is needed. Some clients send an object without fields with whatever they PUT.
  static let passedOver = LSLPBody.json("Not looked at.")
}

extension SLPFault {
  /// What it says, for those who read the documentation.
  fileprivate var meaning: String { "`\(code)`: \(Self.meanings[self] ?? "refused")." }

  private static let meanings: [SLPFault: String] = [
    .keyUnknown: "the application's key in `SesacKey` is missing or not right",
    .tokenUnusable: "the access token is missing or of no use", .accountUnknown: "there is no such account",
    .tokenExpired: "the access token has expired", .refreshExpired: "the refresh token is of no use any more: log in",
    .badRequest: "something is not right", .taken: "it is taken, or there, already", .missing: "there is no such thing",
    .notOwner: "only the owner may", .ownerMustStay: "the owner hands over first",
    .paymentInvalid: "there is no such payment", .rateLimited: "too often", .ours: "a fault of the service",
  ]
}
