import Accounts
import Basics
import Contracts
import HTTP

/// How the pages of this service stay logged in: by cookies that no script can read.
///
/// A cookie counts only for a request that says so by a header of its own, and that comes from a page of this service as
/// far as the browser tells (`Origin`, `Sec-Fetch-Site`). A page from elsewhere cannot send the header without having
/// asked before, which is not allowed; nor are the cookies sent along with what it asks (`SameSite=Strict`).
enum BrowserSession {
  /// The header; see `OWASP Cross-Site Request Forgery Prevention Cheat Sheet`, "Custom request headers".
  static let transport = Parameter<String>(
    "Fourcuts-Session",
    ParameterKind("the word 'cookie'", schema: Schemas.words(["cookie"])) { Reading($0 == "cookie" ? $0 : nil) },
    "For pages of this service only: `cookie` keeps the tokens in cookies that no script can read, and shows them.",
    example: "cookie")

  /// Holds the access token; goes with everything below `/api`.
  static let accessCookie = "fourcuts-access"
  /// Holds the refresh token; goes where tokens are refreshed only.
  static let refreshCookie = "fourcuts-refresh"
  static let accessPath = "/api"
  static let refreshPath = "/api/sessions/refresh"
}

extension Call {
  /// Whether the request comes with cookies that count.
  /// - Throws: `Refusal` `origin-foreign` (forbidden) of a page from elsewhere, and of another word than `cookie`.
  func usesCookies() throws(Refusal) -> Bool {
    guard let word = request.headers[BrowserSession.transport.name] else { return false }
    _ = try BrowserSession.transport.value(of: word)
    try refuseForeignPages()
    return true
  }

  /// The access token that is shown: that of the header, else that of a cookie that counts.
  /// - Throws: As `usesCookies`; `token-missing` where cookies count and there is none: it ends before its token's
  ///   session does, and a page that thinks itself logged in must not be answered as anybody.
  func shownToken() throws(Refusal) -> String? {
    if let token = request.headers.bearerToken { return token }
    guard try usesCookies() else { return nil }
    guard let token = request.headers.cookie(BrowserSession.accessCookie) else { throw Refusal.tokenMissing }
    return token
  }

  /// Refuses pages from elsewhere, as far as the browser tells where a page is from. Programs do not.
  /// - Throws: `Refusal` `origin-foreign` (forbidden).
  func refuseForeignPages() throws(Refusal) {
    let site = request.headers["Sec-Fetch-Site"]
    if isOwn(origin: request.headers["Origin"]), site == nil || site == "same-origin" { return }
    throw Refusal(
      .forbidden, "origin-foreign",
      "Pages of other origins cannot do this; a program sends no Origin, and an operator sets --public-url.")
  }

  private func isOwn(origin: String?) -> Bool {
    guard let origin else { return true }
    let own = publicAddress
    // Behind a proxy without a public address the scheme is not known.
    return origin == own || (site.publicAddress == nil && !own.isEmpty && origin == "https" + own.dropFirst(4))
  }

  /// The answer that opens or renews a session: with the tokens in it, or in cookies where that was asked for.
  /// - Throws: As `usesCookies`.
  func opened(
    _ profile: Profile, _ tokens: SessionTokens, status: Int = 200
  ) throws(Refusal) -> Response {
    let account = AccountDocument(profile)
    guard try usesCookies() else {
      return .own(SessionDocument(account: account, tokens: TokensDocument(tokens)), status: status)
    }
    let document = BrowserSessionDocument(account: account, expires: SessionExpiryDocument(tokens))
    return keeping(tokens, in: .own(document, status: status))
  }

  /// The answer that renews a session.
  /// - Throws: As `usesCookies`.
  func renewed(_ tokens: SessionTokens) throws(Refusal) -> Response {
    guard try usesCookies() else { return .own(TokensDocument(tokens)) }
    return keeping(tokens, in: .own(SessionExpiryDocument(tokens)))
  }

  /// An answer that has the browser keep the tokens.
  func keeping(_ tokens: SessionTokens, in response: Response) -> Response {
    var response = response
    set(BrowserSession.accessCookie, tokens.access, at: BrowserSession.accessPath, until: tokens.accessExpiresAt, &response)
    set(
      BrowserSession.refreshCookie, tokens.refresh, at: BrowserSession.refreshPath, until: tokens.refreshExpiresAt,
      &response)
    return response
  }

  /// That it is done, and that the browser forgets the tokens where it kept them.
  /// - Throws: As `usesCookies`.
  func loggedOut() throws(Refusal) -> Response {
    guard try usesCookies() else { return .done }
    var response = Response.done
    set(BrowserSession.accessCookie, "", at: BrowserSession.accessPath, until: now, &response)
    set(BrowserSession.refreshCookie, "", at: BrowserSession.refreshPath, until: now, &response)
    return response
  }

  private func set(_ name: String, _ value: String, at path: String, until end: Timestamp, _ response: inout Response) {
    let seconds = max(0, (end.milliseconds - now.milliseconds) / 1000)
    response.headers.add(
      "Set-Cookie", "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")")
  }

  /// Whether the browser reached us by TLS: the page's origin tells, since TLS ends before us.
  private var isSecure: Bool {
    site.publicAddress?.hasPrefix("https:") == true || request.headers["Origin"]?.hasPrefix("https:") == true
  }
}

extension SessionExpiryDocument {
  /// When tokens end.
  init(_ tokens: SessionTokens) {
    self.init(accessExpiresAt: tokens.accessExpiresAt, refreshExpiresAt: tokens.refreshExpiresAt)
  }
}

extension Headers {
  /// The value of a cookie (RFC 6265, 4.2.1); nil where there is none of that name.
  func cookie(_ name: String) -> String? {
    guard let pairs = self["Cookie"] else { return nil }
    for pair in pairs.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
      return String(parts[1])
    }
    return nil
  }
}
