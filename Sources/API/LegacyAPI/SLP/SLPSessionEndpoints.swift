import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Notices

/// The session endpoints of SLP: sign up, log in and out, refresh.
struct SLPSessionEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [emailCheck, join, login, flatLogin, kakaoLogin, appleLogin, logout, refresh, deviceToken]
  }

  private var emailCheck: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/validation/email", "Check that an e-mail address is free", cost: .search,
      takes: .json("`email`."),
      answers: "It is free.", faults: [.badRequest, .taken], isOpen: true,
      handler: { request in
        let email = try EmailAddress(try request.fields().required("email"))
        try await EmailChecks.count(request.context, attempts: request.services.accounts.attempts)
        guard try await request.services.accounts.isFree(email) else { throw DomainError.emailTaken }
        return request.done
      })
  }

  /// Clients themselves require four kinds of characters in a password; the server enforces the rule of all contracts.
  private var join: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/join", "Sign up", cost: .credentials,
      details: "A number is appended to a taken nickname.",
      takes: .json(
        "`email`, `password` (8 characters or more) and `nickname`; optional `phone` and `deviceToken`."),
      answers: "The person with both tokens.", as: "User", faults: [.badRequest, .taken], isOpen: true,
      handler: { request in
        let fields = try request.fields()
        let (email, password) = (try EmailAddress(try fields.required("email")), try fields.required("password"))
        let phone = try fields.text("phone").flatMap { $0.isEmpty ? nil : $0 }
        let deviceToken = try fields.deviceToken()
        let accounts = request.services.accounts
        let account = try await request.nickname(try fields.required("nickname")) { nickname in
          try await accounts.signUp(
            SignUp(email: email, password: password, nickname: nickname, phone: phone))
        }
        let tokens = try await accounts.openSession(
          for: account.id, .fixed, from: await request.legacy.loginClient(of: request.context))
        try await request.register(deviceToken, for: tokens)
        return request.answer(try await request.user(account, holding: tokens))
      })
  }

  private static let credentials = LSLPBody.json("`email` and `password`; optional `deviceToken`.")

  private var login: Endpoint {
    Endpoint.slp(
      services, .post, "/v2/users/login", "Log in", cost: .credentials, takes: Self.credentials,
      answers: "The person with both tokens.",
      as: "User",
      faults: [.accountUnknown, .badRequest, .rateLimited], isOpen: true,
      handler: { request in
        let (account, tokens) = try await request.logIn()
        return request.answer(try await request.user(account, holding: tokens))
      })
  }

  private var flatLogin: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/login", "Log in, in the form of version 1", cost: .credentials,
      takes: Self.credentials,
      answers: "Number, nickname and both tokens side by side.", as: "Login",
      faults: [.accountUnknown, .badRequest, .rateLimited], isOpen: true,
      handler: { request in
        let (account, tokens) = try await request.logIn()
        let user = try await request.user(account, holding: tokens)
        return request.answer(
          SLPLogin(id: user.member.id, nickname: user.member.nickname, tokens: SLPTokens(tokens)))
      })
  }

  private var kakaoLogin: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/login/kakao", "Log in with Kakao", cost: .credentials,
      details: "The first login signs up.",
      takes: .json("`oauthToken`: Kakao's access token; optional `deviceToken`."),
      answers: "The person with both tokens.", as: "User",
      faults: [.accountUnknown, .badRequest, .taken, .rateLimited],
      isOpen: true,
      handler: { request in
        let fields = try request.fields()
        let proof = IdentityProof(.access(try fields.token("oauthToken")))
        return try await request.logIn(.kakao, proof, nickname: nil, fields)
      })
  }

  private var appleLogin: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/login/apple", "Log in with Apple", cost: .credentials,
      details: "The first login signs up.",
      takes: .json("`idToken`: Apple's identity token; optional `nickname` and `deviceToken`."),
      answers: "The person with both tokens.", as: "User",
      faults: [.accountUnknown, .badRequest, .taken, .rateLimited],
      isOpen: true,
      handler: { request in
        let fields = try request.fields()
        let proof = IdentityProof(.identity(try fields.token("idToken")))
        return try await request.logIn(.apple, proof, nickname: try fields.text("nickname"), fields)
      })
  }

  private var logout: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/users/logout", "Log out on this device",
      details: "Ends the session and invalidates both tokens. (It is a GET because clients ask so.)",
      answers: "It is done.", isSafe: false,
      handler: { request in
        try await request.services.accounts.logOut(try await request.caller(), everywhere: false)
        return request.done
      })
  }

  /// Reads only the refresh token, and answers 200 or `E06`.
  ///
  /// The contract has `E04` for an access token that has not expired yet, and `E02` and `E05`. But Mojitalk starts a
  /// refresh for each expired-token answer, also for those that arrive after the first new token; WeSpace refreshes
  /// after every failed request, for any reason, and drops its tokens on an unexpected answer. A new token is right for
  /// all of them, and harms nobody: the owner of the refresh token may have one anyway. `E05` would go through
  /// Mojitalk's interceptor and start refreshes without end. Every other case (expired, ended, unknown, unreadable or
  /// missing) gets the only answer that helps: log in again. The refresh token is not rotated, as no client could
  /// receive a new one.
  private var refresh: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/auth/refresh", "A new access token",
      details: """
        Send the refresh token in the header `RefreshToken`. It is not rotated; concurrent requests may use it. \
        `Authorization` is ignored, and `E04` is never answered.
        """,
      headers: [SLPParameters.refreshToken],
      answers: "The new access token, even if the old one has not expired yet.",
      as: "Refreshed", faults: [.refreshExpired, .rateLimited], isOpen: true,
      handler: { request in
        let token = request.context.request.headers["RefreshToken"] ?? ""
        return request.answer(
          SLPRefreshed(
            accessToken: try await request.services.accounts.refresh(
              token, .fixed, from: request.context.refreshingClient
            ).access))
      })
  }

  /// Clients send it at every start, even when not logged in.
  private var deviceToken: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/deviceToken", "Register a device token",
      details: "Notices go there if the operator has set a hook for them (`--push-hook-url`).",
      takes: .json("`deviceToken`."),
      answers: "It was read.", faults: [.badRequest], isOpen: true,
      handler: { request in
        guard let token = try request.fields().deviceToken() else { throw DomainError.valueMissing("deviceToken") }
        // Clients send it also when they are not logged in, or with a token that has expired.
        if let caller = try? await request.caller() { try await request.register(token, for: caller) }
        return request.done
      })
  }
}

extension SLPRequest {
  /// Logs in with the e-mail address and password of the body.
  fileprivate func logIn() async throws -> (Account, SessionTokens) {
    let fields = try fields()
    let (email, password) = (try fields.required("email"), try fields.required("password"))
    let deviceToken = try fields.deviceToken()
    let (account, tokens) = try await services.accounts.logIn(
      email: email, password: password, .fixed, from: await legacy.loginClient(of: context))
    try await register(deviceToken, for: tokens)
    return (account, tokens)
  }

  fileprivate func logIn(
    _ provider: ProviderName, _ proof: IdentityProof, nickname: String?, _ fields: LSLPFields
  ) async throws -> Response {
    let deviceToken = try fields.deviceToken()
    let (account, tokens, _) = try await services.identities.logIn(
      provider, proof, nickname: nickname, .fixed, from: await legacy.loginClient(of: context))
    try await register(deviceToken, for: tokens)
    return answer(try await user(account, holding: tokens))
  }

  fileprivate func register(_ deviceToken: String?, for tokens: SessionTokens) async throws {
    guard let deviceToken else { return }
    try await register(deviceToken, for: try await services.accounts.caller(withAccessToken: tokens.access))
  }

  fileprivate func register(_ deviceToken: String, for caller: Caller) async throws {
    guard !deviceToken.isEmpty else { return }
    try await services.push.subscribe(deviceToken: deviceToken, of: caller.account, in: caller.session)
  }
}

extension LSLPFields {
  /// The maximum length of any token, in bytes.
  private static let maxTokenLength = 8192

  /// A provider's token; required.
  fileprivate func token(_ name: String) throws(DomainError) -> String {
    let token = try required(name)
    guard token.utf8.count <= Self.maxTokenLength else {
      throw DomainError(.invalid, "token-too-long", "No token is that long.", field: name)
    }
    return token
  }

  fileprivate func deviceToken() throws(DomainError) -> String? {
    let token = try text("deviceToken")
    guard token?.utf8.count ?? 0 <= Self.maxTokenLength else {
      throw DomainError(.invalid, "token-too-long", "No token is that long.", field: "deviceToken")
    }
    return token
  }
}
