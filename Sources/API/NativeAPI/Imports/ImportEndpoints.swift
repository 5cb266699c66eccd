import APIKit
import Basics
import Booths
import Contracts
import HTTP

/// Imports over HTTP, for operators.
struct ImportEndpoints: Sendable {
  /// Who runs imports; nil: they are not offered.
  let runner: (any ImportService)?
  /// What an operator shows to import over HTTP; nil: nobody may.
  let operatorToken: String?
  /// How often something else than the operator's token is shown from one network.
  private let guesses = AttemptLimiter<ClientNetwork>()
  private static let bounds = [AttemptBound(maxCount: 10, seconds: 60), AttemptBound(maxCount: 60, seconds: 3600)]

  var all: [Endpoint] { [run] }

  private var run: Endpoint {
    Endpoint(
      method: .post, path: "/api/imports", group: .imports, summary: "Import a file of booths",
      details: """
        For operators: `Authorization: Bearer` with the operator's token. The body is the file itself, of any size. \
        Without `commit=true` the import is only tried, and the answer tells what it would do.
        """,
      query: ImportParameters.all,
      body: BodyDescription(
        type: "text/csv",
        summary:
          "Delimited text with a header line, or (`application/geo+json`) a GeoJSON FeatureCollection of points: the "
          + "file itself tells which.", limit: .max),
      answers: [
        AnswerDescription(200, "What the import did, or would do.", [(MediaType.json, "ImportReport")]),
        AnswerDescription(401, "No token, or the wrong one.", [(Problem.mediaType, "Problem")]),
        AnswerDescription(403, "Imports over HTTP are not offered.", [(Problem.mediaType, "Problem")]),
        AnswerDescription(409, "Another import is under way.", [(Problem.mediaType, "Problem")]), .rateLimited,
      ],
      security: [["operator"]], isOpenToPages: false,
      // Files of a million rows take minutes.
      deadline: .seconds(900),
      handler: .streaming { context in
        let runner = try authorizedRunner(context)
        let options = try context.query.importOptions()
        guard case .stream(let file) = context.request.body else {
          throw DomainError(.invalid, "file-missing", "Send the file as the body of the request.")
        }
        let report = try await runner.run(options, file: file)
        return Response(
          status: 200, headers: .operatorOnly, body: .bytes(report.json(isDryRun: options.isDryRun).bytes))
      })
  }
}

extension Headers {
  /// What operators are answered is for no cache and no page from elsewhere.
  fileprivate static let operatorOnly = Headers([
    ("Content-Type", MediaType.json), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
  ])
}

extension ImportEndpoints {
  /// Who runs imports, where an operator asks.
  private func authorizedRunner(_ context: RequestContext) throws(DomainError) -> any ImportService {
    guard let operatorToken, let runner else {
      throw DomainError(
        .forbidden, "imports-not-offered", "This service takes no imports over HTTP: it has no operator token.")
    }
    guard let shown = context.request.headers.bearerToken else {
      throw DomainError(.unauthenticated, "token-missing", "Send the operator's token as 'Authorization: Bearer'.")
    }
    let isRight = try guesses.check([.init(context.clientNetwork, Self.bounds)], at: context.now) {
      seconds in
      DomainError(
        .rateLimited, "too-many-tokens", "Too many tokens from here were wrong: try again in \(seconds) seconds.",
        retryAfter: seconds)
    } _: {
      Secret.isSame(shown, operatorToken)
    }
    guard isRight else { throw DomainError(.unauthenticated, "token-wrong", "The token is not the operator's.") }
    return runner
  }
}
