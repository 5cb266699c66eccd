import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Browser login with Kakao, Naver, Google and Apple (RFC 6749, 4.1; RFC 9700).
///
/// `/login/{provider}?next=…` redirects to the provider. After the login the browser comes to
/// `/app/login?entered=1&next=…` with the cookies of a session; the page asks `/api/me` for the account. After a
/// failure it comes to `/app/login?problem=…&next=…` with a value of `LoginProblem`. Users never see an error document
/// of the API.
struct SocialRedirects: Sendable {
  let identities: IdentityService

  var all: [Endpoint] {
    [begin, end]
  }

  static let next = Parameter<String>(
    "next", ValueKind("the address of a page", schema: Schemas.text) { .value($0) },
    "The page to open after the login: `/` or a path below `/app/`; any other value counts as `/`.",
    example: "/app/feed")
  static let code = Parameter<String>(
    "code", ValueKind("the provider's code", schema: Schemas.text) { .value($0) },
    "The provider's authorization code.")
  static let state = Parameter<String>(
    "state", ValueKind("the state that was sent", schema: Schemas.text) { .value($0) },
    "The state of the authorization request.")
  static let error = Parameter<String>(
    "error", ValueKind("a word", schema: Schemas.text) { .value($0) },
    "The provider's error code, instead of `code`.")

  private var begin: Endpoint {
    Endpoint(
      path: "/login/{provider}", group: .accounts, summary: "Start a browser login with a provider",
      details: """
        For links of this service's pages, if the provider is offered for browsers. The state of the login is kept in \
        a cookie for \(OAuthState.lifetime / 60) minutes. After a failure it redirects to `/app/login`.
        """,
      pathParameters: [IdentityFields.providerParameter], query: [Self.next],
      answers: [ResponseDescription(303, "`Location` is the provider's page.")], errorFormat: .browser, isSafe: false,
      handler: .immediate { beginLogin($0) })
  }

  private var end: Endpoint {
    Endpoint(
      path: "/login/{provider}/callback", group: .accounts, summary: "The callback of a browser login",
      cost: .credentials,
      details: """
        The redirect URI to register with the provider. Opens a session in cookies and redirects to \
        `/app/login?entered=1`; after a failure to `/app/login?problem=…` with one of \
        \(LoginProblem.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
        """,
      pathParameters: [IdentityFields.providerParameter], query: [Self.code, Self.state, Self.error],
      answers: [ResponseDescription(303, "`Location` is the login page.")], errorFormat: .browser,
      isSafe: false, handler: .deferred { await endLogin($0) })
  }
}

extension ErrorFormat {
  /// For URLs to which browsers navigate: every error redirects to a page. Unknown parameters are ignored, since
  /// providers may add some.
  fileprivate static let browser = ErrorFormat(
    isStrict: false, errorResponse: { _ in .toLogin(.rejected) }, internalErrorResponse: { _ in .toLogin(.unavailable) }
  )
}

extension SocialRedirects {
  /// The provider in the path; nil when it is unknown.
  private func provider(_ context: RequestContext) -> ProviderName? {
    context.request.parameters["provider"].flatMap(ProviderName.init)
  }

  private func beginLogin(_ context: RequestContext) -> Response {
    let next = ((try? context.query.value(SocialRedirects.next)) ?? nil).flatMap(PagePath.init) ?? .map
    // A link on another site starts no login (login CSRF): the login page asks first.
    guard isUserInitiated(context) else { return .toLogin(nil, then: next) }
    guard let provider = provider(context), let page = identities.oauthProvider(of: provider),
      let address = returnAddress(context, provider)
    else { return .toLogin(.notOffered, then: next) }
    let oauthState = OAuthState(to: provider, then: next)
    var response = Response.seeOther(page.address(for: oauthState.authorizationRequest(redirectURI: address)))
    context.set(
      OAuthState.cookie, oauthState.text, until: context.now.advanced(seconds: OAuthState.lifetime), in: &response)
    return response
  }

  /// Whether a page of this service or the user directly caused the navigation, by `Sec-Fetch-Site`.
  private func isUserInitiated(_ context: RequestContext) -> Bool {
    context.request.headers["Sec-Fetch-Site"].map { $0 == "same-origin" || $0 == "none" } ?? true
  }

  /// The redirect URI: below the configured public address, which no request can change. Without one, browser login
  /// works on the loopback only.
  private func returnAddress(_ context: RequestContext, _ provider: ProviderName) -> String? {
    guard context.environment.publicAddress != nil || context.isLoopbackHTTP else { return nil }
    return "\(context.publicAddress)/login/\(provider.rawValue)/callback"
  }

  /// Completes the login after the provider's redirect.
  private func endLogin(_ context: RequestContext) async -> Response {
    guard let oauthState = context.cookie(OAuthState.cookie).flatMap(OAuthState.init),
      oauthState.provider == provider(context),
      let state = (try? context.query.value(SocialRedirects.state)) ?? nil, oauthState.isState(state)
    else { return .toLogin(.expired) }
    var response: Response
    do {
      let client = LoginClient(
        network: context.clientNetwork, device: context.device, name: context.deviceName,
        language: Language(of: context.request))
      response = context.keeping(
        try await tokens(context, of: oauthState, client), of: client.device,
        in: .toLogin(nil, then: oauthState.next, hasLoggedIn: true))
    } catch {
      response = .toLogin(problem(context, of: error), then: oauthState.next)
    }
    context.clear(OAuthState.cookie, in: &response)
    return response
  }

  /// Exchanges the authorization code for a session.
  private func tokens(_ context: RequestContext, of oauthState: OAuthState, _ client: LoginClient) async throws
    -> SessionTokens
  {
    if let word = try context.query.value(SocialRedirects.error) { throw OAuthErrorResponse(oauthState.provider, word) }
    guard let page = identities.oauthProvider(of: oauthState.provider),
      let code = try context.query.value(SocialRedirects.code),
      let address = returnAddress(context, oauthState.provider)
    else { throw DomainError.proofRejected(oauthState.provider) }
    let visit = oauthState.authorizationRequest(redirectURI: address)
    let proof = try await page.proof(code, of: visit)
    return try await identities.logIn(oauthState.provider, proof, .rotating, from: client).tokens
  }

  /// The problem for the user; errors that the operator can fix are reported.
  private func problem(_ context: RequestContext, of error: any Error) -> LoginProblem {
    switch error {
    case let domainError as DomainError: return LoginProblem(context.environment.conditions.report(domainError))
    case let returned as OAuthErrorResponse where returned.isCancelledByUser: return .cancelled
    case let returned as OAuthErrorResponse where returned.isTemporary: return .unavailable
    default:
      context.environment.report((error as? OAuthErrorResponse)?.applicationError ?? error)
      return .unavailable
    }
  }
}

/// The provider redirected back with an error instead of a code (RFC 6749, 4.1.2.1).
private struct OAuthErrorResponse: Error {
  let provider: ProviderName
  let code: String

  init(_ provider: ProviderName, _ word: String) {
    self.provider = provider
    self.code = word
  }

  /// The user cancelled; the second code is Apple's.
  var isCancelledByUser: Bool { ["access_denied", "user_cancelled_authorize"].contains(code) }
  /// A temporary error of the provider.
  var isTemporary: Bool { ["server_error", "temporarily_unavailable"].contains(code) }
  /// Any other error: the application's registration at the provider does not match.
  var applicationError: ProviderRejectedApplication { ProviderRejectedApplication(provider, errorCode: code) }
}

extension LoginProblem {
  fileprivate init(_ domainError: DomainError) {
    switch domainError.kind {
    case .conflict where domainError.code == DomainError.identityEmailTaken(.kakao).code: self = .emailTaken
    case .forbidden where domainError.code == DomainError.accountSuspended.code: self = .suspended
    case .unavailable, .rateLimited, .conflict: self = .unavailable
    default: self = .rejected
    }
  }
}

extension Response {
  /// A redirect without `Referer`: the URL may hold secrets.
  fileprivate static func seeOther(_ address: String) -> Response {
    Response(
      status: 303,
      headers: Headers([
        ("Location", address), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
      ]))
  }

  fileprivate static func toLogin(
    _ problem: LoginProblem?, then next: PagePath = .map, hasLoggedIn: Bool = false
  ) -> Response {
    let word = problem.map { "problem=\($0.rawValue)&" } ?? (hasLoggedIn ? "entered=1&" : "")
    return .seeOther("/app/login?\(word)next=\(next.escaped)")
  }
}
