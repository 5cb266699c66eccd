import APIKit
import Basics
import Contracts
import HTTP
import NativeAPI

extension Endpoint {
  /// An endpoint of the contract. The application key is checked first.
  /// - Parameters:
  ///   - faults: the errors specific to this endpoint.
  ///   - isOpen: whether it needs no login; a token is then ignored. Clients send their token everywhere, even long
  ///     after it has expired.
  static func slp(
    _ services: LegacyServices, _ method: HTTP.Method, _ path: String, _ summary: String,
    cost: RequestCost? = nil, details: String = "",
    pathParameters: [any DescribedParameter] = [], query: [any DescribedParameter] = [],
    headers: [any DescribedParameter] = [], takes body: LSLPBody = .none, answers success: String,
    as schema: String? = nil, faults: [SLPFault] = [], isOpen: Bool = false, isSafe: Bool = true,
    handler: @escaping @Sendable (SLPRequest) async throws -> Response
  ) -> Endpoint {
    let common = isOpen ? [SLPFault.keyUnknown] : [.keyUnknown, .tokenUnusable, .tokenExpired]
    return Endpoint(
      method: method, path: path, group: .slp, summary: summary, cost: cost ?? body.cost, details: details,
      pathParameters: pathParameters,
      query: query,
      headers: headers, body: body.description,
      answers: [
        ResponseDescription(200, success, schema.map { [(type: MediaType.json, schema: "SLP\($0)" as String?)] } ?? []),
        ResponseDescription(
          400, (common + faults).map(\.meaning).joined(separator: " "), [(MediaType.json, "SLPFault")]),
        ResponseDescription(500, SLPFault.internalError.meaning, [(MediaType.json, "SLPFault")]),
      ],
      errorFormat: .slp, errorFormatFor: services.errorFormat(),
      security: [isOpen ? ["application"] : ["application", "rawToken"]], isSafe: isSafe,
      deadline: body.deadline,
      handler: body.handler { context in try await handler(SLPRequest(context, services)) })
  }
}

extension LSLPBody {
  /// An ignored body: some clients send an empty object with every PUT.
  static let ignored = LSLPBody.json("Ignored.")
}

extension SLPFault {
  fileprivate var meaning: String { "`\(code)`: \(Self.meanings[self] ?? "refused")." }

  private static let meanings: [SLPFault: String] = [
    .keyUnknown: "the application's key in `SesacKey` is missing or not right",
    .tokenUnusable: "the access token is missing or invalid", .accountUnknown: "there is no such account",
    .tokenExpired: "the access token has expired", .refreshExpired: "the refresh token is invalid: log in",
    .badRequest: "the request is invalid", .taken: "it is taken, or exists already", .missing: "not found",
    .notOwner: "only the owner may", .ownerMustStay: "the owner must hand over first",
    .paymentInvalid: "there is no such payment", .rateLimited: "rate limit exceeded",
    .internalError: "an internal error",
  ]
}
