import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI

struct LSLPAccountEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPGeneration.allCases.flatMap { generation in
      [join(generation), emailCheck(generation), login(generation), refresh(generation), withdraw(generation)]
    }
  }

  private func join(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .post, generation == .v0 ? "/join" : "/v1/users/join", .join, "Sign up", cost: .credentials,
      takes: .json("`email`, `password` and `nick`; optional `phoneNum` and `birthDay`."),
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
      "Check that an e-mail address is free", cost: .search,
      details: "A token is ignored: OOTD sends one later on.",
      takes: .json("`email`."), answers: "It is free: a `message`, which OOTD shows.", as: "Message",
      handler: { request in
        let email = try EmailAddress(try request.fields().required("email"))
        try await EmailChecks.count(request.context, attempts: request.services.accounts.attempts)
        guard try await request.services.accounts.isFree(email) else {
          throw DomainError(.conflict, "email-taken", "This address already has an account.", field: "email")
        }
        return request.answer(LSLPMessage("사용 가능한 이메일입니다."))
      })
  }

  private func login(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .post, generation == .v0 ? "/login" : "/v1/users/login", .login, "Log in",
      cost: .credentials,
      takes: .json("`email` and `password`."), answers: "The account, with both tokens.", as: "Login",
      handler: { request in
        let fields = try request.fields()
        let (email, password) = (try fields.required("email"), try fields.required("password"))
        let (account, tokens) = try await request.services.accounts.logIn(
          email: email, password: password, .fixed, from: await request.legacy.loginClient(of: request.context))
        return request.answer(
          LSLPLogin(
            person: LSLPPerson(account), email: account.legacyEmail, accessToken: tokens.access,
            refreshToken: tokens.refresh))
      })
  }

  /// Reads only the refresh token, and answers 200 or 418.
  ///
  /// The contract has 401 for an unusable token, 403, and in the first generation 409 for an access token that has not
  /// expired yet. But a request of 4cuts never ends after an answer that is neither 200 nor 418, and Mobbie treats
  /// everything but 200 as the end of its session, even 409 for the second of two refreshes. OOTD treats 200 and 409
  /// alike. So a valid session is always refreshed, and every other case (expired, ended, unknown, unreadable or
  /// missing) gets the only answer that helps: log in again. The refresh token is not rotated, as no client could
  /// receive a new one.
  private func refresh(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/refresh" : "/v1/auth/refresh", .refresh, "A new access token",
      details: "Send the refresh token in the header `Refresh`. It is not rotated; concurrent requests may use it.",
      answers: "The new access token, even if the old one has not expired yet.", as: "Refreshed",
      handler: { request in
        let tokens = try await request.services.accounts.refresh(
          request.context.request.headers["Refresh"] ?? "", .fixed, from: request.context.refreshingClient)
        return request.answer(LSLPRefreshed(accessToken: tokens.access))
      })
  }

  private func withdraw(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/withdraw" : "/v1/users/withdraw", .withdraw,
      "Delete your account",
      details: "Deletes everything the account created. (It is a GET because clients ask so.)",
      answers: "The deleted account.", as: "Account",
      isSafe: false,
      handler: { request in
        let account = try await request.services.accounts.withdraw(try await request.caller())
        return request.answer(LSLPAccount(account))
      })
  }
}

extension LSLPRequest {
  /// A nickname by this generation's rules: the second rejects white space anywhere.
  func nickname(_ text: String) throws(DomainError) -> Nickname {
    if generation == .v1, text.contains(where: \.isWhitespace) {
      throw DomainError(.invalid, "nickname-white-space", "A nickname has no white space here.", field: "nick")
    }
    return try Nickname(text)
  }
}
