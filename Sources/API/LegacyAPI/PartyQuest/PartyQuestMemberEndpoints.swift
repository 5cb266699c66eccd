import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

struct PartyQuestMemberEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [apply, accept, list, grade, remove, leave]
  }

  /// `partyName` is ignored: the number identifies the party, and a title that changed since the client read it would
  /// fail the application for nothing.
  private var apply: Endpoint {
    Endpoint.partyQuest(
      services, .party, .post, "/party/application", "Apply to join a party",
      takes: .json(
        "The party.", [PartyQuestFields.appliedParty, PartyQuestFields.appliedName, PartyQuestFields.accessCode]),
      answers: .partyQuest("The application.", "Application"), refuses: [400, 401, 409],
      handler: { request in
        let (party, caller) = (
          try request.context.body.required(PartyQuestFields.appliedParty), try request.context.account()
        )
        let code = try request.context.body.value(PartyQuestFields.accessCode)
        let application = try await request.parties.apply(to: party, code: code, by: caller)
        return request.partyQuest(
          PartyQuestApplication(id: application, account: try await request.number(of: caller), party: party))
      })
  }

  private var accept: Endpoint {
    Endpoint.partyQuest(
      services, .party, .patch, "/party/application", "Accept applicants",
      details: "Admins only. All are accepted or none.",
      takes: .json("The applicants.", [PartyQuestFields.party, PartyQuestFields.accounts]), answers: .noContent,
      refuses: [400, 401, 409],
      handler: { request in
        let party = try request.context.body.required(PartyQuestFields.party)
        let people = try await request.accounts(try request.context.body.required(PartyQuestFields.accounts))
        try await request.parties.accept(Set(people.values), into: party, by: try request.context.account())
        return .noContent
      })
  }

  private var list: Endpoint {
    Endpoint.partyQuest(
      services, .party, .get, "/party/member", "The members and applicants of a party",
      details: "Members only. Only admins see applicants (NO_MEMBER).",
      query: [PartyQuestParameters.party, PartyQuestParameters.grade],
      answers: .partyQuest("The members, highest grade first.", "MemberList"), refuses: [400, 401],
      handler: { request in
        let party = try request.context.query.required(PartyQuestParameters.party)
        let grade = try request.context.query.value(PartyQuestParameters.grade)?.grade
        let members = try await request.parties.members(of: party, grade: grade, for: try request.context.account())
        let numbered = try await request.services.accounts.numbered(Set(members.map(\.person.id)))
        // An account that has been deleted meanwhile has no number any more.
        return request.partyQuest(
          list: members.compactMap { member in
            numbered[member.person.id].map { PartyQuestMember(member, number: $0.number, in: party) }
          })
      })
  }

  private var grade: Endpoint {
    Endpoint.partyQuest(
      services, .party, .patch, "/party/member", "Grade members",
      details: "Master only. A member made MASTER replaces the caller. All change or none.",
      takes: .json("The party and the grades.", [PartyQuestFields.party, PartyQuestFields.grades]), answers: .noContent,
      refuses: [400, 401],
      handler: { request in
        let party = try request.context.body.required(PartyQuestFields.party)
        let gradings = try request.context.body.required(PartyQuestFields.grades)
        let people = try await request.accounts(gradings.map(\.account))
        guard people.count == gradings.count else {
          throw DomainError(.invalid, "grade-repeated", "Somebody is graded twice: say it once.", field: "members")
        }
        var grades: [AccountID: PartyGrade] = [:]
        for grading in gradings { if let account = people[grading.account] { grades[account] = grading.grade.grade } }
        try await request.parties.grade(grades, in: party, by: try request.context.account())
        return .noContent
      })
  }

  private var remove: Endpoint {
    Endpoint.partyQuest(
      services, .party, .delete, "/party/member", "Remove members, or reject applicants",
      details: "Admins only; not for oneself. All are removed or none.",
      takes: .json("The party and the accounts.", [PartyQuestFields.party, PartyQuestFields.accounts]),
      answers: .noContent,
      refuses: [400, 401],
      handler: { request in
        let party = try request.context.body.required(PartyQuestFields.party)
        let people = try await request.accounts(try request.context.body.required(PartyQuestFields.accounts))
        try await request.parties.remove(Set(people.values), from: party, by: try request.context.account())
        return .noContent
      })
  }

  private var leave: Endpoint {
    Endpoint.partyQuest(
      services, .party, .delete, "/party/member/my-parties", "Leave a party, or withdraw an application",
      details: "The master must hand it over first.", query: [PartyQuestParameters.party], answers: .noContent,
      refuses: [400, 401],
      handler: { request in
        try await request.parties.leave(
          try request.context.query.required(PartyQuestParameters.party), by: try request.context.account())
        return .noContent
      })
  }
}

extension PartyQuestMember {
  fileprivate init(_ member: PartyMember, number: AccountNumber, in party: WorkspaceID) {
    self.init(
      party: party, account: number, photo: member.person.photo, nickname: member.person.nickname,
      grade: PartyQuestGrade(member.grade))
  }
}
