import Accounts
import Basics
import Contracts
import HTTP

/// Accounts and sessions in the contract's words.
enum PartyQuestAccountEndpoints {
  static let all = [signUp, logIn, logInByProvider, refresh, own, rename, withdraw, logOut]

  /// The application sends the birth date where the nickname belongs, or nothing, and does not look at what it is told of
  /// an error: whatever nickname it wishes for, nobody is turned away for it.
  private static let signUp = Endpoint.partyQuest(
    .auth, .post, "/auth/signup", "Sign up",
    details: "`fileName` is passed over: nobody has uploaded anything before they have an account.",
    needsCaller: false,
    takes: .json(
      "Who signs up.",
      [PartyQuestFields.email, PartyQuestFields.password, PartyQuestFields.nickname, PartyQuestFields.fileName]),
    answers: .partyQuest("The account.", "SignUp", status: 201), refuses: [400, 409, 429],
    reply: { call in
      let email = try EmailAddress(try call.body.required(PartyQuestFields.email))
      let password = try call.body.required(PartyQuestFields.password)
      let account = try await call.site.community.accounts.signUp(
        email: email, password: password, wishing: try call.wishedNickname())
      let number = try await call.number(of: account.id)
      return call.partyQuest(
        made: PartyQuestSignUp(id: number, email: email.description), at: "/api/accounts/\(account.id)")
    })

  private static let logIn = Endpoint.partyQuest(
    .auth, .post, "/auth/login", "Log in", needsCaller: false,
    takes: .json("Who logs in.", [PartyQuestFields.email, PartyQuestFields.password]),
    answers: .partyQuest("The tokens.", "Login"), refuses: [400, 429],
    reply: { call in
      let email = try call.body.required(PartyQuestFields.email)
      let (account, tokens) = try await call.site.community.accounts.logIn(
        email: email, password: try call.body.required(PartyQuestFields.password), .fixed,
        from: await call.loginClient())
      return call.partyQuest(PartyQuestLogin(tokens, email: account.addressForOldClients))
    })

  private static let logInByProvider = Endpoint.partyQuest(
    .auth, .post, "/auth/login/oauth/{provider}", "Log in by Kakao, as the application says so",
    details: """
      The application sends no proof of Kakao's but a constant that all its copies hold. It is offered only where the \
      operator has set that constant, and opens only accounts that were made in this way. At the first time an account \
      is made, without a password.
      """,
    segments: [PartyQuestParameters.provider], needsCaller: false,
    takes: .json(
      "Who logs in.", [PartyQuestFields.email, PartyQuestFields.secrets, PartyQuestFields.nickname]),
    answers: .partyQuest("The tokens.", "Login"), refuses: [400, 429],
    reply: { call in
      let provider = try call.segment(PartyQuestParameters.provider)
      let community = call.site.community
      guard provider == ProviderName.kakao.rawValue, let secret = community.partyQuestSecret else {
        throw Refusal.providerNotConfigured(.partyQuest)
      }
      let email = try EmailAddress(try call.body.required(PartyQuestFields.email))
      try secret.check(try call.body.required(PartyQuestFields.secrets), from: call.clientNetwork, at: call.now)
      let (_, tokens, _) = try await community.identities.logIn(
        named: email, nickname: try call.body.value(PartyQuestFields.nickname), .fixed,
        from: await call.loginClient())
      return call.partyQuest(PartyQuestLogin(tokens, email: email.description))
    })

  /// The refresh token stays as it is, as everywhere with old clients. An access token is needed by the real server's
  /// filter, as nobody had meant it to be; here the refresh token alone is.
  private static let refresh = Endpoint.partyQuest(
    .auth, .post, "/auth/refresh", "A new access token",
    details: "`Authorization: Bearer` has the refresh token, which stays as it is.", needsCaller: false,
    answers: .partyQuest("The tokens.", "Login"), refuses: [401, 429],
    reply: { call in
      guard let token = call.request.headers.bearerToken else { throw Refusal.tokenMissing }
      // A signed token has parts; a refresh token has none.
      if token.contains(".") {
        throw Refusal(.unauthenticated, "token-of-wrong-type", "Send the refresh token, not the access token.")
      }
      let accounts = call.site.community.accounts
      let tokens = try await accounts.refresh(token, .fixed, from: call.networkClient)
      let caller = try await accounts.caller(showing: tokens.access)
      return call.partyQuest(PartyQuestLogin(tokens, email: try await call.ownEmail(caller)))
    })

  private static let own = Endpoint.partyQuest(
    .auth, .get, "/auth/member/my-account", "One's own account",
    details: "`sns` is LOCAL where a password opens the account; otherwise it is who vouched first.",
    answers: .partyQuest("The account.", "Account"), refuses: [401],
    reply: { call in
      let caller = try call.knownCaller()
      let account = try await call.site.community.accounts.profile(caller).account
      return call.partyQuest(
        PartyQuestAccount(
          id: try await call.number(of: caller.account), email: try await call.ownEmail(caller),
          nickname: account.nickname.description, loginKind: try await call.loginKind(caller)))
    })

  private static let rename = Endpoint.partyQuest(
    .auth, .patch, "/auth/member", "Change one's nickname",
    takes: .json("What changes.", [PartyQuestFields.newNickname]), answers: .done, refuses: [400, 401, 409],
    reply: { call in
      var change = ProfileChange()
      change.nickname = try Nickname(try call.body.required(PartyQuestFields.newNickname))
      _ = try await call.site.community.accounts.change(try call.knownCaller(), change)
      return .done
    })

  private static let withdraw = Endpoint.partyQuest(
    .auth, .delete, "/auth/member", "Give up one's account",
    details: "Removes it with everything the person made. Parties of theirs go to whoever joined first.",
    answers: .done, refuses: [401],
    reply: { call in
      _ = try await call.site.community.accounts.withdraw(try call.knownCaller())
      return .done
    })

  private static let logOut = Endpoint.partyQuest(
    .auth, .delete, "/auth/logout", "Log out", details: "Ends the session; others of the account go on.",
    answers: .done, refuses: [401],
    reply: { call in
      try await call.site.community.accounts.logOut(try call.knownCaller(), everywhere: false)
      return .done
    })
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

extension Call {
  /// The nickname that is wished for; nil where it is left blank.
  /// - Throws: `Refusal` `nickname-invalid`.
  fileprivate func wishedNickname() throws -> Nickname? {
    guard let wish = try body.value(PartyQuestFields.nickname), wish.contains(where: { !$0.isWhitespace }) else {
      return nil
    }
    return try Nickname(wish)
  }

  /// The caller's address: the account's own, or what was said when the person came; empty where there is neither.
  fileprivate func ownEmail(_ caller: Caller) async throws -> String {
    let community = site.community
    if let email = try await community.accounts.profile(caller).account.email { return email.description }
    let identities = try await community.identities.identities(of: caller)
    return identities.lazy.compactMap(\.email).first?.description ?? ""
  }

  fileprivate func loginKind(_ caller: Caller) async throws -> PartyQuestLoginKind {
    let community = site.community
    if try await community.accounts.hasPassword(caller) { return .local }
    let identities = try await community.identities.identities(of: caller)
    return identities.first.map { PartyQuestLoginKind($0.provider) } ?? .local
  }
}
