import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Inviting people to workspaces, and answering.
enum InvitationEndpoints {
  static let all = [invite, list, accept, decline]

  private static let unknown = AnswerDescription.missing("The caller is not invited to such a workspace.")

  private static let invite = Endpoint(
    method: .post, path: "/api/workspaces/{id}/invitations", group: .chat, summary: "Invite somebody by e-mail address",
    details: """
      Its owner may. Whoever has the address, or signs up with it later, finds the invitation among theirs. Whether \
      somebody has it is not told.
      """,
    segments: [ChatParameters.workspace], caller: .needed, body: .json("Who is invited.", [ChatFields.email]),
    answers: [
      .done, .notOwner, .workspaceUnknown, .conflict("Whoever has the address is a member, or too many are invited."),
    ],
    reply: .deferred { call in
      let email = try EmailAddress(try call.body.required(ChatFields.email)).description
      try await call.chat.invite(email, to: try call.segment(ChatParameters.workspace), by: try call.account())
      return .done
    })

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
}

extension Call {
  fileprivate func answer(_ isAccepted: Bool) async throws -> Response {
    let id = try segment(ChatParameters.workspace)
    try await chat.answer(id, accepting: isAccepted, by: try account())
    return .done
  }
}
