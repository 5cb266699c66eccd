import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Signing up, and what helps with it.
struct AccountEndpoints: Sendable {
  let accounts: AccountService

  var all: [Endpoint] {
    [signUp, emailCheck, randomNickname, one]
  }

  private var signUp: Endpoint {
    Endpoint(
      method: .post, path: "/api/accounts", group: .accounts, summary: "Sign up",
      details: "Makes an account and opens a session for it.",
      headers: [BrowserSession.transport],
      body: .json("Who signs up.", [AccountFields.email, AccountFields.firstPassword, AccountFields.nickname]),
      answers: [
        AnswerDescription(201, "The account and its tokens.", [(MediaType.json, "OpenedSession")]),
        .conflict("The e-mail address or the nickname is taken."), .rateLimited,
      ],
      handler: .deferred { context in
        let new = SignUp(
          email: try EmailAddress(try context.body.required(AccountFields.email)),
          password: try context.body.required(AccountFields.firstPassword),
          nickname: try Nickname(try context.body.required(AccountFields.nickname)))
        let account = try await accounts.signUp(new)
        let client = await context.loginClient(accounts)
        let tokens = try await accounts.openSession(for: account.id, .rotating, from: client)
        let profile = Profile(account: account, followerCount: 0, followingCount: 0, postCount: 0, isFollowed: false)
        var response = context.opened(profile, tokens, to: client, status: 201)
        response.headers.add("Location", "/api/accounts/\(account.id)")
        return response
      })
  }

  private var emailCheck: Endpoint {
    Endpoint(
      method: .post, path: "/api/accounts/email-check", group: .accounts,
      summary: "Whether an e-mail address can be signed up with",
      body: .json("The address.", [AccountFields.email]),
      answers: [AnswerDescription(200, "Whether nobody has it.", [(MediaType.json, "EmailCheck")])],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(AccountFields.email))
        return .own(EmailCheckDocument(available: try await accounts.isFree(email)))
      })
  }

  private var randomNickname: Endpoint {
    Endpoint(
      path: "/api/nicknames/random", group: .accounts, summary: "A nickname that nobody has",
      details: "An adjective and a noun. It is a suggestion: nothing is kept for whoever asks.",
      answers: [AnswerDescription(200, "The nickname.", [(MediaType.json, "Nickname")])],
      handler: .deferred { context in
        let nickname = try await accounts.randomNickname()
        return .own(NicknameDocument(nickname: nickname.description))
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/accounts/{id}", group: .accounts, summary: "Somebody's profile",
      pathParameters: [AccountParameters.id], caller: .optional,
      answers: [
        AnswerDescription(200, "The profile.", [(MediaType.json, "Profile")]),
        .missing("There is no such account, or one of both has blocked the other."),
      ],
      handler: .deferred { context in
        let profile = try await accounts.profile(
          of: try context.pathParameter(AccountParameters.id), for: context.viewer)
        return .seen(ProfileDocument(profile))
      })
  }
}
