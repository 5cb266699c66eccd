import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Sign-up, and checks before it.
struct AccountEndpoints: Sendable {
  let accounts: AccountService
  let mailer: AccountMailer

  var all: [Endpoint] {
    [signUp, emailCheck, randomNickname, one]
  }

  private var signUp: Endpoint {
    Endpoint(
      method: .post, path: "/api/accounts", group: .accounts, summary: "Sign up", cost: .credentials,
      details: """
        Creates an account and opens a session for it. With `language`, a mail follows with which the owner confirms the \
        address; the account works without that.
        """,
      headers: [BrowserSession.transport],
      body: .json(
        "The new account.",
        [
          AccountFields.email, AccountFields.firstPassword, AccountFields.nickname, AccountFields.mailLanguage,
        ]),
      answers: [
        ResponseDescription(201, "The account and its tokens.", [(MediaType.json, "OpenedSession")]),
        .conflict("The e-mail address or the nickname is taken."), .rateLimited,
      ],
      handler: .deferred { context in
        var new = SignUp(
          email: try EmailAddress(try context.body.required(AccountFields.email)),
          password: try context.body.required(AccountFields.firstPassword),
          nickname: try Nickname(try context.body.required(AccountFields.nickname)))
        if let language = try context.body.value(AccountFields.mailLanguage) {
          new.mail = try await mailer.addressCheck(of: new.email, in: language, from: context.clientNetwork)
        }
        let account = try await accounts.signUp(new)
        mailer.wake()
        return try await context.signedUp(account, accounts)
      })
  }

  private var emailCheck: Endpoint {
    Endpoint(
      method: .post, path: "/api/accounts/email-check", group: .accounts,
      summary: "Check whether an e-mail address is available", cost: .search,
      details: "At most \(EmailChecks.limits[0].maxCount) requests a minute of a network.",
      body: .json("The address.", [AccountFields.email]),
      answers: [
        ResponseDescription(200, "Whether it is available.", [(MediaType.json, "EmailCheck")]), .rateLimited,
      ],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(AccountFields.email))
        try await EmailChecks.count(context, attempts: accounts.attempts)
        return .uncached(EmailCheckDocument(available: try await accounts.isFree(email)))
      })
  }

  private var randomNickname: Endpoint {
    Endpoint(
      path: "/api/nicknames/random", group: .accounts, summary: "An unused nickname",
      details: "An adjective and a noun. It is a suggestion, and is not reserved.",
      answers: [ResponseDescription(200, "The nickname.", [(MediaType.json, "Nickname")])],
      handler: .deferred { context in
        let nickname = try await accounts.randomNickname()
        return .uncached(NicknameDocument(nickname: nickname.description))
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/accounts/{id}", group: .accounts, summary: "The profile of an account",
      pathParameters: [AccountParameters.id], caller: .optional,
      answers: [
        ResponseDescription(200, "The profile.", [(MediaType.json, "Profile")]),
        .notFound("The account does not exist, or one of both has blocked the other."),
      ],
      handler: .deferred { context in
        let profile = try await accounts.profile(
          of: try context.pathParameter(AccountParameters.id), for: context.viewer)
        return .varyingByCaller(ProfileDocument(profile))
      })
  }
}
