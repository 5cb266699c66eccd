import APIKit
import Accounts
import Basics
import Booths
import Contracts
import HTTP
import JSON

struct ImportEndpoints: Sendable {
  /// Runs imports; nil: imports over HTTP are disabled.
  let runner: (any ImportService)?
  /// The token that authorizes imports over HTTP now; nil: nobody is authorized.
  let operatorToken: @Sendable () -> String?
  /// Limits wrong tokens of each client network.
  let attempts: AttemptLimiter
  /// Called for each rejected token, with the code of the error.
  let onRejected: @Sendable (_ code: String) async -> Void
  private static let limits = [AttemptLimit(maxCount: 10, seconds: 60), AttemptLimit(maxCount: 60, seconds: 3600)]

  var all: [Endpoint] { [run] }

  private var run: Endpoint {
    Endpoint(
      method: .post, path: "/api/imports", group: .imports, summary: "Import a file of booths", cost: .upload,
      details: """
        For operators: `Authorization: Bearer` with the operator token. The body is the file, of any size. Without \
        `commit=true` it is a dry run: the answer reports what the import would do.
        """,
      query: ImportParameters.all,
      body: BodyDescription(
        type: "text/csv",
        summary:
          "Delimited text with a header line, or (`application/geo+json`) a GeoJSON FeatureCollection of points: the "
          + "format is detected from the content.", limit: .max),
      answers: [
        ResponseDescription(200, "The report of the import or dry run.", [(MediaType.json, "ImportReport")]),
        ResponseDescription(401, "No token, or the wrong one.", [(Problem.mediaType, "Problem")]),
        ResponseDescription(403, "Imports over HTTP are disabled.", [(Problem.mediaType, "Problem")]),
        ResponseDescription(409, "Another import is running.", [(Problem.mediaType, "Problem")]), .rateLimited,
      ],
      security: [["operator"]], allowsCrossOrigin: false,
      // Files of a million rows take minutes.
      deadline: .seconds(900),
      handler: .streaming { context in
        let runner = try await authorizedRunner(context)
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
  /// Answers to operators are never cached and not readable by pages of other origins.
  fileprivate static let operatorOnly = Headers([
    ("Content-Type", MediaType.json), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
  ])
}

extension ImportEndpoints {
  /// The import service, if the operator token is right.
  private func authorizedRunner(_ context: RequestContext) async throws -> any ImportService {
    guard let operatorToken = operatorToken(), let runner else {
      throw DomainError(
        .forbidden, "imports-not-offered", "Imports over HTTP are disabled: the service has no operator token.")
    }
    guard let shown = context.request.headers.bearerToken else {
      throw DomainError(.unauthenticated, "token-missing", "Send the operator's token as 'Authorization: Bearer'.")
    }
    do {
      try await check(shown, operatorToken, context)
    } catch let error as DomainError where error.kind != .unavailable {
      await onRejected(error.code)
      throw error
    }
    return runner
  }

  private func check(_ shown: String, _ operatorToken: String, _ context: RequestContext) async throws {
    let key = AttemptKey("operator token", context.clientNetwork.bytes, Self.limits)
    let isCorrect: Bool? = try await attempts.run([key], at: context.now) { seconds in
      DomainError(
        .rateLimited, "too-many-tokens", "Too many wrong tokens from this network; try again in \(seconds) seconds.",
        retryAfter: seconds)
    } _: {
      Secret.isSame(shown, operatorToken) ? true : nil
    }
    guard isCorrect != nil else { throw DomainError(.unauthenticated, "token-wrong", "The operator token is wrong.") }
  }
}
