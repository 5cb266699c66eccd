import Contracts

extension AnswerDescription {
  package static func conflict(_ summary: String) -> AnswerDescription {
    AnswerDescription(409, summary, [(Problem.mediaType, "Problem")])
  }

  package static func missing(_ summary: String) -> AnswerDescription {
    AnswerDescription(404, summary, [(Problem.mediaType, "Problem")])
  }

  package static func forbidden(_ summary: String) -> AnswerDescription {
    AnswerDescription(403, summary, [(Problem.mediaType, "Problem")])
  }

  package static func unauthenticated(_ summary: String) -> AnswerDescription {
    AnswerDescription(401, summary, [(Problem.mediaType, "Problem")])
  }

  package static let rateLimited = AnswerDescription(
    429, "Rate limit exceeded; `Retry-After` gives the seconds to wait.", [(Problem.mediaType, "Problem")])

  package static let done = AnswerDescription(204, "Done, without content.")
}
