import APIKit
import Accounts
import Basics
import Contracts
import HTTP

struct ProfileEndpoints: Sendable {
  let accounts: AccountService
  let relations: RelationService

  var all: [Endpoint] {
    [own, change, withdraw, changePassword, blocks]
  }

  private var own: Endpoint {
    Endpoint(
      path: "/api/me", group: .accounts, summary: "The caller's own account", caller: .required,
      answers: [ResponseDescription(200, "The account.", [(MediaType.json, "Account")])],
      handler: .deferred { context in
        .uncached(AccountDocument(try await accounts.profile(try context.knownCaller())))
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .patch, path: "/api/me", group: .accounts, summary: "Change the caller's profile",
      details: "Absent fields stay unchanged.", caller: .required,
      body: .json("The changes.", [AccountFields.changedNickname, AccountFields.bio, AccountFields.photo]),
      answers: [
        ResponseDescription(200, "The changed account.", [(MediaType.json, "Account")]),
        .conflict("The nickname is taken."),
      ],
      handler: .deferred { context in
        var change = ProfileChange()
        if let nickname = try context.body.value(AccountFields.changedNickname) {
          change.nickname = try Nickname(nickname)
        }
        change.bio = try context.body.value(AccountFields.bio)
        if context.body.has(AccountFields.photo) { change.photo = .some(try context.body.value(AccountFields.photo)) }
        let profile = try await accounts.change(try context.knownCaller(), change)
        return .uncached(AccountDocument(profile))
      })
  }

  private var withdraw: Endpoint {
    Endpoint(
      method: .delete, path: "/api/me", group: .accounts, summary: "Delete the caller's account", cost: .credentials,
      details: """
        Removes the account and everything that it created, and revokes its tokens at once. This cannot be undone, so \
        the body must have the password. An account without a password must have logged in within the last ten \
        minutes.
        """,
      caller: .required,
      body: .json("The password, if the account has one.", isOptional: true, [AccountFields.shownPassword]),
      answers: [
        .noContent, .forbidden("The password is missing or wrong, or the login was too long ago."), .rateLimited,
      ],
      handler: .deferred { context in
        _ = try await accounts.withdraw(
          try context.knownCaller(), password: try context.body.value(AccountFields.shownPassword))
        return context.loggedOut()
      })
  }

  private var changePassword: Endpoint {
    Endpoint(
      method: .put, path: "/api/me/password", group: .accounts, summary: "Change the password", cost: .credentials,
      details: "Ends every other session of the account.", caller: .required,
      body: .json("Both passwords.", [AccountFields.currentPassword, AccountFields.newPassword]),
      answers: [
        .noContent, .forbidden("The current password is wrong."), .conflict("The account has no password."),
        .rateLimited,
      ],
      handler: .deferred { context in
        try await accounts.changePassword(
          try context.knownCaller(), from: try context.body.required(AccountFields.currentPassword),
          to: try context.body.required(AccountFields.newPassword))
        return .noContent
      })
  }

  private var blocks: Endpoint {
    Endpoint(
      path: "/api/me/blocks", group: .accounts, summary: "The accounts that the caller blocks",
      details: "Latest first.",
      query: PageParameters.all, caller: .required, answers: [.people],
      handler: .deferred { context in
        let account = try context.account()
        let list = "blocks:\(account)"
        let page = try await relations.blocked(by: account, try context.pageRequest(of: list))
        return .uncached(context.document(page, of: list, PersonDocument.init))
      })
  }
}

extension ResponseDescription {
  static let people = ResponseDescription(200, "The people.", [(MediaType.json, "PersonPage")])
}
