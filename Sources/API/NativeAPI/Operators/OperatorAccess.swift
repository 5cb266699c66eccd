import APIKit
import Accounts
package import Basics
import Contracts
import HTTP
import JSON

/// An action of somebody with a role, done or refused, for the audit log.
package struct OperatorAction: Hashable, Sendable {
  /// The name of the command that does the same.
  package let name: String
  /// The account that acted; nil: who holds the operator token, or somebody unknown.
  package var account: AccountID?
  package var subject: String?
  /// The code of the error; nil: done.
  package var failure: String?
  package var detail: String?
}

/// Authorizes requests by the token of an operator session or by the operator token, and reports what is done with them.
struct OperatorAccess: RoleAuthorizer {
  /// The operator token that authorizes now; nil: there is none.
  let token: @Sendable () -> String?
  let roles: RoleService
  /// Limits wrong tokens of each client network.
  let attempts: AttemptLimiter
  let onAction: @Sendable (OperatorAction) async -> Void
  private static let limits = [AttemptLimit(maxCount: 10, seconds: 60), AttemptLimit(maxCount: 60, seconds: 3600)]

  func roleCaller(of context: RequestContext, for endpoint: Endpoint) async throws -> RoleCaller {
    let shown = context.request.headers.bearerToken
    if endpoint.caller == .operatorSession || shown.map(RoleService.isToken) == true {
      let caller = RoleCaller(try await roles.session(withToken: shown ?? ""), for: endpoint.auditedAction)
      try await check(caller, for: endpoint)
      return caller
    }
    guard let token = token() else {
      throw endpoint.group == .imports ? DomainError.importsDisabled : .operatorDisabled
    }
    guard let shown else {
      throw DomainError(
        .unauthenticated, "token-missing",
        "Send the token of an operator session, or the operator's token, as 'Authorization: Bearer'.")
    }
    let caller = RoleCaller(nil, for: endpoint.auditedAction)
    try await reported(caller) { try await check(shown, token, context) }
    return caller
  }

  /// Makes sure that a request may do a dangerous act, where not every request to its endpoint is one.
  /// - Throws: `DomainError` `code-needed` (forbidden) if no code was entered in the session recently.
  func checkDangerous(_ context: RequestContext) throws(DomainError) {
    guard let session = context.roleCaller?.session else { return }
    guard roles.hasRecentCode(session) else { throw .codeNeeded }
  }

  private func check(_ caller: RoleCaller, for endpoint: Endpoint) async throws {
    guard let session = caller.session else { return }
    try await reported(caller) {
      guard endpoint.caller.admits(session.role) else { throw DomainError.roleMissing }
    }
    guard !endpoint.caller.isDangerous || roles.hasRecentCode(session) else { throw DomainError.codeNeeded }
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

  /// Does what somebody with a role asks for, and reports that it is done or was refused.
  func audited<Result>(
    _ context: RequestContext, on subject: String, detail: String? = nil, _ body: () async throws -> Result
  ) async throws -> Result {
    guard let caller = context.roleCaller else { throw DomainError.roleMissing }
    let result = try await reported(caller, on: subject, detail: detail, body)
    await onAction(OperatorAction(name: caller.action, account: caller.account, subject: subject, detail: detail))
    return result
  }

  /// Reports a refusal. A request that can be repeated unchanged is none; nor is one of too many, which would fill the
  /// audit log.
  private func reported<Result>(
    _ caller: RoleCaller, on subject: String? = nil, detail: String? = nil, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as DomainError where ![.unavailable, .rateLimited].contains(error.kind) {
      await onAction(
        OperatorAction(
          name: caller.action, account: caller.account, subject: subject, failure: error.code, detail: detail))
      throw error
    }
  }
}

extension Endpoint {
  /// What the audit log calls it.
  fileprivate var auditedAction: String { action ?? OpenAPI.operationID(self) }
}

extension DomainError {
  fileprivate static let operatorDisabled = DomainError(
    .forbidden, "operator-not-offered",
    "This is for people with a role, in an operator session; the service has no operator token.")
  fileprivate static let importsDisabled = DomainError(
    .forbidden, "imports-not-offered",
    "This is for operators, in an operator session; the service has no operator token.")
}

extension Headers {
  /// Answers to operators are never cached and not readable by pages of other origins.
  static let operatorOnly = Headers([
    ("Content-Type", MediaType.json), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
  ])
}

extension Response {
  static func forOperator(_ document: some NativeDocument, status: Int = 200) -> Response {
    Response(status: status, headers: .operatorOnly, body: .bytes(document.bytes))
  }
}
