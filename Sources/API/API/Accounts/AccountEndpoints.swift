import Accounts
import Basics
import Contracts
import HTTP

/// Signing up, and what helps with it.
enum AccountEndpoints {
  static let all = [signUp, emailCheck, randomNickname, one]

  private static let signUp = Endpoint(
    method: .post, path: "/api/accounts", group: .accounts, summary: "Sign up",
    details: "Makes an account and opens a session for it.",
    headers: [BrowserSession.transport],
    body: .json("Who signs up.", [AccountFields.email, AccountFields.firstPassword, AccountFields.nickname]),
    answers: [
      AnswerDescription(201, "The account and its tokens.", [(MediaType.json, "OpenedSession")]),
      .conflict("The e-mail address or the nickname is taken."), .overCall,
    ],
    reply: .deferred { call in
      let new = SignUp(
        email: try EmailAddress(try call.body.required(AccountFields.email)),
        password: try call.body.required(AccountFields.firstPassword),
        nickname: try Nickname(try call.body.required(AccountFields.nickname)))
      let accounts = call.site.community.accounts
      let account = try await accounts.signUp(new)
      let client = await call.loginClient()
      let tokens = try await accounts.openSession(for: account.id, .rotating, from: client)
      let profile = Profile(account: account, followerCount: 0, followingCount: 0, postCount: 0, isFollowed: false)
      var response = call.opened(profile, tokens, to: client, status: 201)
      response.headers.add("Location", "/api/accounts/\(account.id)")
      return response
    })

  private static let emailCheck = Endpoint(
    method: .post, path: "/api/accounts/email-check", group: .accounts,
    summary: "Whether an e-mail address can be signed up with",
    body: .json("The address.", [AccountFields.email]),
    answers: [AnswerDescription(200, "Whether nobody has it.", [(MediaType.json, "EmailCheck")])],
    reply: .deferred { call in
      let email = try EmailAddress(try call.body.required(AccountFields.email))
      return .own(EmailCheckDocument(available: try await call.site.community.accounts.isFree(email)))
    })

  private static let randomNickname = Endpoint(
    path: "/api/nicknames/random", group: .accounts, summary: "A nickname that nobody has",
    details: "An adjective and a noun. It is a suggestion: nothing is kept for whoever asks.",
    answers: [AnswerDescription(200, "The nickname.", [(MediaType.json, "Nickname")])],
    reply: .deferred { call in
      let nickname = try await call.site.community.accounts.randomNickname()
      return .own(NicknameDocument(nickname: nickname.description))
    })

  private static let one = Endpoint(
    path: "/api/accounts/{id}", group: .accounts, summary: "Somebody's profile",
    segments: [AccountParameters.id], caller: .optional,
    answers: [
      AnswerDescription(200, "The profile.", [(MediaType.json, "Profile")]),
      .missing("There is no such account, or one of both has blocked the other."),
    ],
    reply: .deferred { call in
      let profile = try await call.site.community.accounts.profile(
        of: try call.segment(AccountParameters.id), for: call.viewer)
      return .seen(ProfileDocument(profile))
    })
}
