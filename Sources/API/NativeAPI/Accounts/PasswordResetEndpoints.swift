import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// The way back for a forgotten password.
struct PasswordResetEndpoints: Sendable {
  let accounts: AccountService
  let mailer: AccountMailer

  var all: [Endpoint] { [request, reset] }

  private var request: Endpoint {
    Endpoint(
      method: .post, path: "/api/password-reset-mails", group: .accounts,
      summary: "Request a mail for a forgotten password", cost: .search,
      details: """
        If an account has the address, it gets a link that is valid once, for 30 minutes; a newer mail replaces it. The \
        answer is the same if none has it. At most 3 requests an hour and 10 a day for an address, and 20 an hour and \
        100 a day of a network.
        """,
      body: .json("The address.", [AccountFields.email, AccountFields.language]),
      answers: [.noContent, .rateLimited],
      handler: .deferred { context in
        try await mailer.requestPasswordReset(
          of: try EmailAddress(try context.body.required(AccountFields.email)),
          in: try context.body.value(AccountFields.language) ?? .korean, from: context.clientNetwork)
        return .noContent
      })
  }

  private var reset: Endpoint {
    Endpoint(
      method: .post, path: "/api/password-resets", group: .accounts, summary: "Set a password with a reset link",
      cost: .credentials,
      details: """
        Ends every session of the account. The link is valid once: for 30 minutes if it came by mail, for an hour if \
        an operator made it. `/app/reset` sends this request.
        """,
      body: .json(
        "The token of the link, and the new password.", [AccountFields.linkToken, AccountFields.newPassword]),
      answers: [.noContent, .rateLimited],
      handler: .deferred { context in
        try await accounts.resetPassword(
          by: try context.body.required(AccountFields.linkToken),
          to: try context.body.required(AccountFields.newPassword))
        return .noContent
      })
  }
}
