import APIKit
import Basics
import Chat
import Contracts
import HTTP

/// Who is in a party, and who asks to come in.
struct PartyMemberEndpoints: Sendable {
  let parties: PartyService

  var all: [Endpoint] {
    [apply, accept, leave, members, grade, removeMember]
  }

  private var apply: Endpoint {
    Endpoint(
      method: .post, path: "/api/parties/{id}/application", group: .parties, summary: "Ask to come into a party",
      details: "It is taken back as a party is left.", pathParameters: [PartyParameters.party],
      query: [PartyParameters.code], caller: .required,
      answers: [
        .done, .partyUnknown,
        .conflict("The caller is in it or has applied already, or too many have, or they to too many."),
      ],
      handler: .deferred { context in
        _ = try await parties.apply(
          to: try context.pathParameter(PartyParameters.party), code: try context.query.value(PartyParameters.code),
          by: try context.account())
        return .done
      })
  }

  private var accept: Endpoint {
    Endpoint(
      method: .post, path: "/api/parties/{id}/acceptance", group: .parties, summary: "Take applicants into a party",
      details: "All of them or nobody. Its master and admins may.", pathParameters: [PartyParameters.party],
      caller: .required,
      body: .json("The applicants.", [PartyFields.accounts]),
      answers: [
        .done, .gradeTooLow, .missing("There is no such party for the caller, or somebody has not applied."),
        .conflict("There would be too many members."),
      ],
      handler: .deferred { context in
        try await parties.accept(
          Set(try context.body.required(PartyFields.accounts)), into: try context.pathParameter(PartyParameters.party),
          by: try context.account())
        return .done
      })
  }

  private var leave: Endpoint {
    Endpoint(
      method: .delete, path: "/api/parties/{id}/membership", group: .parties,
      summary: "Leave a party, or take one's application back",
      details: "Whatever was decided meanwhile, the caller is neither in it nor an applicant afterwards.",
      pathParameters: [PartyParameters.party], caller: .required,
      answers: [.done, .notJoinedParty, .partyUnknown, .mustStay],
      handler: .deferred { context in
        try await parties.leave(try context.pathParameter(PartyParameters.party), by: try context.account())
        return .done
      })
  }

  private var members: Endpoint {
    Endpoint(
      path: "/api/parties/{id}/members", group: .parties, summary: "Who is in a party",
      details: "Highest grade first, then by the time. Applicants come last; only its master and admins see them.",
      pathParameters: [PartyParameters.party], query: [PartyParameters.grade], caller: .required,
      answers: [
        AnswerDescription(200, "The members.", [(MediaType.json, "PartyMemberList")]), .notJoinedParty, .partyUnknown,
      ],
      handler: .deferred { context in
        let grade = try context.query.value(PartyParameters.grade).flatMap(PartyGrade.init(rawValue:))
        let members = try await parties.members(
          of: try context.pathParameter(PartyParameters.party), grade: grade, for: try context.account())
        return .own(ListDocument(items: members.map { PartyMemberDocument($0) }))
      })
  }

  private var grade: Endpoint {
    Endpoint(
      method: .put, path: "/api/parties/{id}/members", group: .parties, summary: "Grade the members of a party",
      details: "All of them or nobody; who is not named stays. Its master may.",
      pathParameters: [PartyParameters.party],
      caller: .required, body: .json("Their grades.", PartyFields.grades),
      answers: [.done, .gradeTooLow, .partyMemberUnknown],
      handler: .deferred { context in
        try await parties.grade(
          try context.body.grades(), in: try context.pathParameter(PartyParameters.party), by: try context.account())
        return .done
      })
  }

  private var removeMember: Endpoint {
    Endpoint(
      method: .delete, path: "/api/parties/{id}/members/{account}", group: .parties,
      summary: "Take somebody out of a party, or refuse an applicant",
      details: "Its master and admins may; admins are taken out by its master.",
      pathParameters: [PartyParameters.party, ChatParameters.account], caller: .required,
      answers: [.done, .gradeTooLow, .partyMemberUnknown, .mustStay],
      handler: .deferred { context in
        try await parties.remove(
          [try context.pathParameter(ChatParameters.account)], from: try context.pathParameter(PartyParameters.party),
          by: try context.account())
        return .done
      })
  }
}

extension JSONBody {
  /// The grades of members.
  /// - Throws: `DomainError` `grade-invalid` where somebody is given two.
  fileprivate func grades() throws(DomainError) -> [AccountID: PartyGrade] {
    let named = [
      (PartyGrade.master, try value(PartyFields.master).map { [$0] }, PartyFields.master.name),
      (.admin, try value(PartyFields.admins), PartyFields.admins.name),
      (.member, try value(PartyFields.members), PartyFields.members.name),
    ]
    var grades: [AccountID: PartyGrade] = [:]
    for (grade, accounts, field) in named {
      for account in accounts ?? [] where grades.updateValue(grade, forKey: account) ?? grade != grade {
        throw DomainError(.invalid, "grade-invalid", "Give nobody two grades.", field: field)
      }
    }
    return grades
  }
}
