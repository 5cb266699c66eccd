import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Invitations to workspaces, by e-mail address or link.
struct InvitationEndpoints: Sendable {
  let chat: ChatService
  /// Limits each account's lookups of e-mail addresses, so that nobody can resolve a list of addresses to accounts.
  let attempts: AttemptLimiter
  private static let lookups = [AttemptLimit(maxCount: 60, seconds: 60)]

  var all: [Endpoint] {
    [
      lookUpAddress, invite, makeLink, removeLinks, list, accept, decline, lookUpLink, useLink,
    ]
  }

  private static let unknown = ResponseDescription.notFound("The caller is not invited to such a workspace.")
  private static let linkUnknown = ResponseDescription.notFound("The link was used or revoked, or has expired.")

  // MARK: For the owner

  private var lookUpAddress: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces/{id}/invitees", group: .chat,
      summary: "Look up the account with an e-mail address", cost: .search,
      details: """
        For the owner, before an invitation. The address is only verified if a login provider has verified it. If no \
        account has the address, a link can be created and passed on. At most 60 requests a minute.
        """,
      pathParameters: [ChatParameters.workspace], caller: .required,
      body: .json("The address.", [ChatFields.email]),
      answers: [
        ResponseDescription(200, "The account, if there is one.", [(MediaType.json, "Invitee")]), .notOwner,
        .workspaceUnknown,
        .conflict("The account is a member."),
      ],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(ChatFields.email)).description
        let (id, caller) = (try context.pathParameter(ChatParameters.workspace), try context.account())
        let key = AttemptKey("invitee", Array(caller.description.utf8), Self.lookups)
        guard case .counted = try await attempts.count([key], at: context.now) else {
          throw DomainError(.rateLimited, "too-many-looks", "Too many addresses were looked up; wait a minute.")
        }
        let invitee = try await chat.invitee(email, to: id, by: caller)
        return .uncached(
          InviteeDocument(
            person: invitee.map { PersonDocument($0.person) }, isEmailVerified: invitee?.isEmailVerified ?? false))
      })
  }

  private var invite: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces/{id}/invitations", group: .chat,
      summary: "Invite an account by e-mail address",
      details: """
        Allowed to the owner, after a lookup of the address. The invitation belongs to that account, even if another \
        one gets the address later.
        """,
      pathParameters: [ChatParameters.workspace], caller: .required,
      body: .json("The address and its account.", [ChatFields.email, ChatFields.invitee]),
      answers: [
        .noContent, .notOwner, .workspaceUnknown,
        .conflict("The account is a member or does not have the address, or there are too many invitations."),
      ],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(ChatFields.email)).description
        let account = try context.body.required(ChatFields.invitee)
        try await chat.invite(
          email, of: account, to: try context.pathParameter(ChatParameters.workspace), by: try context.account())
        return .noContent
      })
  }

  private var makeLink: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces/{id}/invitation-links", group: .chat, summary: "Create an invitation link",
      details: """
        For a person without an account. Allowed to the owner. The link admits the first account that uses it, once, \
        within a week: pass it on to nobody else.
        """,
      pathParameters: [ChatParameters.workspace], caller: .required,
      answers: [
        ResponseDescription(201, "The link. It is returned only once.", [(MediaType.json, "InvitationLink")]),
        .notOwner,
        .workspaceUnknown, .conflict("There are too many invitations."),
      ],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.workspace)
        let link = try await chat.makeLink(to: id, by: try context.account())
        return .uncached(
          InvitationLinkDocument(
            code: link.code, address: "\(context.publicAddress)/app/chat?invitation=\(link.code)",
            expiresAt: link.expiresAt), status: 201)
      })
  }

  private var removeLinks: Endpoint {
    Endpoint(
      method: .delete, path: "/api/workspaces/{id}/invitation-links", group: .chat,
      summary: "Revoke all invitation links", pathParameters: [ChatParameters.workspace], caller: .required,
      answers: [.noContent, .notOwner, .workspaceUnknown],
      handler: .deferred { context in
        try await chat.removeLinks(to: try context.pathParameter(ChatParameters.workspace), by: try context.account())
        return .noContent
      })
  }

  // MARK: For the invited account

  private var list: Endpoint {
    Endpoint(
      path: "/api/invitations", group: .chat, summary: "The caller's invitations", details: "Newest first.",
      caller: .required, answers: [ResponseDescription(200, "The invitations.", [(MediaType.json, "InvitationList")])],
      handler: .deferred { context in
        let invitations = try await chat.invitations(for: try context.account())
        return .uncached(ListDocument(items: invitations.map { InvitationDocument($0) }))
      })
  }

  private var accept: Endpoint {
    Endpoint(
      method: .post, path: "/api/invitations/{id}/acceptance", group: .chat,
      summary: "Accept an invitation", pathParameters: [ChatParameters.workspace],
      caller: .required,
      answers: [.noContent, Self.unknown], handler: .deferred { context in try await answer(context, true) })
  }

  private var decline: Endpoint {
    Endpoint(
      method: .delete, path: "/api/invitations/{id}", group: .chat, summary: "Decline an invitation",
      pathParameters: [ChatParameters.workspace], caller: .required, answers: [.noContent, Self.unknown],
      handler: .deferred { context in try await answer(context, false) })
  }

  private var lookUpLink: Endpoint {
    Endpoint(
      method: .post, path: "/api/invitation-links/lookup", group: .chat, summary: "Look up an invitation link",
      details: "The link stays valid.", caller: .required, body: .json("The link.", [ChatFields.code]),
      answers: [ResponseDescription(200, "The invitation.", [(MediaType.json, "Invitation")]), Self.linkUnknown],
      handler: .deferred { context in
        let code = try context.body.required(ChatFields.code)
        return .uncached(InvitationDocument(try await chat.invitation(linkedBy: code, for: try context.account())))
      })
  }

  private var useLink: Endpoint {
    Endpoint(
      method: .post, path: "/api/invitation-links/acceptance", group: .chat, summary: "Join with an invitation link",
      details: "The link becomes invalid.", caller: .required, body: .json("The link.", [ChatFields.code]),
      answers: [.workspace, Self.linkUnknown, .conflict("The caller is a member.")],
      handler: .deferred { context in
        let code = try context.body.required(ChatFields.code)
        return .uncached(WorkspaceDocument(try await chat.join(linkedBy: code, by: try context.account())))
      })
  }
}

extension InvitationEndpoints {
  private func answer(_ context: RequestContext, _ isAccepted: Bool) async throws -> Response {
    let id = try context.pathParameter(ChatParameters.workspace)
    try await chat.answer(id, accepting: isAccepted, by: try context.account())
    return .noContent
  }
}
