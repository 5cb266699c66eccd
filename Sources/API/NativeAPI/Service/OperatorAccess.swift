import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON

/// An action with the operator token, done or refused, for the audit log.
package struct OperatorAction: Hashable, Sendable {
  /// The name of the command that does the same.
  package let name: String
  package var subject: String?
  /// The code of the error; nil: done.
  package var failure: String?
  package var detail: String?
}

/// Authorizes requests by the operator token, and reports what is done with it.
struct OperatorAccess: Sendable {
  /// The token that authorizes now; nil: nobody is authorized.
  let token: @Sendable () -> String?
  /// Limits wrong tokens of each client network.
  let attempts: AttemptLimiter
  let onAction: @Sendable (OperatorAction) async -> Void
  private static let limits = [AttemptLimit(maxCount: 10, seconds: 60), AttemptLimit(maxCount: 60, seconds: 3600)]

  /// - Parameters:
  ///   - action: the name under which a rejected token is reported.
  ///   - disabled: the error while the service has no token.
  func check(_ context: RequestContext, for action: String, disabled: DomainError = .operatorDisabled) async throws {
    guard let token = token() else { throw disabled }
    guard let shown = context.request.headers.bearerToken else {
      throw DomainError(.unauthenticated, "token-missing", "Send the operator's token as 'Authorization: Bearer'.")
    }
    try await reported(action) { try await check(shown, token, context) }
  }

  private func check(_ shown: String, _ token: String, _ context: RequestContext) async throws {
    let key = AttemptKey("operator token", context.clientNetwork.bytes, Self.limits)
    let isCorrect: Bool? = try await attempts.run([key], at: context.now) { seconds in
      DomainError(
        .rateLimited, "too-many-tokens", "Too many wrong tokens from this network; try again in \(seconds) seconds.",
        retryAfter: seconds)
    } _: {
      Secret.isSame(shown, token) ? true : nil
    }
    guard isCorrect != nil else { throw DomainError(.unauthenticated, "token-wrong", "The operator token is wrong.") }
  }

  /// Does what an operator asks for, and reports that it is done or was refused.
  func audited<Result>(
    _ action: String, on subject: String, detail: String?, _ body: () async throws -> Result
  ) async throws -> Result {
    let result = try await reported(action, on: subject, detail: detail, body)
    await onAction(OperatorAction(name: action, subject: subject, detail: detail))
    return result
  }

  /// Reports a refusal. A request that can be repeated unchanged is none; nor is one of too many, which would fill the
  /// audit log.
  private func reported<Result>(
    _ action: String, on subject: String? = nil, detail: String? = nil, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as DomainError where ![.unavailable, .rateLimited].contains(error.kind) {
      await onAction(OperatorAction(name: action, subject: subject, failure: error.code, detail: detail))
      throw error
    }
  }
}

extension DomainError {
  fileprivate static let operatorDisabled = DomainError(
    .forbidden, "operator-not-offered", "This is for operators, and the service has no operator token.")
}

extension Headers {
  /// Answers to operators are never cached and not readable by pages of other origins.
  static let operatorOnly = Headers([
    ("Content-Type", MediaType.json), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
  ])
}

extension Response {
  static func forOperator(_ document: some NativeDocument) -> Response {
    Response(status: 200, headers: .operatorOnly, body: .bytes(document.bytes))
  }
}
