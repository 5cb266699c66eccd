import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import WebAuthn

/// Signing up and in with passkeys, and those of the caller's account.
struct PasskeyEndpoints: Sendable {
  let passkeys: PasskeyService
  let accounts: AccountService
  let mailer: AccountMailer

  var all: [Endpoint] { [beginSignUp, signUp, beginLogIn, logIn, begin, add, list, rename, remove] }

  static let notOffered = ResponseDescription.conflict(
    "Passkeys need a domain name and HTTPS (or `localhost`): `passkeys-not-offered`.")
  private static let refused = """
    Refused are answers to another challenge, of pages of other origins, for other sites, of people whom the device did \
    not verify, with other algorithms than ES256, EdDSA and RS256, and with wrong signatures.
    """

  // MARK: Signing up and in

  private var beginSignUp: Endpoint {
    Endpoint(
      method: .post, path: "/api/passkeys/sign-up-options", group: .accounts, summary: "Begin a sign-up with a passkey",
      cost: .search,
      details: """
        What `navigator.credentials.create` takes, and the systems of phones. As many requests are allowed as checks of \
        addresses.
        """,
      body: .json("The account.", [AccountFields.email, AccountFields.nickname]),
      answers: [
        ResponseDescription(200, "The options.", [(MediaType.json, "PasskeyCreation")]),
        .conflict("The e-mail address or the nickname is taken, or passkeys are not offered."), .rateLimited,
      ],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(AccountFields.email))
        let nickname = try Nickname(try context.body.required(AccountFields.nickname))
        let party = try context.relyingParty()
        try await EmailChecks.count(context, attempts: accounts.attempts)
        let creation = try await passkeys.beginSignUp(email: email, nickname: nickname, at: party)
        return .uncached(PasskeyCreationDocument(creation, at: party))
      })
  }

  private var signUp: Endpoint {
    Endpoint(
      method: .post, path: "/api/accounts/passkey", group: .accounts, summary: "Sign up with a passkey",
      cost: .credentials,
      details: """
        Creates an account without a password and opens a session for it. With `language`, a mail follows with which \
        the owner confirms the address, as for other sign-ups. \(Self.refused)
        """,
      headers: [BrowserSession.transport],
      body: .json(
        "The new account, and the answer of the authenticator.",
        [
          AccountFields.email, AccountFields.nickname, AccountFields.mailLanguage, PasskeyFields.clientData,
          PasskeyFields.attestation, PasskeyFields.name,
        ]),
      answers: [
        ResponseDescription(201, "The account and its tokens.", [(MediaType.json, "OpenedSession")]),
        .conflict("The e-mail address, the nickname or the passkey is taken, or passkeys are not offered."),
        .rateLimited,
      ],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(AccountFields.email))
        let nickname = try Nickname(try context.body.required(AccountFields.nickname))
        let language = try context.body.value(AccountFields.mailLanguage)
        let (registration, name) = try context.passkeyRegistration()
        let party = try context.relyingParty()
        try await EmailChecks.count(context, attempts: accounts.attempts)
        let account = try await passkeys.signUp(
          registration, email: email, nickname: nickname,
          mail: {
            guard let language else { return nil }
            return try await mailer.addressCheck(of: email, in: language, from: context.clientNetwork)
          }, name: name, at: party)
        mailer.wake()
        return try await context.signedUp(account, accounts)
      })
  }

  private var beginLogIn: Endpoint {
    Endpoint(
      method: .post, path: "/api/passkeys/log-in-options", group: .accounts, summary: "Begin a login with a passkey",
      details: """
        What `navigator.credentials.get` takes, and the systems of phones. Nobody is named: the person chooses a passkey.
        """,
      answers: [
        ResponseDescription(200, "The options.", [(MediaType.json, "PasskeyRequest")]), Self.notOffered,
      ],
      handler: .deferred { context in
        let party = try context.relyingParty()
        return .uncached(PasskeyRequestDocument(passkeys.beginLogIn(at: party), at: party))
      })
  }

  private var logIn: Endpoint {
    Endpoint(
      method: .post, path: "/api/sessions/passkey", group: .accounts, summary: "Log in with a passkey",
      cost: .credentials,
      details: """
        Opens a session. \(Self.refused) So is a passkey whose count of signatures does not grow: it may have been \
        copied. Refused ones are limited to 20 a minute and 60 an hour of a network.
        """,
      headers: [BrowserSession.transport],
      body: .json("The answer of the authenticator.", PasskeyFields.assertion),
      answers: [
        ResponseDescription(201, "The account and its tokens.", [(MediaType.json, "OpenedSession")]),
        .unauthenticated("No account has the passkey, or it is refused."),
        .forbidden("An operator has suspended the account: `account-suspended`."), Self.notOffered, .rateLimited,
      ],
      handler: .deferred { context in
        let assertion = try context.passkeyAssertion()
        let party = try context.relyingParty()
        let client = await context.loginClient(accounts)
        let (account, tokens) = try await passkeys.logIn(assertion, at: party, .rotating, from: client)
        let profile = try await accounts.profile(of: account, for: account)
        return context.opened(profile, tokens, to: client, status: 201)
      })
  }

  // MARK: The caller's own

  private var begin: Endpoint {
    Endpoint(
      method: .post, path: "/api/me/passkeys/options", group: .accounts, summary: "Begin adding a passkey",
      cost: .credentials,
      details: """
        The body has the password. An account without one must have logged in within the last ten minutes. The answer \
        is valid in this session only.
        """,
      caller: .required,
      body: .json("The password, if the account has one.", isOptional: true, [AccountFields.shownPassword]),
      answers: [
        ResponseDescription(200, "The options.", [(MediaType.json, "PasskeyCreation")]),
        .forbidden("The password is missing or wrong, or the login was too long ago."),
        .conflict("The account has as many passkeys as it may, or they are not offered."), .rateLimited,
      ],
      handler: .deferred { context in
        let password = try context.body.value(AccountFields.shownPassword)
        let party = try context.relyingParty()
        let creation = try await passkeys.begin(for: try context.knownCaller(), password: password, at: party)
        return .uncached(PasskeyCreationDocument(creation, at: party))
      })
  }

  private var add: Endpoint {
    Endpoint(
      method: .post, path: "/api/me/passkeys", group: .accounts, summary: "Add a passkey", cost: .credentials,
      details: "It opens the account from now on. \(Self.refused)", caller: .required,
      body: .json(
        "The answer of the authenticator.",
        [PasskeyFields.clientData, PasskeyFields.attestation, PasskeyFields.name]),
      answers: [
        ResponseDescription(201, "The passkey.", [(MediaType.json, "Passkey")]),
        .conflict("The passkey opens an account already, there are too many, or they are not offered."),
      ],
      handler: .deferred { context in
        let (registration, name) = try context.passkeyRegistration()
        let added = try await passkeys.add(
          registration, name: name, for: try context.knownCaller(), at: try context.relyingParty())
        return .uncached(PasskeyDocument(added), status: 201)
      })
  }

  private var list: Endpoint {
    Endpoint(
      path: "/api/me/passkeys", group: .accounts, summary: "The passkeys of the caller's account",
      details: "Oldest first.", caller: .required,
      answers: [ResponseDescription(200, "The passkeys.", [(MediaType.json, "PasskeyList")])],
      handler: .deferred { context in
        let found = try await passkeys.passkeys(of: try context.knownCaller())
        return .uncached(PasskeyListDocument(passkeys: found.map(PasskeyDocument.init)))
      })
  }

  private var rename: Endpoint {
    Endpoint(
      method: .patch, path: "/api/me/passkeys/{id}", group: .accounts, summary: "Rename a passkey",
      pathParameters: [PasskeyFields.id], caller: .required, body: .json("The name.", [PasskeyFields.newName]),
      answers: [
        ResponseDescription(200, "The passkey.", [(MediaType.json, "Passkey")]), PasskeyFields.unknown,
      ],
      handler: .deferred { context in
        let renamed = try await passkeys.rename(
          try context.pathParameter(PasskeyFields.id), to: try context.body.required(PasskeyFields.newName),
          for: try context.knownCaller())
        return .uncached(PasskeyDocument(renamed))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/me/passkeys/{id}", group: .accounts, summary: "Remove a passkey",
      details: "Sessions stay open.", pathParameters: [PasskeyFields.id], caller: .required,
      answers: [.noContent, PasskeyFields.unknown, .conflict("It is the only way to log in to the account.")],
      handler: .deferred { context in
        try await passkeys.remove(try context.pathParameter(PasskeyFields.id), for: try context.knownCaller())
        return .noContent
      })
  }
}
