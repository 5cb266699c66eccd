import APIKit
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos

enum LSLPBody {
  case none
  /// A JSON object; the text describes its fields.
  case json(String)
  /// A form with files; the text describes its fields.
  case form(String, UploadRules)
}

extension Endpoint {
  /// An endpoint of the contract. The application key is checked first.
  static func lslp(
    _ services: LegacyServices, _ generation: LSLPGeneration, _ method: HTTP.Method, _ path: String,
    _ operation: LSLPOperation, _ summary: String,
    cost: RequestCost? = nil, details: String = "", pathParameters: [any DescribedParameter] = [],
    query: [any DescribedParameter] = [],
    takes body: LSLPBody = .none, answers success: String, as schema: String? = nil,
    isSafe: Bool = true, isTokenOptional: Bool = false,
    handler: @escaping @Sendable (LSLPRequest) async throws -> Response
  ) -> Endpoint {
    let content = schema.map { [(type: MediaType.json, schema: "LSLP\(generation.rawValue)\($0)" as String?)] } ?? []
    let domainErrors = operation.errorStatuses(in: generation) + [420]
    let tokens = domainErrors.contains(419) ? [["application", "rawToken"]] : [["application"]]
    return Endpoint(
      method: method, path: path, group: generation.group, summary: summary, cost: cost ?? body.cost, details: details,
      pathParameters: pathParameters, query: query, body: body.description,
      answers: [ResponseDescription(200, success, content)] + domainErrors.map { .lslp($0, of: operation) },
      errorFormat: .lslp(operation), errorFormatFor: services.errorFormat(lslp: .lslp(operation)),
      security: (isTokenOptional ? [["application"]] : []) + tokens, isSafe: isSafe,
      deadline: body.deadline,
      handler: body.handler { context in try await handler(LSLPRequest(context, generation, services)) })
  }
}

extension LSLPBody {
  /// A post has a title, a content and five notes; escaping makes them up to six times longer.
  private static let maxJSONBytes = 1_048_576
  /// The size of a form without its files.
  private static let formOverhead = 1_048_576

  var description: BodyDescription? {
    switch self {
    case .none: nil
    case .json(let summary): BodyDescription(type: MediaType.json, summary: summary, limit: Self.maxJSONBytes)
    case .form(let summary, let rules):
      BodyDescription(
        type: "multipart/form-data", summary: summary,
        limit: rules.maxFileBytes * rules.maxFiles + Self.formOverhead)
    }
  }

  /// Photos cost more.
  var cost: RequestCost {
    if case .form = self { return .upload }
    return .standard
  }

  /// Forms take longer, as their photos are read.
  var deadline: Duration? {
    if case .form = self { return .uploads }
    return nil
  }

  /// Forms are read as they arrive. These clients read no response before they have sent everything, so after an error
  /// the rest of the body is read and discarded.
  func handler(_ answer: @escaping @Sendable (RequestContext) async throws -> Response) -> EndpointHandler {
    guard case .form = self else { return .deferred(answer) }
    return .streaming { context in
      do { return try await answer(context) } catch {
        await context.request.body.forget()
        throw error
      }
    }
  }
}

extension RequestBody {
  /// Reads and discards the rest of the body; a disconnect meanwhile is no error.
  fileprivate func forget() async {
    guard case .stream(let chunks) = self else { return }
    var iterator = chunks.makeAsyncIterator()
    while let _ = try? await iterator.next() {}
  }
}

extension ResponseDescription {
  /// What an error status means in this contract.
  fileprivate static func lslp(_ status: Int, of operation: LSLPOperation) -> ResponseDescription {
    let schema = operation == .validatePayment ? "LSLPv1PaymentRefusal" : "LSLPMessage"
    return ResponseDescription(status, meanings[status] ?? "Refused.", [(MediaType.json, schema)])
  }

  private static let meanings = [
    400: "A required field is missing, or the request is invalid.", 401: "The token or the login is invalid.",
    402: "The nickname has white space.", 409: "It is already taken or done.",
    410: "The post, comment or account does not exist.", 418: "The refresh token is invalid: log in again.",
    419: "The access token has expired: refresh.",
    420: "The key in `SesacKey` is missing, or for another contract.", 445: "The caller is not the author.",
    503: "The payment gateway is unavailable; retry after `Retry-After`.",
  ]
}
