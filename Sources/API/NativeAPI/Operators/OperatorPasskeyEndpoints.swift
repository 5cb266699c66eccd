import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import WebAuthn

/// Passkeys that open operator sessions in place of a code.
struct OperatorPasskeyEndpoints: Sendable {
  let roles: RoleService
  let passkeys: PasskeyService

  var all: [Endpoint] { [begin, open, confirm, allow, disallow] }

  private static let refused = ResponseDescription.forbidden(
    "The passkey is refused, or the account has no role.")
  private static let unknown = ResponseDescription.notFound("No such passkey of the account opens operator sessions.")

  private var begin: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/passkey-options", group: .operators,
      summary: "Begin to use a passkey as an operator", caller: .required,
      answers: [
        ResponseDescription(200, "The options.", [(MediaType.json, "PasskeyRequest")]),
        .conflict("No passkey of the account opens operator sessions, or passkeys are not offered."),
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let party = try context.relyingParty()
        let request = try await roles.beginPasskey(of: try context.account(), passkeys, at: party)
        return .forOperator(PasskeyRequestDocument(request, at: party))
      })
  }

  private var open: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/session/passkey", group: .operators,
      summary: "Open an operator session with a passkey", cost: .search,
      details: "As by a code. Twenty refused passkeys in five minutes are too many.", caller: .required,
      body: .json("The answer of the authenticator.", PasskeyFields.assertion),
      answers: [
        ResponseDescription(201, "The session.", [(MediaType.json, "OperatorSession")]), Self.refused, Self.unknown,
        PasskeyEndpoints.notOffered, .rateLimited,
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let (session, token) = try await roles.open(
          try context.knownCaller(), by: try context.passkeyAssertion(), passkeys, at: try context.relyingParty())
        return context.keeping(session, token, status: 201)
      })
  }

  private var confirm: Endpoint {
    Endpoint(
      method: .post, path: "/api/operator/session/confirmation/passkey", group: .operators,
      summary: "Use a passkey before a dangerous act", cost: .search, details: "It counts as a code.",
      caller: .operatorSession, action: "code-check",
      body: .json("The answer of the authenticator.", PasskeyFields.assertion),
      answers: [
        ResponseDescription(200, "The session.", [(MediaType.json, "OperatorSession")]), Self.refused, Self.unknown,
        PasskeyEndpoints.notOffered,
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let (session, token) = try context.operatorSession()
        let confirmed = try await roles.confirm(
          session, by: try context.passkeyAssertion(), passkeys, at: try context.relyingParty())
        return .forOperator(OperatorSessionDocument(confirmed, token: token))
      })
  }

  private var allow: Endpoint {
    Endpoint(
      method: .put, path: "/api/operator/passkeys/{id}", group: .operators,
      summary: "Let a passkey open operator sessions",
      details: "A code must have been entered in the last \(RoleService.codeLifetime / 60) minutes: `code-needed`.",
      pathParameters: [PasskeyFields.id], caller: .operatorSession, action: "second-factor",
      answers: [.noContent, PasskeyFields.unknown], allowsCrossOrigin: false,
      handler: .deferred { context in
        let session = try context.operatorSession().session
        try await roles.setSecondFactor(true, try context.pathParameter(PasskeyFields.id), in: session, passkeys)
        return .noContent
      })
  }

  private var disallow: Endpoint {
    Endpoint(
      method: .delete, path: "/api/operator/passkeys/{id}", group: .operators,
      summary: "Stop a passkey from opening operator sessions", details: "It still opens the account.",
      pathParameters: [PasskeyFields.id], caller: .operatorSession, action: "second-factor",
      answers: [.noContent, Self.unknown], allowsCrossOrigin: false,
      handler: .deferred { context in
        let session = try context.operatorSession().session
        try await roles.setSecondFactor(false, try context.pathParameter(PasskeyFields.id), in: session, passkeys)
        return .noContent
      })
  }
}

extension RequestContext {
  /// The operator session of the request, and its token.
  /// - Throws: `DomainError` `operator-session-ended` (unauthenticated).
  func operatorSession() throws(DomainError) -> (session: RoleSession, token: String) {
    guard let session = roleCaller?.session, let token = request.headers.bearerToken else {
      throw .operatorSessionEnded
    }
    return (session, token)
  }
}
