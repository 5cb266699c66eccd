import Contracts

extension AnswerDescription {
  /// What is told where the name of a field is taken already.
  package static func conflict(_ summary: String) -> AnswerDescription {
    AnswerDescription(409, summary, [(Problem.mediaType, "Problem")])
  }

  /// What is told of something that is not there.
  package static func missing(_ summary: String) -> AnswerDescription {
    AnswerDescription(404, summary, [(Problem.mediaType, "Problem")])
  }

  /// What is told to whoever may not.
  package static func forbidden(_ summary: String) -> AnswerDescription {
    AnswerDescription(403, summary, [(Problem.mediaType, "Problem")])
  }

  /// What is told where the token or password shown is not right.
  package static func unauthenticated(_ summary: String) -> AnswerDescription {
    AnswerDescription(401, summary, [(Problem.mediaType, "Problem")])
  }

  /// What is told where there are too many at once.
  package static let rateLimited = AnswerDescription(
    429, "Too many at once; `Retry-After` says when to try again.", [(Problem.mediaType, "Problem")])

  /// That it is done.
  package static let done = AnswerDescription(204, "It is done.")
}
