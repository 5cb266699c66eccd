package import Basics
package import Contracts
package import HTTP

/// What a kind of refusal is over HTTP: the one table.
extension DomainError.Kind {
  package var status: Int {
    switch self {
    case .invalid: 400
    case .unauthenticated: 401
    case .forbidden: 403
    case .notFound: 404
    case .conflict: 409
    case .tooLarge: 413
    case .unprocessable: 422
    case .rateLimited: 429
    case .unavailable: 503
    }
  }

  /// The title of its problems.
  package var title: String {
    switch self {
    case .invalid: "The request has to be corrected"
    case .unauthenticated: "Who asks is not known"
    case .forbidden: "Not allowed"
    case .notFound: "There is no such thing"
    case .conflict: "It contradicts what is there"
    case .tooLarge: "Too large"
    case .unprocessable: "It contradicts what was said before"
    case .rateLimited: "Too many requests"
    case .unavailable: "Not available now"
    }
  }
}

extension Problem {
  /// The problem that a refusal is.
  package init(_ domainError: DomainError) {
    self.init(
      type: "/docs#problem-\(domainError.kind.rawValue)", title: domainError.kind.title,
      status: domainError.kind.status,
      detail: domainError.message, code: domainError.code, parameter: domainError.field,
      reference: domainError.condition?.reference)
  }

  /// Nothing that is offered is accepted.
  package static func notAcceptable(_ offered: [String]) -> Problem {
    Problem(
      type: "/docs#problem-not-acceptable", title: "No acceptable form", status: 406,
      detail: "This is answered as \(offered.joined(separator: " or ")); accept one of these.", code: "not-acceptable")
  }

  /// The body is of a type that is not taken.
  package static let unsupportedMediaType = Problem(
    type: "/docs#problem-unsupported-media-type", title: "A type that is not taken", status: 415,
    detail: "Send the body as JSON, with the header 'Content-Type: application/json'.",
    code: "content-type-unsupported")

  /// Our own fault, under the reference by which the operator finds it.
  package static func fault(_ reference: String) -> Problem {
    Problem(
      type: "/docs#problem-fault", title: "A fault of the service", status: 500,
      detail: "This is our fault, not yours. Naming the reference to the operator helps to find it.", code: "fault",
      reference: reference)
  }

  /// The answer that tells of it.
  package var response: Response {
    var response = Response.document(json.bytes, status: status, type: Problem.mediaType, caching: .none)
    switch status {
    case 401: response.headers.add("WWW-Authenticate", challenge)
    case 409 where code == "idempotency-key-in-use": response.headers.add("Retry-After", "1")
    case 429: response.headers.add("Retry-After", "1")
    case 503: response.headers.add("Retry-After", "5")
    default: break
    }
    return response
  }

  /// As RFC 6750, 3.1: whoever showed no token is told of no error.
  private var challenge: String {
    ["token-expired", "token-unusable"].contains(code) ? "Bearer error=\"invalid_token\"" : "Bearer"
  }
}

/// Thrown where a body is declared to be something that is not taken.
package struct UnsupportedMediaType: Error {}

extension DomainError {
  /// What is answered to a client whose body does not come to its end, should it still listen.
  package init(_ failure: BodyFailure) {
    switch failure {
    case .tooLarge: self.init(.tooLarge, "body-too-large", "The body is larger than what is taken; send less.")
    case .clientGone, .tooSlow, .malformed, .stopping:
      self.init(.invalid, "body-incomplete", "The body did not arrive whole; send it again.")
    }
  }
}

extension Fault {
  /// The answer for what the engine itself finds wrong, in the shape of all other problems.
  package var answer: Response {
    let problem = Problem(
      type: "/docs#problem-http", title: "Not a request that is served here", status: status, detail: message,
      code: code)
    return problem.response
  }
}
