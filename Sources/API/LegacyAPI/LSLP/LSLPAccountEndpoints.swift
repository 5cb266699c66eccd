import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI

/// Accounts and sessions in the contract's words.
struct LSLPAccountEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPGeneration.allCases.flatMap { generation in
      [join(generation), emailCheck(generation), login(generation), refresh(generation), withdraw(generation)]
    }
  }

  private func join(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .post, generation == .v0 ? "/join" : "/v1/users/join", .join, "Sign up",
      takes: .json("`email`, `password` and `nick`; `phoneNum` and `birthDay` as one likes."),
      answers: "The account.", as: "Account",
      handler: { request in
        let fields = try request.fields()
        let (email, password) = (try fields.required("email"), try fields.required("password"))
        let nickname = try request.nickname(try fields.required("nick"))
        let account = try await request.services.accounts.signUp(
          SignUp(
            email: try EmailAddress(email), password: password, nickname: nickname, phone: try fields.text("phoneNum"),
            birthday: try fields.text("birthDay")))
        return request.answer(LSLPAccount(account))
      })
  }

  private func emailCheck(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .post, generation == .v0 ? "/validation/email" : "/v1/validation/email", .emailCheck,
      "Whether an e-mail address is free",
      details: "A token may be shown and is not looked at: OOTD does so, later on.",
      takes: .json("`email`."), answers: "It is free: a `message`, which OOTD shows.", as: "Message",
      handler: { request in
        let email = try EmailAddress(try request.fields().required("email"))
        guard try await request.services.accounts.isFree(email) else {
          throw DomainError(.conflict, "email-taken", "Somebody has signed up with this address.", field: "email")
        }
        return request.answer(LSLPMessage("사용 가능한 이메일입니다."))
      })
  }

  private func login(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .post, generation == .v0 ? "/login" : "/v1/users/login", .login, "Log in",
      takes: .json("`email` and `password`."), answers: "Who it is, with both tokens.", as: "Login",
      handler: { request in
        let fields = try request.fields()
        let (email, password) = (try fields.required("email"), try fields.required("password"))
        let (account, tokens) = try await request.services.accounts.logIn(
          email: email, password: password, .fixed, from: await request.legacy.loginClient(of: request.context))
        return request.answer(
          LSLPLogin(
            person: LSLPPerson(account), email: account.addressForOldClients, accessToken: tokens.access,
            refreshToken: tokens.refresh))
      })
  }

  /// Looks at the refresh token alone, and answers 200 or 418.
  ///
  /// The contract knows 401 for an unusable token, 403, and in the first generation 409 for an access token that has
  /// not expired yet. But a request of 4cuts never ends upon anything that is neither 200 nor 418, and Mobbie takes
  /// everything that is not 200 for the end of its session, 409 upon the second of two refreshes too. OOTD takes 200
  /// and 409 alike. So a session that still is good is always refreshed, and everything else (expired, ended, unknown,
  /// unreadable or missing) says what alone helps: log in again. The refresh token stays as it is, as no client could
  /// be told of another.
  private func refresh(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/refresh" : "/v1/auth/refresh", .refresh, "A new access token",
      details: "The header `Refresh` has the refresh token, which stays as it is and may be used by several at once.",
      answers: "The new access token, also where the old one has not expired yet.", as: "Refreshed",
      handler: { request in
        let tokens = try await request.services.accounts.refresh(
          request.context.request.headers["Refresh"] ?? "", .fixed, from: request.context.networkClient)
        return request.answer(LSLPRefreshed(accessToken: tokens.access))
      })
  }

  private func withdraw(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/withdraw" : "/v1/users/withdraw", .withdraw,
      "Give up one's account",
      details: "Removes it with everything the person made. (It is a GET because clients ask so.)",
      answers: "The account that was.", as: "Account",
      isSafe: false,
      handler: { request in
        let account = try await request.services.accounts.withdraw(try await request.caller())
        return request.answer(LSLPAccount(account))
      })
  }
}

extension LSLPRequest {
  /// A nickname by this generation's rules: the second refuses white space anywhere.
  func nickname(_ text: String) throws(DomainError) -> Nickname {
    if generation == .v1, text.contains(where: \.isWhitespace) {
      throw DomainError(.invalid, "nickname-white-space", "A nickname has no white space here.", field: "nick")
    }
    return try Nickname(text)
  }
}
