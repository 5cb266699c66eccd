import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON

/// The second factor and the operator sessions of accounts with a role.
struct OperatorEndpoints: Sendable {
  let roles: RoleService
  let accounts: AccountService

  var all: [Endpoint] { [own, begin, confirm, open, resume, end, confirmAct] }

  private static let password = BodyField<String>(
    "password", .text(1...128), "The password; required if the account has one.")
  private static let code = BodyField<String>(
    "code", .text(1...32), "The code that the authenticator app shows.", isRequired: true, example: "123456")
  private static let anyCode = BodyField<String>(
    "code", .text(1...32), "The code that the authenticator app shows, or a recovery code.", isRequired: true,
    example: "123456")

  private static let withoutRole = ResponseDescription.forbidden("The account has no role.")
  private static let refusedCode = ResponseDescription.forbidden("The code is wrong, or the account has no role.")
  private static let withoutFactor = ResponseDescription.conflict("The account has no authenticator app.")
  private static let ended = ResponseDescription.unauthenticated("There is no such session, or it has ended.")

  private var own: Endpoint {
    Endpoint(
      path: "/api/operator", group: .operators, summary: "The role of your account", caller: .required,
      answers: [ResponseDescription(200, "The role.", [(MediaType.json, "Operator")]), Self.withoutRole],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        .forOperator(OperatorDocument(try await roles.holder(try context.account())))
      })
  }

  private var begin: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/second-factor", group: .operators, summary: "Add an authenticator app",
      cost: .credentials,
      details: """
        Makes a secret for time-based codes (RFC 6238: SHA-1, 6 digits, 30 seconds). It counts once a first code has \
        confirmed it. An account without a password must have logged in within the last ten minutes.
        """,
      caller: .required, body: .json("The password.", [Self.password]),
      answers: [
        ResponseDescription(201, "The secret.", [(MediaType.json, "SecondFactor")]),
        .forbidden("The password is missing or wrong, the login was too long ago, or the account has no role."),
        .conflict("The account has an authenticator app."), .rateLimited,
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let caller = try context.knownCaller()
        let password = try context.body.value(Self.password)
        _ = try await roles.holder(caller.account)
        do {
          try await accounts.reauthenticate(caller, password: password)
        } catch let error as DomainError where error.field != nil {
          // The service names the field of other endpoints.
          throw DomainError(
            error.kind, error.code, error.message.replacing("current_password", with: Self.password.name),
            field: Self.password.name, retryAfter: error.retryAfter)
        }
        let (secret, uri) = try await roles.beginSecondFactor(of: caller.account)
        return .forOperator(SecondFactorDocument(secret: secret, uri: uri), status: 201)
      })
  }

  private var confirm: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/second-factor/confirmation", group: .operators,
      summary: "Confirm an authenticator app with its first code", cost: .search,
      details: "The recovery codes are shown once. Each opens a session once, without the app.", caller: .required,
      body: .json("The code.", [Self.code]),
      answers: [
        ResponseDescription(200, "The recovery codes.", [(MediaType.json, "RecoveryCodes")]), Self.refusedCode,
        .conflict("No app was added, or it is confirmed already."), .rateLimited,
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let codes = try await roles.confirmSecondFactor(
          of: try context.account(), by: try context.body.required(Self.code))
        return .forOperator(RecoveryCodesDocument(recoveryCodes: codes))
      })
  }

  // MARK: Sessions

  private var open: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/session", group: .operators, summary: "Open an operator session",
      cost: .search,
      details: """
        Its token is sent as `Authorization: Bearer` to operations for moderators and operators. It ends after \
        \(RoleService.lifetime / 3600) hours, after \(RoleService.idleLifetime / 60) minutes without use, and with the \
        login. Each code counts once; five wrong ones in five minutes are too many. A cookie keeps the token for the \
        pages of this service.
        """,
      caller: .required, body: .json("A code.", [Self.anyCode]),
      answers: [
        ResponseDescription(201, "The session.", [(MediaType.json, "OperatorSession")]), Self.refusedCode,
        Self.withoutFactor, .rateLimited,
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let (session, token) = try await roles.open(
          try context.knownCaller(), by: try context.body.required(Self.anyCode))
        return context.keeping(session, token, status: 201)
      })
  }

  private var resume: Endpoint {
    Endpoint(
      method: .put, path: "/api/operator/session", group: .operators,
      summary: "Continue an operator session after a reload",
      details: "For pages of this service only, whose cookie holds the token. The session gets another token.",
      headers: [BrowserSession.transport],
      answers: [ResponseDescription(200, "The session.", [(MediaType.json, "OperatorSession")]), Self.ended],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        guard context.usesCookies, let kept = context.cookie(BrowserSession.operatorSession) else {
          throw DomainError.operatorSessionEnded
        }
        let (session, token) = try await roles.resume(kept)
        return context.keeping(session, token)
      })
  }

  private var end: Endpoint {
    Endpoint(
      method: .delete, path: "/api/operator/session", group: .operators, summary: "End an operator session",
      caller: .operatorSession, action: "operator-session", answers: [.noContent], allowsCrossOrigin: false,
      handler: .deferred { context in
        if let session = context.roleCaller?.session { try await roles.end(session) }
        var response = Response(status: 204, headers: Headers([("Cache-Control", "no-store")]))
        context.clear(BrowserSession.operatorSession, in: &response)
        return response
      })
  }

  private var confirmAct: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/session/confirmation", group: .operators,
      summary: "Enter a code before a dangerous act", cost: .search,
      details: "Acts that answer `code-needed` are then possible for \(RoleService.codeLifetime / 60) minutes.",
      caller: .operatorSession, action: "code-check", body: .json("A code.", [Self.anyCode]),
      answers: [
        ResponseDescription(200, "The session.", [(MediaType.json, "OperatorSession")]), Self.refusedCode,
        Self.withoutFactor,
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let (session, token) = try context.operatorSession()
        let confirmed = try await roles.confirm(session, by: try context.body.required(Self.anyCode))
        return .forOperator(OperatorSessionDocument(confirmed, token: token))
      })
  }
}

extension RequestContext {
  /// An answer with a session, whose token the browser keeps too.
  func keeping(_ session: RoleSession, _ token: String, status: Int = 200) -> Response {
    var response = Response.forOperator(OperatorSessionDocument(session, token: token), status: status)
    set(BrowserSession.operatorSession, token, until: session.expiresAt, in: &response)
    return response
  }
}
