import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// Login, token refresh and logout.
struct SessionEndpoints: Sendable {
  let accounts: AccountService

  var all: [Endpoint] {
    [logIn, refresh, list, logOut, logOutElsewhere, logOutEverywhere, end]
  }

  private var logIn: Endpoint {
    Endpoint(
      method: .post, path: "/api/sessions", group: .accounts, summary: "Log in", cost: .credentials,
      details: """
        Opens a session. The access token is sent with each request as `Authorization: Bearer`; the refresh token \
        gives the next pair when the access token has expired.

        Wrong passwords are limited to 20 a minute and 60 an hour for each e-mail address and client network, and to \
        100 an hour for all clients that have not logged in to the account before. A network or browser that has, or a \
        client with the access token of an open session, has limits of its own; `Retry-After` gives the seconds until \
        the next attempt.
        """,
      headers: [BrowserSession.transport],
      body: .json("The credentials.", [AccountFields.email, AccountFields.password]),
      answers: [
        ResponseDescription(201, "The account and its tokens.", [(MediaType.json, "OpenedSession")]),
        .unauthenticated("The e-mail address or the password is wrong."),
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
      method: .post, path: "/api/sessions/refresh", group: .accounts, summary: "Refresh the tokens",
      details: """
        Each refresh token is valid once. Reuse ends its session, since one of its two holders must have stolen it; \
        for a few seconds it is still accepted, for concurrent requests.
        """,
      headers: [BrowserSession.transport],
      body: .json("The token; an empty object if a cookie holds it.", [AccountFields.refreshToken]),
      answers: [
        ResponseDescription(200, "The next tokens.", [(MediaType.json, "RenewedSession")]),
        .unauthenticated("The token is unknown, was used before or has expired: log in again."), .rateLimited,
      ],
      handler: .deferred { context in
        context.renewed(
          try await accounts.refresh(
            try context.refreshToken(), .rotating, from: context.refreshingClient))
      })
  }

  private var list: Endpoint {
    Endpoint(
      path: "/api/sessions", group: .accounts, summary: "Where the caller is logged in",
      details: """
        Each device has its own session. The last used first, at most a hundred. The name comes from the header \
        `User-Agent` of the login. No address and no place is kept.
        """,
      caller: .required, answers: [ResponseDescription(200, "The devices.", [(MediaType.json, "DeviceList")])],
      handler: .deferred { context in
        let caller = try context.knownCaller()
        let sessions = try await accounts.openSessions(caller)
        return .uncached(ListDocument(items: sessions.map { DeviceDocument($0, of: caller) }))
      })
  }

  private var logOut: Endpoint {
    Endpoint(
      method: .delete, path: "/api/sessions/current", group: .accounts, summary: "Log out on this device",
      caller: .required, answers: [.noContent],
      handler: .deferred { context in
        try await accounts.logOut(try context.knownCaller(), everywhere: false)
        return context.loggedOut()
      })
  }

  private var logOutElsewhere: Endpoint {
    Endpoint(
      method: .delete, path: "/api/sessions/others", group: .accounts, summary: "Log out on all other devices",
      caller: .required, answers: [.noContent],
      handler: .deferred { context in
        try await accounts.logOutElsewhere(try context.knownCaller())
        return .noContent
      })
  }

  private var end: Endpoint {
    Endpoint(
      method: .delete, path: "/api/sessions/{id}", group: .accounts, summary: "Log out on another device",
      details: "Its event streams end within a second.", pathParameters: [Self.session],
      caller: .required, answers: [.noContent, .notFound("The caller has no such session.")],
      handler: .deferred { context in
        try await accounts.end(try context.pathParameter(Self.session), try context.knownCaller())
        return .noContent
      })
  }

  private static let session = Parameter<SessionID>(
    "id", .identifier(), "The identifier of one of the caller's sessions.", example: "0199c0ffee0123456789abcd")

  private var logOutEverywhere: Endpoint {
    Endpoint(
      method: .delete, path: "/api/sessions", group: .accounts, summary: "Log out on all devices",
      caller: .required, answers: [.noContent],
      handler: .deferred { context in
        try await accounts.logOut(try context.knownCaller(), everywhere: true)
        return context.loggedOut()
      })
  }
}
