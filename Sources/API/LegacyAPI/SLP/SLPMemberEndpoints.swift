import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

struct SLPMemberEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [list, invite, one]
  }

  private var list: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/members", "The members of a workspace", details: "Its owner first.",
      pathParameters: [SLPParameters.workspace], answers: "The members.", as: "Members", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        return request.answer(
          SLPList(try await request.members(try await request.chat.members(of: id, for: caller.account), of: id)))
      })
  }

  /// In the native API the person accepts an invitation; SLP clients expect the person to be a member at once.
  private var invite: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces/{id}/members", "Add a member to a workspace",
      details: "An account that never used SLP is invited instead, and answers in the native API.",
      pathParameters: [SLPParameters.workspace],
      takes: .json("`email` of an account."), answers: "The new member, or the invited account.",
      as: "Member",
      faults: [.accountUnknown, .badRequest, .taken, .missing, .notOwner],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        let email = try EmailAddress(try request.fields().required("email"))
        switch try await request.chat.addOrInvite(email.description, to: id, by: caller.account) {
        case .added(let member): return try await request.answer(member.person, of: id)
        case .invited(let person): return try await request.answer(person, of: id)
        }
      })
  }

  private var one: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/members/{user_id}", "One member of a workspace",
      pathParameters: [SLPParameters.workspace, SLPParameters.user], answers: "The member.", as: "Member",
      faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        _ = try await request.chat.workspace(id, for: caller.account)
        let person = try await request.account(try request.context.pathParameter(SLPParameters.user))
        guard try await request.chat.present([person.account.id], in: id) == [person.account.id] else {
          throw DomainError.accountUnknown
        }
        return try await request.answer(person, of: id)
      })
  }
}

extension SLPRequest {
  fileprivate func answer(_ person: Person, of id: WorkspaceID) async throws -> Response {
    guard let numbered = try await services.accounts.numbered([person.id])[person.id] else {
      throw DomainError.accountUnknown
    }
    return try await answer(numbered, of: id)
  }

  fileprivate func answer(_ person: NumberedAccount, of id: WorkspaceID) async throws -> Response {
    let addressed = try await chat.reachable([person.account.id], in: id)
    return answer(SLPMember(person, includingEmail: addressed.contains(person.account.id)))
  }
}
