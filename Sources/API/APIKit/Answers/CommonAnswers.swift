import Contracts

extension ResponseDescription {
  package static func conflict(_ summary: String) -> ResponseDescription {
    ResponseDescription(409, summary, [(Problem.mediaType, "Problem")])
  }

  package static func notFound(_ summary: String) -> ResponseDescription {
    ResponseDescription(404, summary, [(Problem.mediaType, "Problem")])
  }

  package static func forbidden(_ summary: String) -> ResponseDescription {
    ResponseDescription(403, summary, [(Problem.mediaType, "Problem")])
  }

  package static func unauthenticated(_ summary: String) -> ResponseDescription {
    ResponseDescription(401, summary, [(Problem.mediaType, "Problem")])
  }

  package static let rateLimited = ResponseDescription(
    429, "Rate limit exceeded; `Retry-After` gives the seconds to wait.", [(Problem.mediaType, "Problem")])

  package static let noContent = ResponseDescription(204, "Done, without content.")
}
