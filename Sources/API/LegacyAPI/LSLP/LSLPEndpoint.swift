import APIKit
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos

/// What an operation of the contract, or of SLP, takes as its body.
enum LSLPBody {
  case nothing
  /// An object with fields, described in a sentence.
  case json(String)
  /// A form with fields, described in a sentence, and files.
  case form(String, UploadRules)
}

extension Endpoint {
  /// A row of the contract. The key is looked at before anything else of the request is.
  static func lslp(
    _ services: LegacyServices, _ generation: LSLPGeneration, _ method: HTTP.Method, _ path: String,
    _ operation: LSLPOperation, _ summary: String,
    details: String = "", pathParameters: [any DescribedParameter] = [], query: [any DescribedParameter] = [],
    takes body: LSLPBody = .nothing, answers success: String, as schema: String? = nil,
    isSafe: Bool = true, isTokenOptional: Bool = false,
    handler: @escaping @Sendable (LSLPRequest) async throws -> Response
  ) -> Endpoint {
    let content = schema.map { [(type: MediaType.json, schema: "LSLP\(generation.rawValue)\($0)" as String?)] } ?? []
    let domainErrors = operation.errorStatuses(in: generation) + [420]
    let tokens = domainErrors.contains(419) ? [["application", "rawToken"]] : [["application"]]
    return Endpoint(
      method: method, path: path, group: generation.group, summary: summary, details: details,
      pathParameters: pathParameters, query: query, body: body.description,
      answers: [AnswerDescription(200, success, content)] + domainErrors.map { .lslp($0, of: operation) },
      errorFormat: .lslp(operation), errorFormatFor: services.errorFormat(lslp: .lslp(operation)),
      security: (isTokenOptional ? [["application"]] : []) + tokens, isSafe: isSafe,
      deadline: body.deadline,
      handler: body.handler { context in try await handler(LSLPRequest(context, generation, services)) })
  }
}

extension LSLPBody {
  /// Texts of a post are five notes, a title and a content, which may be escaped to six times their bytes.
  private static let maxJSONBytes = 1_048_576
  /// What a form has beside its files.
  private static let formOverhead = 1_048_576

  var description: BodyDescription? {
    switch self {
    case .nothing: nil
    case .json(let summary): BodyDescription(type: MediaType.json, summary: summary, limit: Self.maxJSONBytes)
    case .form(let summary, let rules):
      BodyDescription(
        type: "multipart/form-data", summary: summary,
        limit: rules.maxFileBytes * rules.maxFiles + Self.formOverhead)
    }
  }

  /// Forms bring photos that have to be read.
  var deadline: Duration? {
    if case .form = self { return .uploads }
    return nil
  }

  /// Forms are read as they arrive. These clients read no answer before they have sent everything, so that what a
  /// refusal leaves unread is read and forgotten.
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
  /// Reads what is left and keeps nothing of it; a client that goes away meanwhile is no fault.
  fileprivate func forget() async {
    guard case .stream(let chunks) = self else { return }
    var iterator = chunks.makeAsyncIterator()
    while let _ = try? await iterator.next() {}
  }
}

extension AnswerDescription {
  /// What an error status means in this contract.
  fileprivate static func lslp(_ status: Int, of operation: LSLPOperation) -> AnswerDescription {
    let schema = operation == .validatePayment ? "LSLPv1PaymentRefusal" : "LSLPMessage"
    return AnswerDescription(status, meanings[status] ?? "Refused.", [(MediaType.json, schema)])
  }

  private static let meanings = [
    400: "Something needed is missing, or something is not right.", 401: "The token, or the login, is not right.",
    402: "The nickname has white space.", 409: "It is taken, or done, already.",
    410: "The post, comment or account does not exist.", 418: "The refresh token is of no use any more: log in again.",
    419: "The access token has expired: refresh.",
    420: "The application's key in `SesacKey` is missing, or for another contract.", 445: "Somebody else made it.",
    503: "The payment gateway cannot be asked; `Retry-After` says when to try again.",
  ]
}
