import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Sessions of this service's pages, in HttpOnly cookies, with protection from cross-site request forgery.
///
/// Cookies count only if the request has the header `Fourcuts-Session` and comes from a page of this service, by
/// `Origin` and `Sec-Fetch-Site`. A page of another origin cannot send the header without a CORS preflight, which does
/// not allow it; nor are the cookies sent with its requests (`SameSite=Strict`).
enum BrowserSession {
  /// The header; see `OWASP Cross-Site Request Forgery Prevention Cheat Sheet`, "Custom request headers".
  static let transport = Parameter<String>(
    "Fourcuts-Session",
    ValueKind("the word 'cookie'", schema: Schemas.enumeration(["cookie"])) {
      ParsedParameter($0 == "cookie" ? $0 : nil)
    },
    "For pages of this service only: `cookie` stores the tokens in HttpOnly cookies and reads them from there.",
    example: "cookie")

  /// Holds the access token, for paths below `/api`.
  static let access = BrowserCookie(name: "fourcuts-access", path: "/api", sameSite: .strict)
  /// Holds the refresh token, only for the refresh endpoint.
  static let refresh = BrowserCookie(name: "fourcuts-refresh", path: "/api/sessions/refresh", sameSite: .strict)
  /// Holds the token of an operator session, so that it outlives a reload of the page.
  static let operatorSession = BrowserCookie(
    name: "fourcuts-operator", path: "/api/operator/session", sameSite: .strict)
  /// Identifies the browser for the limits on logins (see `GuessLimits`), also when it is logged out. It grants no
  /// access.
  static let device = BrowserCookie(name: "fourcuts-device", path: "/", sameSite: .strict)
  /// The lifetime of the device cookie in seconds; browsers allow at most 400 days (RFC 6265bis, 5.5).
  static let deviceLifetime: Int64 = 400 * 86_400
}

extension Endpoint {
  /// Whether cookies can count: on endpoints that authenticate the caller, and on those that open or renew sessions.
  var acceptsSessionCookies: Bool {
    caller.takesAccessToken || headers.contains { $0.name == BrowserSession.transport.name }
  }
}

/// Authenticates the caller by the access token in `Authorization: Bearer` or in a cookie.
struct SessionAuthenticator: Authenticator {
  let accounts: AccountService

  package func caller(of context: RequestContext, for endpoint: Endpoint) async throws -> Caller? {
    if endpoint.acceptsSessionCookies { _ = try context.validateCookieTransport() }
    guard endpoint.caller.takesAccessToken, let token = try context.accessToken() else { return nil }
    return try await accounts.caller(withAccessToken: token)
  }
}

extension RequestContext {
  /// Whether cookies count, after `validateCookieTransport` threw nothing.
  var usesCookies: Bool { request.headers[BrowserSession.transport.name] != nil }

  /// Whether cookies count for the request.
  /// - Throws: `DomainError` `origin-foreign` (forbidden) for a page of another origin, `parameter-invalid` for another
  ///   value than `cookie`, `token-twice` (invalid) when there is a bearer token too (RFC 6750, 2): it might be another
  ///   account's.
  func validateCookieTransport() throws(DomainError) -> Bool {
    guard let word = request.headers[BrowserSession.transport.name] else { return false }
    _ = try BrowserSession.transport.value(of: word)
    try rejectCrossOriginRequest()
    guard request.headers.bearerToken == nil else { throw .tokensConflicting }
    return true
  }

  /// The access token of the header or, if cookies count, of the cookie.
  /// - Throws: `DomainError` `token-missing` if cookies count and there is none: the cookie expires before the session,
  ///   and a page that believes it is logged in must not get an anonymous answer.
  func accessToken() throws(DomainError) -> String? {
    guard usesCookies else { return request.headers.bearerToken }
    guard let token = cookie(BrowserSession.access) else { throw .tokenMissing }
    return token
  }

  /// The account of the access token, for endpoints that seldom need it; nil without a token.
  /// - Throws: As the authenticator.
  func optionalAccount(_ accounts: AccountService) async throws -> AccountID? {
    _ = try validateCookieTransport()
    guard let token = try accessToken() else { return nil }
    return try await accounts.caller(withAccessToken: token).account
  }

  /// The refresh token of the body or, if cookies count, of the cookie.
  /// - Throws: `DomainError` `field-missing`; if cookies count `token-missing`, and `token-twice` when the body has one
  ///   too.
  func refreshToken() throws(DomainError) -> String {
    guard usesCookies else { return try body.required(AccountFields.refreshToken) }
    guard !body.has(AccountFields.refreshToken) else { throw .tokensConflicting }
    guard let token = cookie(BrowserSession.refresh) else { throw .tokenMissing }
    return token
  }

  /// Rejects requests from pages of other origins. Clients other than browsers send no origin.
  /// - Throws: `DomainError` `origin-foreign` (forbidden).
  func rejectCrossOriginRequest() throws(DomainError) {
    guard environment.isForeignPage(request) else { return }
    throw DomainError(
      .forbidden, "origin-foreign",
      "Pages of other origins cannot do this. A program must send no Origin; an operator must set --public-url.")
  }

  /// The answer that opens a session, with the tokens in the body, or in cookies if these count.
  func opened(_ profile: Profile, _ tokens: SessionTokens, to client: LoginClient, status: Int) -> Response {
    let account = AccountDocument(profile)
    guard usesCookies else {
      return .uncached(SessionDocument(account: account, tokens: TokensDocument(tokens)), status: status)
    }
    let document = BrowserSessionDocument(account: account, expires: SessionExpiryDocument(tokens))
    return keeping(tokens, of: client.device, in: .uncached(document, status: status))
  }

  func renewed(_ tokens: SessionTokens) -> Response {
    guard usesCookies else { return .uncached(TokensDocument(tokens)) }
    return keeping(tokens, of: nil, in: .uncached(SessionExpiryDocument(tokens)))
  }

  /// Adds cookies with the tokens and, if there is one, the device token.
  func keeping(_ tokens: SessionTokens, of device: DeviceToken?, in response: Response) -> Response {
    var response = response
    if let device {
      set(
        BrowserSession.device, device.text, until: now.advanced(seconds: BrowserSession.deviceLifetime), in: &response)
    }
    set(BrowserSession.access, tokens.access, until: tokens.accessExpiresAt, in: &response)
    set(BrowserSession.refresh, tokens.refresh, until: tokens.refreshExpiresAt, in: &response)
    return response
  }

  /// 204; deletes the token cookies if cookies count.
  func loggedOut() -> Response {
    var response = Response.noContent
    guard usesCookies else { return response }
    clear(BrowserSession.access, in: &response)
    clear(BrowserSession.refresh, in: &response)
    return response
  }
}

extension DomainError {
  fileprivate static let tokensConflicting = DomainError(
    .invalid, "token-twice",
    "Two tokens were sent. Send one only: in 'Authorization: Bearer', in the body or in a cookie.")
}

extension SessionExpiryDocument {
  init(_ tokens: SessionTokens) {
    self.init(accessExpiresAt: tokens.accessExpiresAt, refreshExpiresAt: tokens.refreshExpiresAt)
  }
}
