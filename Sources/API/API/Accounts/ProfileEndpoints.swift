import Accounts
import Basics
import Contracts
import HTTP

/// What people see and decide of themselves.
enum ProfileEndpoints {
  static let all = [own, change, withdraw, changePassword, resetPassword, blocks]

  private static let own = Endpoint(
    path: "/api/me", group: .accounts, summary: "The caller's own account", caller: .needed,
    answers: [AnswerDescription(200, "The account.", [(MediaType.json, "Account")])],
    reply: .deferred { call in
      .own(AccountDocument(try await call.site.community.accounts.profile(try call.knownCaller())))
    })

  private static let change = Endpoint(
    method: .patch, path: "/api/me", group: .accounts, summary: "Change the caller's profile",
    details: "What is not given stays as it is.", caller: .needed,
    body: .json("What changes.", [AccountFields.changedNickname, AccountFields.bio, AccountFields.photo]),
    answers: [
      AnswerDescription(200, "The account as it is now.", [(MediaType.json, "Account")]),
      .conflict("The nickname is taken."),
    ],
    reply: .deferred { call in
      var change = ProfileChange()
      if let nickname = try call.body.value(AccountFields.changedNickname) { change.nickname = try Nickname(nickname) }
      change.bio = try call.body.value(AccountFields.bio)
      if call.body.has(AccountFields.photo) { change.photo = .some(try call.body.value(AccountFields.photo)) }
      let profile = try await call.site.community.accounts.change(try call.knownCaller(), change)
      return .own(AccountDocument(profile))
    })

  private static let withdraw = Endpoint(
    method: .delete, path: "/api/me", group: .accounts, summary: "Leave",
    details: """
      Removes the account with everything that the person made. Tokens die at once. It can't be undone, so the body has \
      the password. An account without one has to have been logged in to within ten minutes.
      """,
    caller: .needed,
    body: .json("The password, where the account has one.", isOptional: true, [AccountFields.shownPassword]),
    answers: [.done, .forbidden("The password is missing or not right, or the login was too long ago."), .overCall],
    reply: .deferred { call in
      _ = try await call.site.community.accounts.withdraw(
        try call.knownCaller(), password: try call.body.value(AccountFields.shownPassword))
      return call.loggedOut()
    })

  private static let changePassword = Endpoint(
    method: .put, path: "/api/me/password", group: .accounts, summary: "Change the password",
    details: "Ends every other session of the account.", caller: .needed,
    body: .json("Both passwords.", [AccountFields.currentPassword, AccountFields.newPassword]),
    answers: [
      .done, .forbidden("The current password is not right."), .conflict("The account has no password."), .overCall,
    ],
    reply: .deferred { call in
      try await call.site.community.accounts.changePassword(
        try call.knownCaller(), from: try call.body.required(AccountFields.currentPassword),
        to: try call.body.required(AccountFields.newPassword))
      return .done
    })

  private static let resetPassword = Endpoint(
    method: .post, path: "/api/password-resets", group: .accounts, summary: "Set a password by an operator's link",
    details: "Ends every session of the account. The link is good once, for an hour; the page `/app/reset` asks this.",
    body: .json(
      "What the link ends with, and the new password.", [AccountFields.resetToken, AccountFields.newPassword]),
    answers: [.done, .overCall],
    reply: .deferred { call in
      try await call.site.community.accounts.resetPassword(
        by: try call.body.required(AccountFields.resetToken), to: try call.body.required(AccountFields.newPassword))
      return .done
    })

  private static let blocks = Endpoint(
    path: "/api/me/blocks", group: .accounts, summary: "Whom the caller blocks", details: "Latest first.",
    query: PageParameters.all, caller: .needed, answers: [.people],
    reply: .deferred { call in
      let account = try call.account()
      let list = "blocks:\(account)"
      let page = try await call.site.community.relations.blocked(by: account, try call.pageRequest(of: list))
      return .own(call.document(page, of: list, PersonDocument.init))
    })
}

extension AnswerDescription {
  /// A page of people.
  static let people = AnswerDescription(200, "The people.", [(MediaType.json, "PersonPage")])
}
