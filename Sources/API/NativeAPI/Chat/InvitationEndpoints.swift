import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Inviting people to workspaces, and answering.
struct InvitationEndpoints: Sendable {
  let chat: ChatService
  /// How often each person looks up who has an e-mail address, so that nobody learns by a list of them whose they are.
  private let lookedUpAddresses = RateLimiter<AccountID>(maxCalls: 60, seconds: 60)

  init(chat: ChatService) { self.chat = chat }

  var all: [Endpoint] {
    [
      poll, invite, makeLink, removeLinks, list, accept, decline, lookUpLink, useLink,
    ]
  }

  private static let unknown = AnswerDescription.missing("The caller is not invited to such a workspace.")
  private static let linkUnknown = AnswerDescription.missing("The link is used, taken back, or too old.")

  // MARK: Inviting

  private var poll: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces/{id}/invitees", group: .chat, summary: "Who has an e-mail address",
      details: """
        For its owner, who is about to invite them: nobody has made sure that an address is whose account it is, unless a \
        provider of logins has. Where nobody has it, a link can be made and passed on. At most 60 times a minute.
        """,
      pathParameters: [ChatParameters.workspace], caller: .required,
      body: .json("Who is looked for.", [ChatFields.email]),
      answers: [
        AnswerDescription(200, "Who has it, if anybody.", [(MediaType.json, "Invitee")]), .notOwner, .workspaceUnknown,
        .conflict("Whoever has the address is a member."),
      ],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(ChatFields.email)).description
        let (id, caller) = (try context.pathParameter(ChatParameters.workspace), try context.account())
        guard lookedUpAddresses.admits(caller, at: context.now) else {
          throw DomainError(.rateLimited, "too-many-looks", "You have looked for too many addresses: wait a minute.")
        }
        let invitee = try await chat.invitee(email, to: id, by: caller)
        return .own(
          InviteeDocument(
            person: invitee.map { PersonDocument($0.person) }, isEmailVerified: invitee?.isEmailVerified ?? false))
      })
  }

  private var invite: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces/{id}/invitations", group: .chat,
      summary: "Invite somebody by e-mail address",
      details: """
        Its owner may, once they have seen who has the address. The invitation is that account's, whoever has the address \
        later.
        """,
      pathParameters: [ChatParameters.workspace], caller: .required,
      body: .json("Who is invited.", [ChatFields.email, ChatFields.invitee]),
      answers: [
        .done, .notOwner, .workspaceUnknown,
        .conflict("The account is a member or does not have the address, or too many are invited."),
      ],
      handler: .deferred { context in
        let email = try EmailAddress(try context.body.required(ChatFields.email)).description
        let account = try context.body.required(ChatFields.invitee)
        try await chat.invite(
          email, of: account, to: try context.pathParameter(ChatParameters.workspace), by: try context.account())
        return .done
      })
  }

  private var makeLink: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces/{id}/invitation-links", group: .chat, summary: "Make an invitation link",
      details: """
        For somebody who has no account yet. Its owner may. Whoever shows the link first is let in, once, within a week: \
        pass it on to nobody else.
        """,
      pathParameters: [ChatParameters.workspace], caller: .required,
      answers: [
        AnswerDescription(201, "The link. It is not told again.", [(MediaType.json, "InvitationLink")]), .notOwner,
        .workspaceUnknown, .conflict("Too many are invited."),
      ],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.workspace)
        let link = try await chat.makeLink(to: id, by: try context.account())
        return .own(
          InvitationLinkDocument(
            code: link.code, address: "\(context.publicAddress)/app/chat?invitation=\(link.code)",
            expiresAt: link.expiresAt), status: 201)
      })
  }

  private var removeLinks: Endpoint {
    Endpoint(
      method: .delete, path: "/api/workspaces/{id}/invitation-links", group: .chat,
      summary: "Take back all invitation links", pathParameters: [ChatParameters.workspace], caller: .required,
      answers: [.done, .notOwner, .workspaceUnknown],
      handler: .deferred { context in
        try await chat.removeLinks(to: try context.pathParameter(ChatParameters.workspace), by: try context.account())
        return .done
      })
  }

  // MARK: Being invited

  private var list: Endpoint {
    Endpoint(
      path: "/api/invitations", group: .chat, summary: "To where the caller is invited", details: "Newest first.",
      caller: .required, answers: [AnswerDescription(200, "The invitations.", [(MediaType.json, "InvitationList")])],
      handler: .deferred { context in
        let invitations = try await chat.invitations(for: try context.account())
        return .own(ListDocument(items: invitations.map { InvitationDocument($0) }))
      })
  }

  private var accept: Endpoint {
    Endpoint(
      method: .post, path: "/api/invitations/{id}/acceptance", group: .chat,
      summary: "Join the workspace that one is invited to", pathParameters: [ChatParameters.workspace],
      caller: .required,
      answers: [.done, Self.unknown], handler: .deferred { context in try await answer(context, true) })
  }

  private var decline: Endpoint {
    Endpoint(
      method: .delete, path: "/api/invitations/{id}", group: .chat, summary: "Decline an invitation",
      pathParameters: [ChatParameters.workspace], caller: .required, answers: [.done, Self.unknown],
      handler: .deferred { context in try await answer(context, false) })
  }

  private var lookUpLink: Endpoint {
    Endpoint(
      method: .post, path: "/api/invitation-links/lookup", group: .chat, summary: "Where an invitation link leads",
      details: "It is not used up.", caller: .required, body: .json("The link.", [ChatFields.code]),
      answers: [AnswerDescription(200, "The invitation.", [(MediaType.json, "Invitation")]), Self.linkUnknown],
      handler: .deferred { context in
        let code = try context.body.required(ChatFields.code)
        return .own(InvitationDocument(try await chat.invitation(linkedBy: code, for: try context.account())))
      })
  }

  private var useLink: Endpoint {
    Endpoint(
      method: .post, path: "/api/invitation-links/acceptance", group: .chat, summary: "Join by an invitation link",
      details: "It is used up.", caller: .required, body: .json("The link.", [ChatFields.code]),
      answers: [.workspace, Self.linkUnknown, .conflict("The caller is a member.")],
      handler: .deferred { context in
        let code = try context.body.required(ChatFields.code)
        return .own(WorkspaceDocument(try await chat.join(linkedBy: code, by: try context.account())))
      })
  }
}

extension InvitationEndpoints {
  private func answer(_ context: RequestContext, _ isAccepted: Bool) async throws -> Response {
    let id = try context.pathParameter(ChatParameters.workspace)
    try await chat.answer(id, accepting: isAccepted, by: try context.account())
    return .done
  }
}
