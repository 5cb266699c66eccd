import Basics
import Chat
import Contracts
import HTTP

/// Who is in a party, and who asks to come in.
enum PartyMemberEndpoints {
  static let all = [apply, accept, leave, members, grade, removeMember]

  private static let apply = Endpoint(
    method: .post, path: "/api/parties/{id}/application", group: .parties, summary: "Ask to come into a party",
    details: "It is taken back as a party is left.", segments: [PartyParameters.party],
    query: [PartyParameters.code], caller: .needed,
    answers: [
      .done, .partyUnknown,
      .conflict("The caller is in it or has applied already, or too many have, or they to too many."),
    ],
    reply: .deferred { call in
      _ = try await call.parties.apply(
        to: try call.segment(PartyParameters.party), code: try call.query.value(PartyParameters.code),
        by: try call.account())
      return .done
    })

  private static let accept = Endpoint(
    method: .post, path: "/api/parties/{id}/acceptance", group: .parties, summary: "Take applicants into a party",
    details: "All of them or nobody. Its master and admins may.", segments: [PartyParameters.party], caller: .needed,
    body: .json("The applicants.", [PartyFields.accounts]),
    answers: [
      .done, .gradeTooLow, .missing("There is no such party for the caller, or somebody has not applied."),
      .conflict("There would be too many members."),
    ],
    reply: .deferred { call in
      try await call.parties.accept(
        Set(try call.body.required(PartyFields.accounts)), into: try call.segment(PartyParameters.party),
        by: try call.account())
      return .done
    })

  private static let leave = Endpoint(
    method: .delete, path: "/api/parties/{id}/membership", group: .parties,
    summary: "Leave a party, or take one's application back",
    details: "Whatever was decided meanwhile, the caller is neither in it nor an applicant afterwards.",
    segments: [PartyParameters.party], caller: .needed,
    answers: [.done, .notJoinedParty, .partyUnknown, .mustStay],
    reply: .deferred { call in
      try await call.parties.leave(try call.segment(PartyParameters.party), by: try call.account())
      return .done
    })

  private static let members = Endpoint(
    path: "/api/parties/{id}/members", group: .parties, summary: "Who is in a party",
    details: "Highest grade first, then by the time. Applicants come last; only its master and admins see them.",
    segments: [PartyParameters.party], query: [PartyParameters.grade], caller: .needed,
    answers: [
      AnswerDescription(200, "The members.", [(MediaType.json, "PartyMemberList")]), .notJoinedParty, .partyUnknown,
    ],
    reply: .deferred { call in
      let grade = try call.query.value(PartyParameters.grade).flatMap(PartyGrade.init(rawValue:))
      let members = try await call.parties.members(
        of: try call.segment(PartyParameters.party), grade: grade, for: try call.account())
      return .own(ListDocument(items: members.map { PartyMemberDocument($0) }))
    })

  private static let grade = Endpoint(
    method: .put, path: "/api/parties/{id}/members", group: .parties, summary: "Grade the members of a party",
    details: "All of them or nobody; who is not named stays. Its master may.", segments: [PartyParameters.party],
    caller: .needed, body: .json("Their grades.", PartyFields.grades),
    answers: [.done, .gradeTooLow, .partyMemberUnknown],
    reply: .deferred { call in
      try await call.parties.grade(
        try call.body.grades(), in: try call.segment(PartyParameters.party), by: try call.account())
      return .done
    })

  private static let removeMember = Endpoint(
    method: .delete, path: "/api/parties/{id}/members/{account}", group: .parties,
    summary: "Take somebody out of a party, or refuse an applicant",
    details: "Its master and admins may; admins are taken out by its master.",
    segments: [PartyParameters.party, ChatParameters.account], caller: .needed,
    answers: [.done, .gradeTooLow, .partyMemberUnknown, .mustStay],
    reply: .deferred { call in
      try await call.parties.remove(
        [try call.segment(ChatParameters.account)], from: try call.segment(PartyParameters.party),
        by: try call.account())
      return .done
    })
}

extension JSONBody {
  /// The grades of members.
  /// - Throws: `Refusal` `grade-invalid` where somebody is given two.
  fileprivate func grades() throws(Refusal) -> [AccountID: PartyGrade] {
    let named = [
      (PartyGrade.master, try value(PartyFields.master).map { [$0] }, PartyFields.master.name),
      (.admin, try value(PartyFields.admins), PartyFields.admins.name),
      (.member, try value(PartyFields.members), PartyFields.members.name),
    ]
    var grades: [AccountID: PartyGrade] = [:]
    for (grade, accounts, field) in named {
      for account in accounts ?? [] where grades.updateValue(grade, forKey: account) ?? grade != grade {
        throw Refusal(.invalid, "grade-invalid", "Give nobody two grades.", field: field)
      }
    }
    return grades
  }
}
