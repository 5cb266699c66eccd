import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI

struct PartyQuestAccountEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [signUp, logIn, logInByProvider, refresh, own, rename, withdraw, logOut]
  }

  /// The application sends the birth date as the nickname, or nothing, and ignores errors. So a taken nickname never
  /// fails a sign-up: a number is appended.
  private var signUp: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/signup", "Sign up", cost: .credentials,
      details: "`fileName` is ignored: nothing can be uploaded before there is an account.",
      needsCaller: false,
      takes: .json(
        "The new account.",
        [PartyQuestFields.email, PartyQuestFields.password, PartyQuestFields.nickname, PartyQuestFields.fileName]),
      answers: .partyQuest("The account.", "SignUp", status: 201), refuses: [400, 409, 429],
      handler: { request in
        let email = try EmailAddress(try request.context.body.required(PartyQuestFields.email))
        let password = try request.context.body.required(PartyQuestFields.password)
        let account = try await request.services.accounts.signUp(
          email: email, password: password, preferring: try request.preferredNickname())
        let number = try await request.number(of: account.id)
        return request.partyQuest(
          made: PartyQuestSignUp(id: number, email: email.description), at: "/api/accounts/\(account.id)")
      })
  }

  private var logIn: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/login", "Log in", cost: .credentials, needsCaller: false,
      takes: .json("The credentials.", [PartyQuestFields.email, PartyQuestFields.password]),
      answers: .partyQuest("The tokens.", "Login"), refuses: [400, 429],
      handler: { request in
        let email = try request.context.body.required(PartyQuestFields.email)
        let (account, tokens) = try await request.services.accounts.logIn(
          email: email, password: try request.context.body.required(PartyQuestFields.password), .fixed,
          from: await request.legacy.loginClient(of: request.context))
        return request.partyQuest(PartyQuestLogin(tokens, email: account.legacyEmail))
      })
  }

  private var logInByProvider: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/login/oauth/{provider}", "Log in with Kakao, unverified", cost: .credentials,
      details: """
        The application sends no Kakao token, only a constant that all its copies hold. The endpoint is offered only when \
        the operator has set that constant, and opens only accounts that were created through it. The first login creates \
        an account without a password.
        """,
      pathParameters: [PartyQuestParameters.provider], needsCaller: false,
      takes: .json(
        "The credentials.", [PartyQuestFields.email, PartyQuestFields.secrets, PartyQuestFields.nickname]),
      answers: .partyQuest("The tokens.", "Login"), refuses: [400, 429],
      handler: { request in
        let provider = try request.context.pathParameter(PartyQuestParameters.provider)
        let services = request.services
        guard provider == ProviderName.kakao.rawValue, let secret = request.legacy.partyQuestSecret else {
          throw DomainError.providerNotConfigured(.partyQuest)
        }
        let email = try EmailAddress(try request.context.body.required(PartyQuestFields.email))
        try await secret.check(
          try request.context.body.required(PartyQuestFields.secrets), from: request.context.clientNetwork,
          at: request.context.now, counting: services.accounts.attempts)
        let (_, tokens, _) = try await services.identities.logIn(
          named: email, nickname: try request.context.body.value(PartyQuestFields.nickname), .fixed,
          from: await request.legacy.loginClient(of: request.context))
        return request.partyQuest(PartyQuestLogin(tokens, email: email.description))
      })
  }

  /// The refresh token is not rotated, as for all old clients. The original server's filter also demanded an access
  /// token, which was not intended; here the refresh token is enough.
  private var refresh: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/refresh", "A new access token",
      details: "Send the refresh token in `Authorization: Bearer`. It is not rotated.", needsCaller: false,
      answers: .partyQuest("The tokens.", "Login"), refuses: [401, 429],
      handler: { request in
        guard let token = request.context.request.headers.bearerToken else { throw DomainError.tokenMissing }
        // A signed token has parts; a refresh token has none.
        if token.contains(".") {
          throw DomainError(.unauthenticated, "token-of-wrong-type", "Send the refresh token, not the access token.")
        }
        let accounts = request.services.accounts
        let tokens = try await accounts.refresh(token, .fixed, from: request.context.refreshingClient)
        let caller = try await accounts.caller(withAccessToken: tokens.access)
        return request.partyQuest(PartyQuestLogin(tokens, email: try await request.ownEmail(caller)))
      })
  }

  private var own: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .get, "/auth/member/my-account", "Get your account",
      details: "`sns` is LOCAL for an account with a password, otherwise its first login provider.",
      answers: .partyQuest("The account.", "Account"), refuses: [401],
      handler: { request in
        let caller = try request.context.knownCaller()
        let account = try await request.services.accounts.profile(caller).account
        return request.partyQuest(
          PartyQuestAccount(
            id: try await request.number(of: caller.account), email: try await request.ownEmail(caller),
            nickname: account.nickname.description, loginKind: try await request.loginKind(caller)))
      })
  }

  private var rename: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .patch, "/auth/member", "Change your nickname",
      takes: .json("The changed fields.", [PartyQuestFields.newNickname]), answers: .noContent,
      refuses: [400, 401, 409],
      handler: { request in
        var change = ProfileChange()
        change.nickname = try Nickname(try request.context.body.required(PartyQuestFields.newNickname))
        _ = try await request.services.accounts.change(try request.context.knownCaller(), change)
        return .noContent
      })
  }

  private var withdraw: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .delete, "/auth/member", "Delete your account",
      details: "Deletes everything the account created. Its parties go to the member who joined first.",
      answers: .noContent, refuses: [401],
      handler: { request in
        _ = try await request.services.accounts.withdraw(try request.context.knownCaller())
        return .noContent
      })
  }

  private var logOut: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .delete, "/auth/logout", "Log out", details: "Ends this session only.",
      answers: .noContent, refuses: [401],
      handler: { request in
        try await request.services.accounts.logOut(try request.context.knownCaller(), everywhere: false)
        return .noContent
      })
  }
}

extension PartyQuestLogin {
  fileprivate init(_ tokens: SessionTokens, email: String) {
    self.init(
      accessToken: tokens.access, accessExpiresAt: tokens.accessExpiresAt, refreshToken: tokens.refresh,
      refreshExpiresAt: tokens.refreshExpiresAt, email: email)
  }
}

extension PartyQuestLoginKind {
  fileprivate init(_ provider: ProviderName) {
    self =
      switch provider {
      case .kakao, .partyQuest: .kakao
      case .naver: .naver
      case .google: .google
      case .apple: .apple
      }
  }
}

extension PartyQuestRequest {
  /// The requested nickname; nil when absent or blank.
  /// - Throws: `DomainError` `nickname-invalid`.
  fileprivate func preferredNickname() throws -> Nickname? {
    guard let wish = try context.body.value(PartyQuestFields.nickname), wish.contains(where: { !$0.isWhitespace })
    else {
      return nil
    }
    return try Nickname(wish)
  }

  /// The caller's e-mail address: the account's own, else the one given at login; empty when there is neither.
  fileprivate func ownEmail(_ caller: Caller) async throws -> String {
    let services = services
    if let email = try await services.accounts.profile(caller).account.email { return email.description }
    let identities = try await services.identities.identities(of: caller)
    return identities.lazy.compactMap(\.email).first?.description ?? ""
  }

  fileprivate func loginKind(_ caller: Caller) async throws -> PartyQuestLoginKind {
    let services = services
    if try await services.accounts.hasPassword(caller) { return .local }
    let identities = try await services.identities.identities(of: caller)
    return identities.first.map { PartyQuestLoginKind($0.provider) } ?? .local
  }
}
