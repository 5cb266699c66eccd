import Accounts
import Basics
import Contracts
import HTTP

/// Signing up, logging in and out, and refreshing.
enum SLPSessionEndpoints {
  static let all = [emailCheck, join, login, flatLogin, kakaoLogin, appleLogin, logout, refresh, deviceToken]

  private static let emailCheck = Endpoint.slp(
    .post, "/v1/users/validation/email", "Whether an e-mail address is free", takes: .json("`email`."),
    answers: "It is free.", faults: [.badRequest, .taken], isOpen: true,
    reply: { call in
      let email = try EmailAddress(try call.fields().required("email"))
      guard try await call.community.accounts.isFree(email) else { throw Refusal.emailTaken }
      return call.done
    })

  /// Clients ask for four kinds of characters in a password by themselves; what is enforced is the rule of all contracts.
  private static let join = Endpoint.slp(
    .post, "/v1/users/join", "Sign up",
    details: "A number is put behind a nickname that somebody has.",
    takes: .json("`email`, `password` (8 characters or more) and `nickname`; `phone` and `deviceToken` as one likes."),
    answers: "The person with both tokens.", as: "User", faults: [.badRequest, .taken], isOpen: true,
    reply: { call in
      let fields = try call.fields()
      let (email, password) = (try EmailAddress(try fields.required("email")), try fields.required("password"))
      let phone = try fields.text("phone").flatMap { $0.isEmpty ? nil : $0 }
      _ = try fields.deviceToken()
      let accounts = call.community.accounts
      let account = try await call.nickname(try fields.required("nickname")) { nickname in
        try await accounts.signUp(
          SignUp(email: email, password: password, nickname: nickname, phone: phone))
      }
      let tokens = try await accounts.openSession(for: account.id, .fixed, from: await call.call.loginClient())
      return call.answer(try await call.user(account, holding: tokens))
    })

  private static let credentials = LSLPBody.json("`email` and `password`; `deviceToken` as one likes.")

  private static let login = Endpoint.slp(
    .post, "/v2/users/login", "Log in", takes: credentials, answers: "The person with both tokens.", as: "User",
    faults: [.accountUnknown, .badRequest, .overCall], isOpen: true,
    reply: { call in
      let (account, tokens) = try await call.logIn()
      return call.answer(try await call.user(account, holding: tokens))
    })

  private static let flatLogin = Endpoint.slp(
    .post, "/v1/users/login", "Log in, as the first version had it", takes: credentials,
    answers: "Number, nickname and both tokens side by side.", as: "Login",
    faults: [.accountUnknown, .badRequest, .overCall], isOpen: true,
    reply: { call in
      let (account, tokens) = try await call.logIn()
      let user = try await call.user(account, holding: tokens)
      return call.answer(
        SLPLogin(id: user.member.id, nickname: user.member.nickname, tokens: SLPTokens(tokens)))
    })

  private static let kakaoLogin = Endpoint.slp(
    .post, "/v1/users/login/kakao", "Log in by Kakao", details: "Signs up at the first time.",
    takes: .json("`oauthToken`: Kakao's access token; `deviceToken` as one likes."),
    answers: "The person with both tokens.", as: "User", faults: [.accountUnknown, .badRequest, .taken, .overCall],
    isOpen: true,
    reply: { call in
      let fields = try call.fields()
      let proof = IdentityProof(.access(try fields.token("oauthToken")))
      return try await call.logIn(.kakao, proof, nickname: nil, fields)
    })

  private static let appleLogin = Endpoint.slp(
    .post, "/v1/users/login/apple", "Log in by Apple", details: "Signs up at the first time.",
    takes: .json("`idToken`: Apple's identity token; `nickname` and `deviceToken` as one likes."),
    answers: "The person with both tokens.", as: "User", faults: [.accountUnknown, .badRequest, .taken, .overCall],
    isOpen: true,
    reply: { call in
      let fields = try call.fields()
      let proof = IdentityProof(.identity(try fields.token("idToken")))
      return try await call.logIn(.apple, proof, nickname: try fields.text("nickname"), fields)
    })

  private static let logout = Endpoint.slp(
    .get, "/v1/users/logout", "Log out on this device",
    details: "Ends the session: both tokens are of no use afterwards. (It is a GET because clients ask so.)",
    answers: "It is done.", isSafe: false,
    reply: { call in
      try await call.community.accounts.logOut(try await call.caller(), everywhere: false)
      return call.done
    })

  /// Looks at the refresh token alone, and answers 200 or `E06`.
  ///
  /// The contract knows `E04` for an access token that has not expired yet, and `E02` and `E05`. But Mojitalk starts a
  /// refresh for each answer that an access token has expired, also for those that arrive when the first new one is
  /// there already; WeSpace refreshes after every request that was refused, for whatever reason, and forgets its tokens
  /// upon an answer that it does not expect. A new token is right for all of them, and takes nothing from anybody:
  /// whoever shows the refresh token may have one anyway. `E05` would go through Mojitalk's interceptor and start the
  /// next refresh without end. Everything else (expired, ended, unknown, unreadable or missing) says what alone helps:
  /// log in again. The refresh token stays as it is, as no client could be told of another.
  private static let refresh = Endpoint.slp(
    .get, "/v1/auth/refresh", "A new access token",
    details: """
      The header `RefreshToken` has the refresh token, which stays as it is and may be used by several at once. \
      `Authorization` is not looked at, and `E04` never answered.
      """,
    headers: [SLPParameters.refreshToken], answers: "The new access token, also where the old one has not expired yet.",
    as: "Refreshed", faults: [.refreshExpired, .overCall], isOpen: true,
    reply: { call in
      let token = call.call.request.headers["RefreshToken"] ?? ""
      return call.answer(
        SLPRefreshed(
          accessToken: try await call.community.accounts.refresh(
            token, .fixed, from: call.call.networkClient
          ).access))
    })

  /// Sent at every start, also by whoever is not logged in.
  private static let deviceToken = Endpoint.slp(
    .post, "/v1/users/deviceToken", "Tell where notifications go",
    details: "Nothing is pushed to devices here: the token is read, and not kept.", takes: .json("`deviceToken`."),
    answers: "It was read.", faults: [.badRequest], isOpen: true,
    reply: { call in
      guard try call.fields().deviceToken() != nil else { throw Refusal.valueMissing("deviceToken") }
      return call.done
    })
}

extension SLPCall {
  /// Opens a session with the address and password of the body.
  fileprivate func logIn() async throws -> (Account, SessionTokens) {
    let fields = try fields()
    let (email, password) = (try fields.required("email"), try fields.required("password"))
    _ = try fields.deviceToken()
    return try await community.accounts.logIn(
      email: email, password: password, .fixed, from: await call.loginClient())
  }

  /// Opens a session by somebody else's word.
  fileprivate func logIn(
    _ provider: ProviderName, _ proof: IdentityProof, nickname: String?, _ fields: LSLPFields
  ) async throws -> Response {
    _ = try fields.deviceToken()
    let (account, tokens, _) = try await community.identities.logIn(
      provider, proof, nickname: nickname, .fixed, from: await call.loginClient())
    return answer(try await user(account, holding: tokens))
  }
}

extension LSLPFields {
  /// More than any token has, in bytes.
  private static let longestToken = 8192

  /// A provider's token, which has to be there.
  fileprivate func token(_ name: String) throws(Refusal) -> String {
    let token = try required(name)
    guard token.utf8.count <= Self.longestToken else {
      throw Refusal(.invalid, "token-too-long", "No token is that long.", field: name)
    }
    return token
  }

  /// Where notifications would go; nil where it is not told.
  fileprivate func deviceToken() throws(Refusal) -> String? {
    let token = try text("deviceToken")
    guard token?.utf8.count ?? 0 <= Self.longestToken else {
      throw Refusal(.invalid, "token-too-long", "No token is that long.", field: "deviceToken")
    }
    return token
  }
}
