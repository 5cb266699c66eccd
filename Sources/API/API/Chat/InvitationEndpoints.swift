import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Inviting people to workspaces, and answering.
enum InvitationEndpoints {
  static let all = [
    look, invite, makeLink, removeLinks, list, accept, decline, lookUpLink, useLink,
  ]

  private static let unknown = AnswerDescription.missing("The caller is not invited to such a workspace.")
  private static let linkUnknown = AnswerDescription.missing("The link is used, taken back, or too old.")

  // MARK: Inviting

  private static let look = Endpoint(
    method: .post, path: "/api/workspaces/{id}/invitees", group: .chat, summary: "Who has an e-mail address",
    details: """
      For its owner, who is about to invite them: nobody has made sure that an address is whose account it is, unless a \
      provider of logins has. Where nobody has it, a link can be made and passed on. At most 60 times a minute.
      """,
    segments: [ChatParameters.workspace], caller: .needed, body: .json("Who is looked for.", [ChatFields.email]),
    answers: [
      AnswerDescription(200, "Who has it, if anybody.", [(MediaType.json, "Invitee")]), .notOwner, .workspaceUnknown,
      .conflict("Whoever has the address is a member."),
    ],
    reply: .deferred { call in
      let email = try EmailAddress(try call.body.required(ChatFields.email)).description
      let (id, caller) = (try call.segment(ChatParameters.workspace), try call.account())
      guard call.site.community.lookedUpAddresses.admits(caller, at: call.now) else {
        throw Refusal(.overCall, "too-many-looks", "You have looked for too many addresses: wait a minute.")
      }
      let invitee = try await call.chat.invitee(email, to: id, by: caller)
      return .own(
        InviteeDocument(
          person: invitee.map { PersonDocument($0.person) }, isEmailVerified: invitee?.isEmailVerified ?? false))
    })

  private static let invite = Endpoint(
    method: .post, path: "/api/workspaces/{id}/invitations", group: .chat, summary: "Invite somebody by e-mail address",
    details: """
      Its owner may, once they have seen who has the address. The invitation is that account's, whoever has the address \
      later.
      """,
    segments: [ChatParameters.workspace], caller: .needed,
    body: .json("Who is invited.", [ChatFields.email, ChatFields.invitee]),
    answers: [
      .done, .notOwner, .workspaceUnknown,
      .conflict("The account is a member or does not have the address, or too many are invited."),
    ],
    reply: .deferred { call in
      let email = try EmailAddress(try call.body.required(ChatFields.email)).description
      let account = try call.body.required(ChatFields.invitee)
      try await call.chat.invite(
        email, of: account, to: try call.segment(ChatParameters.workspace), by: try call.account())
      return .done
    })

  private static let makeLink = Endpoint(
    method: .post, path: "/api/workspaces/{id}/invitation-links", group: .chat, summary: "Make an invitation link",
    details: """
      For somebody who has no account yet. Its owner may. Whoever shows the link first is let in, once, within a week: \
      pass it on to nobody else.
      """,
    segments: [ChatParameters.workspace], caller: .needed,
    answers: [
      AnswerDescription(201, "The link. It is not told again.", [(MediaType.json, "InvitationLink")]), .notOwner,
      .workspaceUnknown, .conflict("Too many are invited."),
    ],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.workspace)
      let link = try await call.chat.makeLink(to: id, by: try call.account())
      return .own(
        InvitationLinkDocument(
          code: link.code, address: "\(call.publicAddress)/app/chat?invitation=\(link.code)",
          expiresAt: link.expiresAt), status: 201)
    })

  private static let removeLinks = Endpoint(
    method: .delete, path: "/api/workspaces/{id}/invitation-links", group: .chat,
    summary: "Take back all invitation links", segments: [ChatParameters.workspace], caller: .needed,
    answers: [.done, .notOwner, .workspaceUnknown],
    reply: .deferred { call in
      try await call.chat.removeLinks(to: try call.segment(ChatParameters.workspace), by: try call.account())
      return .done
    })

  // MARK: Being invited

  private static let list = Endpoint(
    path: "/api/invitations", group: .chat, summary: "To where the caller is invited", details: "Newest first.",
    caller: .needed, answers: [AnswerDescription(200, "The invitations.", [(MediaType.json, "InvitationList")])],
    reply: .deferred { call in
      let invitations = try await call.chat.invitations(for: try call.account())
      return .own(ListDocument(items: invitations.map { InvitationDocument($0) }))
    })

  private static let accept = Endpoint(
    method: .post, path: "/api/invitations/{id}/acceptance", group: .chat,
    summary: "Join the workspace that one is invited to", segments: [ChatParameters.workspace], caller: .needed,
    answers: [.done, unknown], reply: .deferred { call in try await call.answer(true) })

  private static let decline = Endpoint(
    method: .delete, path: "/api/invitations/{id}", group: .chat, summary: "Decline an invitation",
    segments: [ChatParameters.workspace], caller: .needed, answers: [.done, unknown],
    reply: .deferred { call in try await call.answer(false) })

  private static let lookUpLink = Endpoint(
    method: .post, path: "/api/invitation-links/lookup", group: .chat, summary: "Where an invitation link leads",
    details: "It is not used up.", caller: .needed, body: .json("The link.", [ChatFields.code]),
    answers: [AnswerDescription(200, "The invitation.", [(MediaType.json, "Invitation")]), linkUnknown],
    reply: .deferred { call in
      let code = try call.body.required(ChatFields.code)
      return .own(InvitationDocument(try await call.chat.invitation(linkedBy: code, for: try call.account())))
    })

  private static let useLink = Endpoint(
    method: .post, path: "/api/invitation-links/acceptance", group: .chat, summary: "Join by an invitation link",
    details: "It is used up.", caller: .needed, body: .json("The link.", [ChatFields.code]),
    answers: [.workspace, linkUnknown, .conflict("The caller is a member.")],
    reply: .deferred { call in
      let code = try call.body.required(ChatFields.code)
      return .own(WorkspaceDocument(try await call.chat.join(linkedBy: code, by: try call.account())))
    })
}

extension Call {
  fileprivate func answer(_ isAccepted: Bool) async throws -> Response {
    let id = try segment(ChatParameters.workspace)
    try await chat.answer(id, accepting: isAccepted, by: try account())
    return .done
  }
}
