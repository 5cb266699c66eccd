import Basics
import Contracts
public import HTTP

/// What a kind of refusal is over HTTP: the one table.
extension Refusal.Kind {
  var status: Int {
    switch self {
    case .invalid: 400
    case .unauthenticated: 401
    case .forbidden: 403
    case .missing: 404
    case .conflict: 409
    case .tooLarge: 413
    case .overCall: 429
    case .unavailable: 503
    }
  }

  /// The title of its problems.
  var title: String {
    switch self {
    case .invalid: "The request has to be corrected"
    case .unauthenticated: "Who asks is not known"
    case .forbidden: "Not allowed"
    case .missing: "There is no such thing"
    case .conflict: "It contradicts what is there"
    case .tooLarge: "Too large"
    case .overCall: "Too many requests"
    case .unavailable: "Not available now"
    }
  }
}

extension Problem {
  /// The problem that a refusal is.
  init(_ refusal: Refusal) {
    self.init(
      type: "/docs#problem-\(refusal.kind.rawValue)", title: refusal.kind.title, status: refusal.kind.status,
      detail: refusal.sentence, code: refusal.code, parameter: refusal.field)
  }

  /// Nothing that is offered is accepted.
  static func notAcceptable(_ offered: [String]) -> Problem {
    Problem(
      type: "/docs#problem-not-acceptable", title: "No acceptable form", status: 406,
      detail: "This is answered as \(offered.joined(separator: " or ")); accept one of these.", code: "not-acceptable")
  }

  /// Our own fault, under the reference by which the operator finds it.
  static func fault(_ reference: String) -> Problem {
    Problem(
      type: "/docs#problem-fault", title: "A fault of the service", status: 500,
      detail: "This is our fault, not yours. Naming the reference to the operator helps to find it.", code: "fault",
      reference: reference)
  }

  /// The answer that tells of it.
  var response: Response {
    var response = Response.document(json.bytes, status: status, type: Problem.mediaType, caching: .none)
    if status == 401 { response.headers.add("WWW-Authenticate", "Bearer") }
    return response
  }
}

extension Fault {
  /// The answer for what the engine itself finds wrong, in the shape of all other problems.
  public var answer: Response {
    let problem = Problem(
      type: "/docs#problem-http", title: "Not a request that is served here", status: status, detail: sentence,
      code: code)
    return problem.response
  }
}
