import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Who is in a workspace.
enum SLPMemberEndpoints {
  static let all = [list, invite, one]

  private static let list = Endpoint.slp(
    .get, "/v1/workspaces/{id}/members", "Who is in a workspace", details: "Its owner first.",
    segments: [SLPParameters.workspace], answers: "The members.", as: "Members", faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      return call.answer(SLPList(try await call.members(try await call.chat.members(of: id, for: caller.account))))
    })

  /// Natively an invitation is answered by the person; these clients expect them to be in at once.
  private static let invite = Endpoint.slp(
    .post, "/v1/workspaces/{id}/members", "Take somebody into a workspace", segments: [SLPParameters.workspace],
    takes: .json("`email` of somebody who has signed up."), answers: "The new member.", as: "Member",
    faults: [.accountUnknown, .badRequest, .taken, .missing, .notOwner],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      let email = try EmailAddress(try call.fields().required("email"))
      let member = try await call.chat.add(email.description, to: id, by: caller.account)
      return try await call.answer(member)
    })

  private static let one = Endpoint.slp(
    .get, "/v1/workspaces/{id}/members/{user_id}", "Somebody in a workspace",
    segments: [SLPParameters.workspace, SLPParameters.user], answers: "The member.", as: "Member",
    faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      _ = try await call.chat.workspace(id, for: caller.account)
      let person = try await call.account(try call.call.segment(SLPParameters.user))
      guard try await call.chat.present([person.account.id], in: id) == [person.account.id] else {
        throw Refusal.accountUnknown
      }
      return call.answer(SLPMember(person, tellingAddress: true))
    })
}

extension SLPCall {
  /// Somebody in a workspace.
  fileprivate func answer(_ member: Member) async throws -> Response {
    guard let member = try await members([member]).first else { throw Refusal.accountUnknown }
    return answer(member)
  }
}
