import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON

/// Login with Kakao, Naver, Google and Apple.
struct IdentityEndpoints: Sendable {
  let identities: IdentityService
  let accounts: AccountService

  var all: [Endpoint] {
    [logIn, list, link, unlink]
  }

  private static let proofFields: [any DescribedField] = [
    IdentityFields.provider, IdentityFields.accessToken, IdentityFields.identityToken, IdentityFields.nonce,
    IdentityFields.authorizationCode, IdentityFields.refreshToken,
  ]

  private static let rejected = ResponseDescription.unauthenticated(
    "The provider's token is invalid: unknown, expired, or issued to another application.")
  private static let unavailable = ResponseDescription(
    503, "The provider is unavailable; `Retry-After` gives the seconds to wait.", [(Problem.mediaType, "Problem")])

  private var logIn: Endpoint {
    Endpoint(
      method: .post, path: "/api/sessions/social", group: .accounts,
      summary: "Log in with Kakao, Naver, Google or Apple", cost: .credentials,
      details: """
        Opens a session with the token that the provider's SDK gave to the application: an access token or an identity \
        token of Kakao, an access token of Naver, an identity token of Google or Apple. The first login creates an \
        account. An existing account with the same e-mail address is never opened this way: log in to it as before and \
        link the provider there.
        """,
      headers: [BrowserSession.transport],
      body: .json("The provider and its token.", Self.proofFields + [IdentityFields.nickname]),
      answers: [
        ResponseDescription(200, "The existing account and its tokens.", [(MediaType.json, "OpenedSession")]),
        ResponseDescription(201, "The new account and its tokens.", [(MediaType.json, "OpenedSession")]),
        Self.rejected, .conflict("Another account has the person's e-mail address."), .rateLimited, Self.unavailable,
      ],
      handler: .deferred { context in
        let provider = try context.body.required(IdentityFields.provider)
        let nickname = try context.body.value(IdentityFields.nickname)
        if let nickname { _ = try Nickname(nickname) }
        let client = await context.loginClient(accounts)
        let (account, tokens, isNew) = try await identities.logIn(
          provider, try proof(context), nickname: nickname, .rotating, from: client)
        let profile = try await accounts.profile(of: account.id, for: account.id)
        var response = context.opened(profile, tokens, to: client, status: isNew ? 201 : 200)
        if isNew { response.headers.add("Location", "/api/accounts/\(account.id)") }
        return response
      })
  }

  private var list: Endpoint {
    Endpoint(
      path: "/api/identities", group: .accounts, summary: "The providers linked to the caller's account",
      details: "Oldest first.", caller: .required,
      answers: [ResponseDescription(200, "The identities.", [(MediaType.json, "IdentityList")])],
      handler: .deferred { context in
        let linked = try await identities.identities(of: try context.knownCaller())
        return .uncached(IdentityListDocument(identities: linked.map(IdentityDocument.init)))
      })
  }

  private var link: Endpoint {
    Endpoint(
      method: .post, path: "/api/identities", group: .accounts, summary: "Link a provider to the caller's account",
      cost: .credentials,
      details: "The provider then opens the account too. Linking twice is no error.", caller: .required,
      body: .json("The provider and its token.", Self.proofFields),
      answers: [
        ResponseDescription(200, "The identity.", [(MediaType.json, "Identity")]), Self.rejected,
        .conflict(
          "The identity is linked to another account, or the caller's account has another one of this provider."),
        .rateLimited,
        Self.unavailable,
      ],
      handler: .deferred { context in
        let identity = try await identities.link(
          try context.body.required(IdentityFields.provider), try proof(context), to: try context.knownCaller())
        return .uncached(IdentityDocument(identity))
      })
  }

  private var unlink: Endpoint {
    Endpoint(
      method: .delete, path: "/api/identities/{provider}", group: .accounts,
      summary: "Unlink a provider from the caller's account",
      details: "The consent is revoked at the provider if possible. Sessions stay open.",
      pathParameters: [IdentityFields.providerParameter], caller: .required,
      answers: [
        .noContent, .notFound("The provider is not linked."), .conflict("It is the only way to log in to the account."),
      ],
      handler: .deferred { context in
        try await identities.unlink(
          try context.pathParameter(IdentityFields.providerParameter), from: try context.knownCaller())
        return .noContent
      })
  }
}

enum IdentityFields {
  static let provider = BodyField<ProviderName>(
    "provider", .enumeration(of: ProviderName.external), "The provider.", isRequired: true)
  static let accessToken = BodyField<String>(
    "access_token", .text(1...4096), "The provider's access token (Kakao, Naver).")
  static let identityToken = BodyField<String>(
    "id_token", .text(1...8192), "The provider's identity token (Kakao, Google, Apple).")
  static let nonce = BodyField<String>(
    "nonce", .text(1...512),
    "The nonce with which the identity token was requested. The token holds it, or its SHA-256 in hexadecimal digits.")
  static let authorizationCode = BodyField<String>(
    "authorization_code", .text(1...2048),
    "The authorization code that came with the token (Google, Apple); used to revoke the consent later."
  )
  static let refreshToken = BodyField<String>(
    "refresh_token", .text(1...2048), "The provider's refresh token (Naver); used to revoke the consent later.")
  static let nickname = BodyField<String>(
    "nickname", .text(1...40),
    "The name at the provider, for a new account; a number is added if the nickname is taken.", example: "미나")

  static let providerParameter = Parameter<ProviderName>(
    "provider",
    ValueKind("one of \(names.joined(separator: ", "))", schema: Schemas.enumeration(names)) {
      ParsedParameter(ProviderName(rawValue: $0))
    }, "The provider.", example: "kakao")
  private static let names = ProviderName.allCases.map(\.rawValue)
}

extension IdentityEndpoints {
  /// The proof of identity in a body.
  /// - Throws: `DomainError` `proof-missing` (invalid) when there is none or more than one.
  private func proof(_ context: RequestContext) throws(DomainError) -> IdentityProof {
    // All fields are read first, so that an invalid field is reported before a contradiction between fields.
    let tokens = (
      try context.body.value(IdentityFields.accessToken), try context.body.value(IdentityFields.identityToken)
    )
    let nonce = try context.body.value(IdentityFields.nonce)
    let code = try context.body.value(IdentityFields.authorizationCode)
    let refreshToken = try context.body.value(IdentityFields.refreshToken)
    switch tokens {
    case (let access?, nil): return IdentityProof(.access(access), nonce: nonce, consent: code ?? refreshToken)
    case (nil, let identity?): return IdentityProof(.identity(identity), nonce: nonce, consent: code ?? refreshToken)
    default:
      throw DomainError(.invalid, "proof-missing", "Send either 'access_token' or 'id_token'.", field: "access_token")
    }
  }
}
