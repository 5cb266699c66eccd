import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI

/// Accounts and sessions in the contract's words.
struct PartyQuestAccountEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [signUp, logIn, logInByProvider, refresh, own, rename, withdraw, logOut]
  }

  /// The application sends the birth date where the nickname belongs, or nothing, and does not look at what it is told
  /// of an error: whatever nickname it wishes for, nobody is turned away for it.
  private var signUp: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/signup", "Sign up",
      details: "`fileName` is passed over: nobody has uploaded anything before they have an account.",
      needsCaller: false,
      takes: .json(
        "Who signs up.",
        [PartyQuestFields.email, PartyQuestFields.password, PartyQuestFields.nickname, PartyQuestFields.fileName]),
      answers: .partyQuest("The account.", "SignUp", status: 201), refuses: [400, 409, 429],
      handler: { request in
        let email = try EmailAddress(try request.context.body.required(PartyQuestFields.email))
        let password = try request.context.body.required(PartyQuestFields.password)
        let account = try await request.services.accounts.signUp(
          email: email, password: password, wishing: try request.preferredNickname())
        let number = try await request.number(of: account.id)
        return request.partyQuest(
          made: PartyQuestSignUp(id: number, email: email.description), at: "/api/accounts/\(account.id)")
      })
  }

  private var logIn: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/login", "Log in", needsCaller: false,
      takes: .json("Who logs in.", [PartyQuestFields.email, PartyQuestFields.password]),
      answers: .partyQuest("The tokens.", "Login"), refuses: [400, 429],
      handler: { request in
        let email = try request.context.body.required(PartyQuestFields.email)
        let (account, tokens) = try await request.services.accounts.logIn(
          email: email, password: try request.context.body.required(PartyQuestFields.password), .fixed,
          from: await request.legacy.loginClient(of: request.context))
        return request.partyQuest(PartyQuestLogin(tokens, email: account.addressForOldClients))
      })
  }

  private var logInByProvider: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/login/oauth/{provider}", "Log in by Kakao, as the application says so",
      details: """
        The application sends no proof of Kakao's but a constant that all its copies hold. It is offered only where the \
        operator has set that constant, and opens only accounts that were made in this way. At the first time an account \
        is made, without a password.
        """,
      pathParameters: [PartyQuestParameters.provider], needsCaller: false,
      takes: .json(
        "Who logs in.", [PartyQuestFields.email, PartyQuestFields.secrets, PartyQuestFields.nickname]),
      answers: .partyQuest("The tokens.", "Login"), refuses: [400, 429],
      handler: { request in
        let provider = try request.context.pathParameter(PartyQuestParameters.provider)
        let services = request.services
        guard provider == ProviderName.kakao.rawValue, let secret = request.legacy.partyQuestSecret else {
          throw DomainError.providerNotConfigured(.partyQuest)
        }
        let email = try EmailAddress(try request.context.body.required(PartyQuestFields.email))
        try secret.check(
          try request.context.body.required(PartyQuestFields.secrets), from: request.context.clientNetwork,
          at: request.context.now)
        let (_, tokens, _) = try await services.identities.logIn(
          named: email, nickname: try request.context.body.value(PartyQuestFields.nickname), .fixed,
          from: await request.legacy.loginClient(of: request.context))
        return request.partyQuest(PartyQuestLogin(tokens, email: email.description))
      })
  }

  /// The refresh token stays as it is, as everywhere with old clients. An access token is needed by the real server's
  /// filter, as nobody had meant it to be; here the refresh token alone is.
  private var refresh: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .post, "/auth/refresh", "A new access token",
      details: "`Authorization: Bearer` has the refresh token, which stays as it is.", needsCaller: false,
      answers: .partyQuest("The tokens.", "Login"), refuses: [401, 429],
      handler: { request in
        guard let token = request.context.request.headers.bearerToken else { throw DomainError.tokenMissing }
        // A signed token has parts; a refresh token has none.
        if token.contains(".") {
          throw DomainError(.unauthenticated, "token-of-wrong-type", "Send the refresh token, not the access token.")
        }
        let accounts = request.services.accounts
        let tokens = try await accounts.refresh(token, .fixed, from: request.context.networkClient)
        let caller = try await accounts.caller(showing: tokens.access)
        return request.partyQuest(PartyQuestLogin(tokens, email: try await request.ownEmail(caller)))
      })
  }

  private var own: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .get, "/auth/member/my-account", "One's own account",
      details: "`sns` is LOCAL where a password opens the account; otherwise it is who vouched first.",
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
      services, .auth, .patch, "/auth/member", "Change one's nickname",
      takes: .json("What changes.", [PartyQuestFields.newNickname]), answers: .done, refuses: [400, 401, 409],
      handler: { request in
        var change = ProfileChange()
        change.nickname = try Nickname(try request.context.body.required(PartyQuestFields.newNickname))
        _ = try await request.services.accounts.change(try request.context.knownCaller(), change)
        return .done
      })
  }

  private var withdraw: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .delete, "/auth/member", "Give up one's account",
      details: "Removes it with everything the person made. Parties of theirs go to whoever joined first.",
      answers: .done, refuses: [401],
      handler: { request in
        _ = try await request.services.accounts.withdraw(try request.context.knownCaller())
        return .done
      })
  }

  private var logOut: Endpoint {
    Endpoint.partyQuest(
      services, .auth, .delete, "/auth/logout", "Log out", details: "Ends the session; others of the account go on.",
      answers: .done, refuses: [401],
      handler: { request in
        try await request.services.accounts.logOut(try request.context.knownCaller(), everywhere: false)
        return .done
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
  /// The nickname that is wished for; nil where it is left blank.
  /// - Throws: `DomainError` `nickname-invalid`.
  fileprivate func preferredNickname() throws -> Nickname? {
    guard let wish = try context.body.value(PartyQuestFields.nickname), wish.contains(where: { !$0.isWhitespace })
    else {
      return nil
    }
    return try Nickname(wish)
  }

  /// The caller's address: the account's own, or what was said when the person came; empty where there is neither.
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
