package import Accounts
package import Basics

/// Who may ask an endpoint, by a token in `Authorization: Bearer`.
package enum CallerRequirement: Hashable, Sendable {
  /// The header is ignored.
  case none
  /// Without an access token the answer is the public one; an invalid token is an error.
  case optional
  /// Somebody with an account, by an access token.
  case required
  /// Somebody with at least this role in an operator session, or who holds the operator token. An access token does not
  /// count. A dangerous act also needs that a code was entered in the session a few minutes ago.
  case role(AccountRole, isDangerous: Bool = false)
  /// An operator session of any role, and not the operator token: it has no session.
  case operatorSession

  package var needsRole: Bool {
    switch self {
    case .role, .operatorSession: true
    case .none, .optional, .required: false
    }
  }

  /// Whether access tokens count, and the cookies that hold them.
  package var takesAccessToken: Bool { self == .optional || self == .required }

  /// Whether somebody with a role may ask.
  package func admits(_ role: AccountRole) -> Bool {
    guard case .role(let least, _) = self else { return true }
    return role >= least
  }

  package var isDangerous: Bool {
    guard case .role(_, let isDangerous) = self else { return false }
    return isDangerous
  }

  /// For the documentation; nil unless it needs a role.
  var sentence: String? {
    switch self {
    case .role(let role, let isDangerous):
      (role == .moderator ? "For moderators and operators." : "For operators.")
        + (isDangerous ? " An operator session needs a recent code: `code-needed`." : "")
    case .operatorSession: "For moderators and operators, with the token of an operator session."
    case .none, .optional, .required: nil
    }
  }

  /// The errors of authorization.
  var answers: [ResponseDescription] {
    guard needsRole else { return [] }
    return [
      .unauthenticated("No token, a wrong one, or that of a session that has ended."),
      .forbidden("The role is missing, a code is needed, or the service has no operator token."), .rateLimited,
    ]
  }
}

/// Who asks an endpoint that needs a role.
package struct RoleCaller: Hashable, Sendable {
  /// Nil: who holds the operator token, which may everything.
  package let session: RoleSession?
  /// What the audit log calls the request.
  package let action: String

  package init(_ session: RoleSession?, for action: String) { (self.session, self.action) = (session, action) }

  /// The account that acts; nil: unknown.
  package var account: AccountID? { session?.account }
}

/// Authorizes requests to endpoints that need a role, before their bodies are read.
package protocol RoleAuthorizer: Sendable {
  /// - Throws: `DomainError` (unauthenticated, forbidden or rateLimited) unless the caller may ask the endpoint.
  func roleCaller(of context: RequestContext, for endpoint: Endpoint) async throws -> RoleCaller
}
