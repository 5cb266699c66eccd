import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// How the pages of this service stay logged in: by cookies that no script can read.
///
/// A cookie counts only for a request that says so by a header of its own, and that comes from a page of this service
/// as far as the browser tells (`Origin`, `Sec-Fetch-Site`). A page from elsewhere cannot send the header without
/// having asked before, which is not allowed; nor are the cookies sent along with what it asks (`SameSite=Strict`).
enum BrowserSession {
  /// The header; see `OWASP Cross-Site Request Forgery Prevention Cheat Sheet`, "Custom request headers".
  static let transport = Parameter<String>(
    "Fourcuts-Session",
    ParameterKind("the word 'cookie'", schema: Schemas.words(["cookie"])) { Reading($0 == "cookie" ? $0 : nil) },
    "For pages of this service only: `cookie` keeps the tokens in cookies that no script can read, and shows them.",
    example: "cookie")

  /// Holds the access token; needed everywhere below `/api`.
  static let access = BrowserCookie(name: "fourcuts-access", path: "/api", sameSite: .never)
  /// Holds the refresh token; needed where tokens are refreshed only.
  static let refresh = BrowserCookie(name: "fourcuts-refresh", path: "/api/sessions/refresh", sameSite: .never)
  /// Tells the browser from others where logins are limited (see `GuessLimits`), also when it is logged out; it opens
  /// nothing.
  static let device = BrowserCookie(name: "fourcuts-device", path: "/", sameSite: .never)
  /// Seconds that browsers keep it: no more than 400 days (RFC 6265bis, 5.5).
  static let deviceLifetime: Int64 = 400 * 86_400
}

extension Endpoint {
  /// Whether cookies can count: where somebody is asked who they are, and where sessions are opened and renewed.
  var knowsCookies: Bool {
    caller != .none || headers.contains { $0.name == BrowserSession.transport.name }
  }
}

/// Finds out who calls by the access token in `Authorization: Bearer`, or by a cookie that counts.
struct SessionAuthenticator: Authenticator {
  let accounts: AccountService

  package func caller(of context: RequestContext, for endpoint: Endpoint) async throws -> Caller? {
    if endpoint.knowsCookies { _ = try context.asksForCookies() }
    guard endpoint.caller != .none, let token = try context.shownToken() else { return nil }
    return try await accounts.caller(showing: token)
  }
}

extension RequestContext {
  /// Whether cookies count, of a request for which `asksForCookies` refused nothing.
  var usesCookies: Bool { request.headers[BrowserSession.transport.name] != nil }

  /// Whether the request comes with cookies that count.
  /// - Throws: `DomainError` `origin-foreign` (forbidden) of a page from elsewhere, `parameter-invalid` of another word
  ///   than `cookie`, `token-twice` (invalid) where a token is shown in the other way too (RFC 6750, 2): it might be
  ///   somebody else's.
  func asksForCookies() throws(DomainError) -> Bool {
    guard let word = request.headers[BrowserSession.transport.name] else { return false }
    _ = try BrowserSession.transport.value(of: word)
    try refuseForeignPages()
    guard request.headers.bearerToken == nil else { throw .tokenTwice }
    return true
  }

  /// The access token that is shown: that of the header, or that of a cookie that counts.
  /// - Throws: `DomainError` `token-missing` where cookies count and there is none: it ends before its token's session
  ///   does, and a page that thinks itself logged in must not be answered as anybody.
  func shownToken() throws(DomainError) -> String? {
    guard usesCookies else { return request.headers.bearerToken }
    guard let token = cookie(BrowserSession.access) else { throw .tokenMissing }
    return token
  }

  /// The account of who shows a token, for endpoints that seldom need to know; nil where none is shown.
  /// - Throws: As the authenticator.
  func shownAccount(_ accounts: AccountService) async throws -> AccountID? {
    _ = try asksForCookies()
    guard let token = try shownToken() else { return nil }
    return try await accounts.caller(showing: token).account
  }

  /// The refresh token that is shown: that of the body, or that of a cookie that counts.
  /// - Throws: `DomainError` `field-missing`; where cookies count `token-missing`, and `token-twice` where the body has
  ///   one.
  func shownRefreshToken() throws(DomainError) -> String {
    guard usesCookies else { return try body.required(AccountFields.refreshToken) }
    guard !body.has(AccountFields.refreshToken) else { throw .tokenTwice }
    guard let token = cookie(BrowserSession.refresh) else { throw .tokenMissing }
    return token
  }

  /// Refuses pages from elsewhere, as far as the browser tells where a page is from. Programs do not.
  /// - Throws: `DomainError` `origin-foreign` (forbidden).
  func refuseForeignPages() throws(DomainError) {
    guard environment.isForeignPage(request) else { return }
    throw DomainError(
      .forbidden, "origin-foreign",
      "Pages of other origins cannot do this; a program sends no Origin, and an operator sets --public-url.")
  }

  /// The answer that opens a session: with the tokens in it, or in cookies where that was asked for.
  func opened(_ profile: Profile, _ tokens: SessionTokens, to client: LoginClient, status: Int) -> Response {
    let account = AccountDocument(profile)
    guard usesCookies else {
      return .own(SessionDocument(account: account, tokens: TokensDocument(tokens)), status: status)
    }
    let document = BrowserSessionDocument(account: account, expires: SessionExpiryDocument(tokens))
    return keeping(tokens, of: client.device, in: .own(document, status: status))
  }

  /// The answer that renews a session.
  func renewed(_ tokens: SessionTokens) -> Response {
    guard usesCookies else { return .own(TokensDocument(tokens)) }
    return keeping(tokens, of: nil, in: .own(SessionExpiryDocument(tokens)))
  }

  /// An answer that has the browser keep the tokens, and its own where it was given one.
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

  /// That it is done, and that the browser forgets the tokens where it kept them.
  func loggedOut() -> Response {
    var response = Response.done
    guard usesCookies else { return response }
    clear(BrowserSession.access, in: &response)
    clear(BrowserSession.refresh, in: &response)
    return response
  }
}

extension DomainError {
  /// Which of two tokens counts is not guessed.
  fileprivate static let tokenTwice = DomainError(
    .invalid, "token-twice", "Show a token in one way: by 'Authorization: Bearer' or the body, or else by a cookie.")
}

extension SessionExpiryDocument {
  /// When tokens end.
  init(_ tokens: SessionTokens) {
    self.init(accessExpiresAt: tokens.accessExpiresAt, refreshExpiresAt: tokens.refreshExpiresAt)
  }
}
