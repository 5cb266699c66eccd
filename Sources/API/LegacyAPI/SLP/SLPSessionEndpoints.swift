import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI

/// Signing up, logging in and out, and refreshing.
struct SLPSessionEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [emailCheck, join, login, flatLogin, kakaoLogin, appleLogin, logout, refresh, deviceToken]
  }

  private var emailCheck: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/validation/email", "Whether an e-mail address is free", takes: .json("`email`."),
      answers: "It is free.", faults: [.badRequest, .taken], isOpen: true,
      handler: { request in
        let email = try EmailAddress(try request.fields().required("email"))
        guard try await request.services.accounts.isFree(email) else { throw DomainError.emailTaken }
        return request.done
      })
  }

  /// Clients ask for four kinds of characters in a password by themselves; what is enforced is the rule of all
  /// contracts.
  private var join: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/join", "Sign up",
      details: "A number is put behind a nickname that somebody has.",
      takes: .json(
        "`email`, `password` (8 characters or more) and `nickname`; `phone` and `deviceToken` as one likes."),
      answers: "The person with both tokens.", as: "User", faults: [.badRequest, .taken], isOpen: true,
      handler: { request in
        let fields = try request.fields()
        let (email, password) = (try EmailAddress(try fields.required("email")), try fields.required("password"))
        let phone = try fields.text("phone").flatMap { $0.isEmpty ? nil : $0 }
        _ = try fields.deviceToken()
        let accounts = request.services.accounts
        let account = try await request.nickname(try fields.required("nickname")) { nickname in
          try await accounts.signUp(
            SignUp(email: email, password: password, nickname: nickname, phone: phone))
        }
        let tokens = try await accounts.openSession(
          for: account.id, .fixed, from: await request.legacy.loginClient(of: request.context))
        return request.answer(try await request.user(account, holding: tokens))
      })
  }

  private static let credentials = LSLPBody.json("`email` and `password`; `deviceToken` as one likes.")

  private var login: Endpoint {
    Endpoint.slp(
      services, .post, "/v2/users/login", "Log in", takes: Self.credentials, answers: "The person with both tokens.",
      as: "User",
      faults: [.accountUnknown, .badRequest, .rateLimited], isOpen: true,
      handler: { request in
        let (account, tokens) = try await request.logIn()
        return request.answer(try await request.user(account, holding: tokens))
      })
  }

  private var flatLogin: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/login", "Log in, as the first version had it", takes: Self.credentials,
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
      services, .post, "/v1/users/login/kakao", "Log in by Kakao", details: "Signs up at the first time.",
      takes: .json("`oauthToken`: Kakao's access token; `deviceToken` as one likes."),
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
      services, .post, "/v1/users/login/apple", "Log in by Apple", details: "Signs up at the first time.",
      takes: .json("`idToken`: Apple's identity token; `nickname` and `deviceToken` as one likes."),
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
      details: "Ends the session: both tokens are of no use afterwards. (It is a GET because clients ask so.)",
      answers: "It is done.", isSafe: false,
      handler: { request in
        try await request.services.accounts.logOut(try await request.caller(), everywhere: false)
        return request.done
      })
  }

  /// Looks at the refresh token alone, and answers 200 or `E06`.
  ///
  /// The contract knows `E04` for an access token that has not expired yet, and `E02` and `E05`. But Mojitalk starts a
  /// refresh for each answer that an access token has expired, also for those that arrive when the first new one is
  /// there already; WeSpace refreshes after every request that was refused, for whatever reason, and forgets its tokens
  /// upon an answer that it does not expect. A new token is right for all of them, and takes nothing from anybody:
  /// whoever shows the refresh token may have one anyway. `E05` would go through Mojitalk's interceptor and start the
  /// next refresh without end. Everything else (expired, ended, unknown, unreadable or missing) says what alone helps:
  /// log in again. The refresh token stays as it is, as no client could be told of another.
  private var refresh: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/auth/refresh", "A new access token",
      details: """
        The header `RefreshToken` has the refresh token, which stays as it is and may be used by several at once. \
        `Authorization` is not looked at, and `E04` never answered.
        """,
      headers: [SLPParameters.refreshToken],
      answers: "The new access token, also where the old one has not expired yet.",
      as: "Refreshed", faults: [.refreshExpired, .rateLimited], isOpen: true,
      handler: { request in
        let token = request.context.request.headers["RefreshToken"] ?? ""
        return request.answer(
          SLPRefreshed(
            accessToken: try await request.services.accounts.refresh(
              token, .fixed, from: request.context.networkClient
            ).access))
      })
  }

  /// Sent at every start, also by whoever is not logged in.
  private var deviceToken: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/users/deviceToken", "Tell where notifications go",
      details: "Nothing is pushed to devices here: the token is read, and not kept.", takes: .json("`deviceToken`."),
      answers: "It was read.", faults: [.badRequest], isOpen: true,
      handler: { request in
        guard try request.fields().deviceToken() != nil else { throw DomainError.valueMissing("deviceToken") }
        return request.done
      })
  }
}

extension SLPRequest {
  /// Opens a session with the address and password of the body.
  fileprivate func logIn() async throws -> (Account, SessionTokens) {
    let fields = try fields()
    let (email, password) = (try fields.required("email"), try fields.required("password"))
    _ = try fields.deviceToken()
    return try await services.accounts.logIn(
      email: email, password: password, .fixed, from: await legacy.loginClient(of: context))
  }

  /// Opens a session by somebody else's word.
  fileprivate func logIn(
    _ provider: ProviderName, _ proof: IdentityProof, nickname: String?, _ fields: LSLPFields
  ) async throws -> Response {
    _ = try fields.deviceToken()
    let (account, tokens, _) = try await services.identities.logIn(
      provider, proof, nickname: nickname, .fixed, from: await legacy.loginClient(of: context))
    return answer(try await user(account, holding: tokens))
  }
}

extension LSLPFields {
  /// More than any token has, in bytes.
  private static let maxTokenLength = 8192

  /// A provider's token, which has to be there.
  fileprivate func token(_ name: String) throws(DomainError) -> String {
    let token = try required(name)
    guard token.utf8.count <= Self.maxTokenLength else {
      throw DomainError(.invalid, "token-too-long", "No token is that long.", field: name)
    }
    return token
  }

  /// Where notifications would go; nil where it is not told.
  fileprivate func deviceToken() throws(DomainError) -> String? {
    let token = try text("deviceToken")
    guard token?.utf8.count ?? 0 <= Self.maxTokenLength else {
      throw DomainError(.invalid, "token-too-long", "No token is that long.", field: "deviceToken")
    }
    return token
  }
}
