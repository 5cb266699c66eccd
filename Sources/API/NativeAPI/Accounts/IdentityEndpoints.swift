import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Coming by the word of Kakao, Naver, Google or Apple.
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

  private static let refused = AnswerDescription.unauthenticated(
    "The provider's token is not taken: it is unknown, expired, or was made for another application.")
  private static let unavailable = AnswerDescription(
    503, "The provider does not answer now; `Retry-After` says when to try again.", [(Problem.mediaType, "Problem")])

  private var logIn: Endpoint {
    Endpoint(
      method: .post, path: "/api/sessions/social", group: .accounts, summary: "Log in by Kakao, Naver, Google or Apple",
      details: """
        Opens a session with what the provider's own library gave to the application. Kakao is proven by an access token \
        or an identity token, Naver by an access token, Google and Apple by an identity token. At the first time an \
        account is made. An account that has the same e-mail address already is never entered in this way: log in to it \
        as before and link the provider there.
        """,
      headers: [BrowserSession.transport],
      body: .json("Who vouches, and how that is proven.", Self.proofFields + [IdentityFields.nickname]),
      answers: [
        AnswerDescription(200, "The account, which was there, and its tokens.", [(MediaType.json, "OpenedSession")]),
        AnswerDescription(201, "The new account and its tokens.", [(MediaType.json, "OpenedSession")]),
        Self.refused, .conflict("Another account has the person's e-mail address."), .rateLimited, Self.unavailable,
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
      path: "/api/identities", group: .accounts, summary: "By which providers the caller's account can be entered",
      details: "Oldest first.", caller: .required,
      answers: [AnswerDescription(200, "The identities.", [(MediaType.json, "IdentityList")])],
      handler: .deferred { context in
        let linked = try await identities.identities(of: try context.knownCaller())
        return .own(IdentityListDocument(identities: linked.map(IdentityDocument.init)))
      })
  }

  private var link: Endpoint {
    Endpoint(
      method: .post, path: "/api/identities", group: .accounts, summary: "Link a provider to the caller's account",
      details: "From then on it opens the account too. Linking what is linked is no error.", caller: .required,
      body: .json("Who vouches, and how that is proven.", Self.proofFields),
      answers: [
        AnswerDescription(200, "The identity.", [(MediaType.json, "Identity")]), Self.refused,
        .conflict("The identity opens another account, or another one of this provider is linked."), .rateLimited,
        Self.unavailable,
      ],
      handler: .deferred { context in
        let identity = try await identities.link(
          try context.body.required(IdentityFields.provider), try proof(context), to: try context.knownCaller())
        return .own(IdentityDocument(identity))
      })
  }

  private var unlink: Endpoint {
    Endpoint(
      method: .delete, path: "/api/identities/{provider}", group: .accounts,
      summary: "Unlink a provider from the caller's account",
      details: "The provider is told that the consent is over, as far as it can be. Sessions go on.",
      pathParameters: [IdentityFields.providerParameter], caller: .required,
      answers: [
        .done, .missing("No such identity is linked."), .conflict("Nothing else would open the account."),
      ],
      handler: .deferred { context in
        try await identities.unlink(
          try context.pathParameter(IdentityFields.providerParameter), from: try context.knownCaller())
        return .done
      })
  }
}

/// The fields of the bodies that speak of identities.
enum IdentityFields {
  static let provider = BodyField<ProviderName>(
    "provider", .word(of: ProviderName.external), "Who vouches.", isRequired: true)
  static let accessToken = BodyField<String>(
    "access_token", .text(1...4096), "The provider's access token (Kakao, Naver).")
  static let identityToken = BodyField<String>(
    "id_token", .text(1...8192), "The provider's identity token (Kakao, Google, Apple).")
  static let nonce = BodyField<String>(
    "nonce", .text(1...512),
    "What the identity token was asked for with. The token holds it, or its SHA-256 in hexadecimal digits.")
  static let authorizationCode = BodyField<String>(
    "authorization_code", .text(1...2048),
    "The code that came with the token (Google, Apple): with it the provider's consent is ended when the person leaves."
  )
  static let refreshToken = BodyField<String>(
    "refresh_token", .text(1...2048), "The provider's refresh token (Naver), for the same.")
  static let nickname = BodyField<String>(
    "nickname", .text(1...40),
    "How the person is called there, for a new account; a number is added where somebody has it.", example: "미나")

  static let providerParameter = Parameter<ProviderName>(
    "provider",
    ParameterKind("one of \(names.joined(separator: ", "))", schema: Schemas.words(names)) {
      Reading(ProviderName(rawValue: $0))
    }, "Who vouches.", example: "kakao")
  private static let names = ProviderName.allCases.map(\.rawValue)
}

extension IdentityEndpoints {
  /// The proof that a body holds.
  /// - Throws: `DomainError` `proof-missing` (invalid) where there is none or more than one.
  private func proof(_ context: RequestContext) throws(DomainError) -> IdentityProof {
    // Every field first: what is wrong in itself is told before what does not go together.
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
