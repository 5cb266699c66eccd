import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Logging in with a browser by the pages of Kakao, Naver, Google and Apple (RFC 6749, 4.1; RFC 9700).
///
/// A link to `/login/{provider}?next=…` leads there. The person comes back to `/app/login?entered=1&next=…` with the
/// cookies of a session, of which the page learns whose it is by asking for `/api/me`; or, where it came to nothing, to
/// `/app/login?problem=…&next=…` with a word of `LoginProblem`. Nobody ever sees an error of the bare interface.
struct SocialRedirects: Sendable {
  let identities: IdentityService

  var all: [Endpoint] {
    [begin, end]
  }

  static let next = Parameter<String>(
    "next", ParameterKind("the address of a page", schema: Schemas.text) { .value($0) },
    "The page of this service to which the person goes afterwards: `/` or one below `/app/`; anything else is `/`.",
    example: "/app/feed")
  static let code = Parameter<String>(
    "code", ParameterKind("the provider's code", schema: Schemas.text) { .value($0) }, "What the provider vouches by.")
  static let state = Parameter<String>(
    "state", ParameterKind("the state that was sent", schema: Schemas.text) { .value($0) },
    "What this service sent along.")
  static let error = Parameter<String>(
    "error", ParameterKind("a word", schema: Schemas.text) { .value($0) }, "Why there is no code.")

  private var begin: Endpoint {
    Endpoint(
      path: "/login/{provider}", group: .accounts, summary: "Go to a provider's page to log in with a browser",
      details: """
        For links of this service's pages, where the provider is offered for browsers. What tells the person's way from \
        others is kept in a cookie for \(OAuthState.lifetime / 60) minutes. Where it cannot be gone, it leads back to \
        `/app/login`.
        """,
      pathParameters: [IdentityFields.providerParameter], query: [Self.next],
      answers: [AnswerDescription(303, "`Location` is the provider's page.")], errorFormat: .browser, isSafe: false,
      handler: .immediate { beginLogin($0) })
  }

  private var end: Endpoint {
    Endpoint(
      path: "/login/{provider}/callback", group: .accounts, summary: "Come back from a provider's page",
      details: """
        The address to register with the provider. Opens a session in cookies and leads to `/app/login?entered=1`; or, \
        where it came to nothing, to `/app/login?problem=…` with one of \
        \(LoginProblem.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
        """,
      pathParameters: [IdentityFields.providerParameter], query: [Self.code, Self.state, Self.error],
      answers: [AnswerDescription(303, "`Location` is the page where people log in.")], errorFormat: .browser,
      isSafe: false, handler: .deferred { await endLogin($0) })
  }
}

extension ErrorFormat {
  /// That of addresses that people are sent to: whatever goes wrong leads to a page, and providers may add what they
  /// like.
  fileprivate static let browser = ErrorFormat(
    isStrict: false, refuse: { _ in .toLogin(.refused) }, fault: { _ in .toLogin(.unavailable) })
}

extension SocialRedirects {
  /// The provider that the address names; nil where there is none of that name.
  private func provider(_ context: RequestContext) -> ProviderName? {
    context.request.parameters["provider"].flatMap(ProviderName.init)
  }

  /// Sends the person to a provider.
  private func beginLogin(_ context: RequestContext) -> Response {
    let next = ((try? context.query.value(SocialRedirects.next)) ?? nil).flatMap(PagePath.init) ?? .map
    // Nobody is sent off by another site: whoever comes from one is asked first.
    guard isWanted(context) else { return .toLogin(nil, then: next) }
    guard let provider = provider(context), let page = identities.oauthProvider(of: provider),
      let address = returnAddress(context, provider)
    else { return .toLogin(.notOffered, then: next) }
    let oauthState = OAuthState(to: provider, then: next)
    var response = Response.seeOther(page.address(for: oauthState.visit(returningTo: address)))
    context.set(
      OAuthState.cookie, oauthState.text, until: context.now.advanced(seconds: OAuthState.lifetime), in: &response)
    return response
  }

  /// Whether the person followed a link of ours or came by themselves, as far as the browser tells.
  private func isWanted(_ context: RequestContext) -> Bool {
    context.request.headers["Sec-Fetch-Site"].map { $0 == "same-origin" || $0 == "none" } ?? true
  }

  /// Where the provider sends the person back: below the address that is set, which no request can change. Without one
  /// people log in by providers on this machine only.
  private func returnAddress(_ context: RequestContext, _ provider: ProviderName) -> String? {
    guard context.environment.publicAddress != nil || context.isLoopbackHTTP else { return nil }
    return "\(context.publicAddress)/login/\(provider.rawValue)/callback"
  }

  /// Takes the person in who comes back.
  private func endLogin(_ context: RequestContext) async -> Response {
    guard let oauthState = context.cookie(OAuthState.cookie).flatMap(OAuthState.init),
      oauthState.provider == provider(context),
      let state = (try? context.query.value(SocialRedirects.state)) ?? nil, oauthState.isState(state)
    else { return .toLogin(.expired) }
    var response: Response
    do {
      let client = LoginClient(network: context.clientNetwork, device: context.device)
      response = context.keeping(
        try await tokens(context, of: oauthState, client), of: client.device,
        in: .toLogin(nil, then: oauthState.next, hasEntered: true))
    } catch {
      response = .toLogin(problem(context, of: error), then: oauthState.next)
    }
    context.clear(OAuthState.cookie, in: &response)
    return response
  }

  /// Opens a session for whom the code that came back stands for.
  private func tokens(_ context: RequestContext, of oauthState: OAuthState, _ client: LoginClient) async throws
    -> SessionTokens
  {
    if let word = try context.query.value(SocialRedirects.error) { throw ReturnedError(oauthState.provider, word) }
    guard let page = identities.oauthProvider(of: oauthState.provider),
      let code = try context.query.value(SocialRedirects.code),
      let address = returnAddress(context, oauthState.provider)
    else { throw DomainError.proofRefused(oauthState.provider) }
    let visit = oauthState.visit(returningTo: address)
    let proof = try await page.proof(code, of: visit)
    return try await identities.logIn(oauthState.provider, proof, .rotating, from: client).tokens
  }

  /// What the person is told; the operator is told of what is ours to mend.
  private func problem(_ context: RequestContext, of error: any Error) -> LoginProblem {
    switch error {
    case let domainError as DomainError: return LoginProblem(context.environment.conditions.report(domainError))
    case let returned as ReturnedError where returned.isOfPerson: return .cancelled
    case let returned as ReturnedError where returned.passes: return .unavailable
    default:
      context.environment.report((error as? ReturnedError)?.fault ?? error)
      return .unavailable
    }
  }
}

/// A provider sent the person back without a code (RFC 6749, 4.1.2.1).
private struct ReturnedError: Error {
  let provider: ProviderName
  let word: String

  init(_ provider: ProviderName, _ word: String) {
    self.provider = provider
    self.word = word
  }

  /// The person said no; the second is Apple's word for it.
  var isOfPerson: Bool { ["access_denied", "user_cancelled_authorize"].contains(word) }
  /// It is the provider's, and goes by.
  var passes: Bool { ["server_error", "temporarily_unavailable"].contains(word) }
  /// It is ours.
  var fault: ApplicationRefused { ApplicationRefused(provider, word: word) }
}

extension LoginProblem {
  /// What a refusal is to somebody with a browser.
  fileprivate init(_ domainError: DomainError) {
    switch domainError.kind {
    case .conflict where domainError.code == DomainError.identityEmailTaken(.kakao).code: self = .emailTaken
    case .forbidden where domainError.code == DomainError.accountSuspended.code: self = .suspended
    case .unavailable, .rateLimited, .conflict: self = .unavailable
    default: self = .refused
    }
  }
}

extension Response {
  /// Leads a browser elsewhere. What the address held is told to nobody.
  fileprivate static func seeOther(_ address: String) -> Response {
    Response(
      status: 303,
      headers: Headers([
        ("Location", address), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
      ]))
  }

  /// Leads to the page where people log in.
  fileprivate static func toLogin(
    _ problem: LoginProblem?, then next: PagePath = .map, hasEntered: Bool = false
  ) -> Response {
    let word = problem.map { "problem=\($0.rawValue)&" } ?? (hasEntered ? "entered=1&" : "")
    return .seeOther("/app/login?\(word)next=\(next.escaped)")
  }
}
