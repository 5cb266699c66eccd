import APIKit
import Accounts
import Basics
import Contracts
import HTTP

/// The e-mail address of the caller's account, and links that confirm addresses.
struct AddressEndpoints: Sendable {
  let accounts: AccountService
  let mailer: AccountMailer

  var all: [Endpoint] { [check, change, confirm] }

  private static let withoutEmail = ResponseDescription.conflict("The account has no e-mail address.")

  private var check: Endpoint {
    Endpoint(
      method: .post, path: "/api/me/email-checks", group: .accounts,
      summary: "Request a mail for confirming the address", cost: .search,
      details: "It has a link that is valid for a day. None is sent if the address is verified.",
      caller: .required, body: .json("The language.", isOptional: true, [AccountFields.language]),
      answers: [.noContent, Self.withoutEmail, .rateLimited],
      handler: .deferred { context in
        let account = try await accounts.profile(try context.knownCaller()).account
        try await mailer.requestAddressCheck(
          of: account, in: try context.body.value(AccountFields.language) ?? .korean, from: context.clientNetwork)
        return .noContent
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/me/email", group: .accounts, summary: "Change the e-mail address", cost: .credentials,
      details: """
        Sends a link to the present and one to the new address, valid for a day. The address changes once both are \
        confirmed. An account without a password must have logged in within the last ten minutes.
        """,
      caller: .required,
      body: .json(
        "The new address.", [AccountFields.email, AccountFields.shownPassword, AccountFields.language]),
      answers: [
        .noContent, .forbidden("The password is missing or wrong, or the login was too long ago."), Self.withoutEmail,
        .rateLimited,
      ],
      handler: .deferred { context in
        let caller = try context.knownCaller()
        let new = try EmailAddress(try context.body.required(AccountFields.email))
        let language = try context.body.value(AccountFields.language) ?? .korean
        try await accounts.reauthenticate(caller, password: try context.body.value(AccountFields.shownPassword))
        let account = try await accounts.profile(caller).account
        try await mailer.requestAddressChange(of: account, to: new, in: language, from: context.clientNetwork)
        return .noContent
      })
  }

  private var confirm: Endpoint {
    Endpoint(
      method: .post, path: "/api/email-confirmations", group: .accounts, summary: "Confirm an address with a link",
      cost: .search, details: "`/app/confirm` sends this request.",
      body: .json("The token of the link.", [AccountFields.linkToken]),
      answers: [
        ResponseDescription(200, "What became of the address.", [(MediaType.json, "AddressConfirmation")]),
        .conflict("Another account has the address now."), .rateLimited,
      ],
      handler: .deferred { context in
        let result = try await mailer.confirmAddress(by: try context.body.required(AccountFields.linkToken))
        return .uncached(AddressConfirmationDocument(state: result.rawValue))
      })
  }
}
