package import Basics
package import Contracts
package import HTTP
import JSON

/// Maps the kinds of domain errors to HTTP statuses and problem titles.
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

  /// The `title` of the problem document.
  package var title: String {
    switch self {
    case .invalid: "Invalid request"
    case .unauthenticated: "Authentication required"
    case .forbidden: "Forbidden"
    case .notFound: "Not found"
    case .conflict: "Conflict"
    case .tooLarge: "Content too large"
    case .unprocessable: "Unprocessable content"
    case .rateLimited: "Rate limit exceeded"
    case .unavailable: "Service unavailable"
    }
  }
}

extension Problem {
  /// The problem document (RFC 9457) of a domain error.
  package init(_ domainError: DomainError) {
    self.init(
      type: "/docs#problem-\(domainError.kind.rawValue)", title: domainError.kind.title,
      status: domainError.kind.status,
      detail: domainError.message, code: domainError.code, parameter: domainError.field,
      reference: domainError.condition?.reference)
  }

  package static func notAcceptable(_ offered: [String]) -> Problem {
    Problem(
      type: "/docs#problem-not-acceptable", title: "Not acceptable", status: 406,
      detail: "The answer is \(offered.joined(separator: " or ")); accept one of these.", code: "not-acceptable")
  }

  package static func unsupportedMediaType(_ detail: String) -> Problem {
    Problem(
      type: "/docs#problem-unsupported-media-type", title: "Unsupported media type", status: 415, detail: detail,
      code: "content-type-unsupported")
  }

  /// An internal error, with the reference that the operator's log has too.
  package static func fault(_ reference: String) -> Problem {
    Problem(
      type: "/docs#problem-fault", title: "Internal error", status: 500,
      detail: "An internal error occurred. Give the reference to the operator.", code: "fault",
      reference: reference)
  }

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

  /// As RFC 6750, 3.1: a request without a token gets a challenge without an error code.
  private var challenge: String {
    ["token-expired", "token-unusable"].contains(code) ? "Bearer error=\"invalid_token\"" : "Bearer"
  }
}

/// The `Content-Type` of the body is not supported.
package struct UnsupportedMediaType: Error {
  /// What to send instead, in one sentence.
  package var advice = "Send the body as JSON, with the header 'Content-Type: application/json'."

  package init() {}

  package init(advice: String) {
    self.advice = advice
  }
}

extension DomainError {
  /// The domain error of a failed body; the client may no longer be connected.
  package init(_ failure: BodyFailure) {
    switch failure {
    case .tooLarge: self.init(.tooLarge, "body-too-large", "The body is too large; send less.")
    case .clientGone, .tooSlow, .malformed, .stopping:
      self.init(.invalid, "body-incomplete", "The body is incomplete; send it again.")
    }
  }
}

extension Fault {
  /// The response to an error of the HTTP engine, as a problem document.
  package var answer: Response {
    let kind = DomainError.Kind.rateLimited
    let problem = Problem(
      type: status == kind.status ? "/docs#problem-\(kind.rawValue)" : "/docs#problem-http",
      title: status == kind.status ? kind.title : "HTTP error", status: status, detail: message, code: code)
    return problem.response
  }
}
