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
      return call.answer(
        SLPList(try await call.members(try await call.chat.members(of: id, for: caller.account), of: id)))
    })

  /// Natively an invitation is answered by the person; these clients expect theirs to be in at once.
  private static let invite = Endpoint.slp(
    .post, "/v1/workspaces/{id}/members", "Take somebody into a workspace",
    details: "Whoever never used a client of this contract is invited instead, and answers natively.",
    segments: [SLPParameters.workspace],
    takes: .json("`email` of somebody who has signed up."), answers: "The new member, or whoever is invited.",
    as: "Member",
    faults: [.accountUnknown, .badRequest, .taken, .missing, .notOwner],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      let email = try EmailAddress(try call.fields().required("email"))
      switch try await call.chat.addOrInvite(email.description, to: id, by: caller.account) {
      case .added(let member): return try await call.answer(member.person, of: id)
      case .invited(let person): return try await call.answer(person, of: id)
      }
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
      return try await call.answer(person, of: id)
    })
}

extension SLPCall {
  /// Somebody in a workspace, or invited to it.
  fileprivate func answer(_ person: Person, of id: WorkspaceID) async throws -> Response {
    guard let numbered = try await community.accounts.numbered([person.id])[person.id] else {
      throw Refusal.accountUnknown
    }
    return try await answer(numbered, of: id)
  }

  fileprivate func answer(_ person: NumberedAccount, of id: WorkspaceID) async throws -> Response {
    let addressed = try await chat.addressed([person.account.id], in: id)
    return answer(SLPMember(person, tellingAddress: addressed.contains(person.account.id)))
  }
}
