import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Who is in a party, in the contract's words.
enum PartyQuestMemberEndpoints {
  static let all = [apply, accept, list, grade, remove, leave]

  /// `partyName` is not looked at: the number says which party it is, and a title that has changed since the client read
  /// it would turn people away for nothing.
  private static let apply = Endpoint.partyQuest(
    .party, .post, "/party/application", "Ask to come into a party",
    takes: .json(
      "Which party.", [PartyQuestFields.appliedParty, PartyQuestFields.appliedName, PartyQuestFields.accessCode]),
    answers: .partyQuest("The application.", "Application"), refuses: [400, 401, 409],
    reply: { call in
      let (party, caller) = (try call.body.required(PartyQuestFields.appliedParty), try call.account())
      let code = try call.body.value(PartyQuestFields.accessCode)
      let application = try await call.parties.apply(to: party, code: code, by: caller)
      return call.partyQuest(
        PartyQuestApplication(id: application, account: try await call.number(of: caller), party: party))
    })

  private static let accept = Endpoint.partyQuest(
    .party, .patch, "/party/application", "Take in people who have asked", details: "Its admins may. All or nobody.",
    takes: .json("Who, and where.", [PartyQuestFields.party, PartyQuestFields.accounts]), answers: .done,
    refuses: [400, 401, 409],
    reply: { call in
      let party = try call.body.required(PartyQuestFields.party)
      let people = try await call.accounts(try call.body.required(PartyQuestFields.accounts))
      try await call.parties.accept(Set(people.values), into: party, by: try call.account())
      return .done
    })

  private static let list = Endpoint.partyQuest(
    .party, .get, "/party/member", "Who is in a party, or has asked to come in",
    details: "Whoever is in it may ask; only its admins see those who have asked to come in (NO_MEMBER).",
    query: [PartyQuestParameters.party, PartyQuestParameters.grade],
    answers: .partyQuest("The people, highest grade first.", "MemberList"), refuses: [400, 401],
    reply: { call in
      let party = try call.query.required(PartyQuestParameters.party)
      let grade = try call.query.value(PartyQuestParameters.grade)?.grade
      let members = try await call.parties.members(of: party, grade: grade, for: try call.account())
      let numbered = try await call.site.community.accounts.numbered(Set(members.map(\.person.id)))
      // Whoever has left since has no number any more.
      return call.partyQuest(
        list: members.compactMap { member in
          numbered[member.person.id].map { PartyQuestMember(member, number: $0.number, in: party) }
        })
    })

  private static let grade = Endpoint.partyQuest(
    .party, .patch, "/party/member", "Grade members",
    details: "Its master may. Whoever is made MASTER becomes it in the caller's stead. All or nobody.",
    takes: .json("Who, and where.", [PartyQuestFields.party, PartyQuestFields.grades]), answers: .done,
    refuses: [400, 401],
    reply: { call in
      let party = try call.body.required(PartyQuestFields.party)
      let gradings = try call.body.required(PartyQuestFields.grades)
      let people = try await call.accounts(gradings.map(\.account))
      guard people.count == gradings.count else {
        throw Refusal(.invalid, "grade-repeated", "Somebody is graded twice: say it once.", field: "members")
      }
      var grades: [AccountID: PartyGrade] = [:]
      for grading in gradings { if let account = people[grading.account] { grades[account] = grading.grade.grade } }
      try await call.parties.grade(grades, in: party, by: try call.account())
      return .done
    })

  private static let remove = Endpoint.partyQuest(
    .party, .delete, "/party/member", "Take members out, or turn down who has asked to come in",
    details: "Its admins may, but not take out themselves. All or nobody.",
    takes: .json("Who, and where.", [PartyQuestFields.party, PartyQuestFields.accounts]), answers: .done,
    refuses: [400, 401],
    reply: { call in
      let party = try call.body.required(PartyQuestFields.party)
      let people = try await call.accounts(try call.body.required(PartyQuestFields.accounts))
      try await call.parties.remove(Set(people.values), from: party, by: try call.account())
      return .done
    })

  private static let leave = Endpoint.partyQuest(
    .party, .delete, "/party/member/my-parties", "Leave a party, or ask no more to come in",
    details: "Its master hands it over first.", query: [PartyQuestParameters.party], answers: .done,
    refuses: [400, 401],
    reply: { call in
      try await call.parties.leave(try call.query.required(PartyQuestParameters.party), by: try call.account())
      return .done
    })
}

extension PartyQuestMember {
  fileprivate init(_ member: PartyMember, number: AccountNumber, in party: WorkspaceID) {
    self.init(
      party: party, account: number, photo: member.person.photo, nickname: member.person.nickname,
      grade: PartyQuestGrade(member.grade))
  }
}
