import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Logging in and out.
struct SessionEndpoints: Sendable {
  let accounts: AccountService

  var all: [Endpoint] {
    [logIn, refresh, logOut, logOutEverywhere]
  }

  private var logIn: Endpoint {
    Endpoint(
      method: .post, path: "/api/sessions", group: .accounts, summary: "Log in",
      details: """
        Opens a session. Its access token goes with each request as `Authorization: Bearer`; its refresh token gives the \
        next pair when the access token has expired.

        Wrong passwords are limited for each address together with the client's network (20 a minute, 60 an hour), and to \
        100 an hour for everybody who has not logged in to the account before. A network or browser from which somebody \
        has, or whoever shows the access token of an open session, has guesses of its own; `Retry-After` says when the next \
        one is admitted.
        """,
      headers: [BrowserSession.transport], body: .json("Who logs in.", [AccountFields.email, AccountFields.password]),
      answers: [
        AnswerDescription(201, "The account and its tokens.", [(MediaType.json, "OpenedSession")]),
        .unauthenticated("The e-mail address or the password is not right."),
        .forbidden("An operator has suspended the account: `account-suspended`."), .rateLimited,
      ],
      handler: .deferred { context in
        let client = await context.loginClient(accounts)
        let (account, tokens) = try await accounts.logIn(
          email: try context.body.required(AccountFields.email),
          password: try context.body.required(AccountFields.password),
          .rotating, from: client)
        let profile = try await accounts.profile(of: account.id, for: account.id)
        return context.opened(profile, tokens, to: client, status: 201)
      })
  }

  private var refresh: Endpoint {
    Endpoint(
      method: .post, path: "/api/sessions/refresh", group: .accounts, summary: "New tokens for a refresh token",
      details: """
        Each refresh token is good once. Showing one that was used before ends its session, since one of the two who have \
        it must have stolen it; for a few seconds it is taken all the same, for requests that cross on the wire.
        """,
      headers: [BrowserSession.transport],
      body: .json("The token; an empty object where a cookie holds it.", [AccountFields.refreshToken]),
      answers: [
        AnswerDescription(200, "The next tokens.", [(MediaType.json, "RenewedSession")]),
        .unauthenticated("The token is unknown, was used before or has expired: log in again."), .rateLimited,
      ],
      handler: .deferred { context in
        context.renewed(
          try await accounts.refresh(
            try context.shownRefreshToken(), .rotating, from: context.networkClient))
      })
  }

  private var logOut: Endpoint {
    Endpoint(
      method: .delete, path: "/api/sessions/current", group: .accounts, summary: "Log out on this device",
      caller: .required, answers: [.done],
      handler: .deferred { context in
        try await accounts.logOut(try context.knownCaller(), everywhere: false)
        return context.loggedOut()
      })
  }

  private var logOutEverywhere: Endpoint {
    Endpoint(
      method: .delete, path: "/api/sessions", group: .accounts, summary: "Log out on all devices",
      caller: .required, answers: [.done],
      handler: .deferred { context in
        try await accounts.logOut(try context.knownCaller(), everywhere: true)
        return context.loggedOut()
      })
  }
}
