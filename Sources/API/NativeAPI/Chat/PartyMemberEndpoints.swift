import APIKit
import Basics
import Chat
import Contracts
import HTTP

struct PartyMemberEndpoints: Sendable {
  let parties: PartyService

  var all: [Endpoint] {
    [apply, accept, leave, members, grade, removeMember]
  }

  private var apply: Endpoint {
    Endpoint(
      method: .post, path: "/api/parties/{id}/application", group: .parties, summary: "Apply to a party",
      details: "Leaving the party withdraws the application.", pathParameters: [PartyParameters.party],
      query: [PartyParameters.code], caller: .required,
      answers: [
        .noContent, .partyUnknown,
        .conflict("The caller is a member or has applied, or the party or the caller has too many applications."),
      ],
      handler: .deferred { context in
        _ = try await parties.apply(
          to: try context.pathParameter(PartyParameters.party), code: try context.query.value(PartyParameters.code),
          by: try context.account())
        return .noContent
      })
  }

  private var accept: Endpoint {
    Endpoint(
      method: .post, path: "/api/parties/{id}/acceptance", group: .parties, summary: "Accept applicants",
      details: "All of them or none. Allowed to its master and admins.", pathParameters: [PartyParameters.party],
      caller: .required,
      body: .json("The applicants.", [PartyFields.accounts]),
      answers: [
        .noContent, .gradeTooLow, .notFound("The caller may not see the party, or an account has not applied."),
        .conflict("There would be too many members."),
      ],
      handler: .deferred { context in
        try await parties.accept(
          Set(try context.body.required(PartyFields.accounts)), into: try context.pathParameter(PartyParameters.party),
          by: try context.account())
        return .noContent
      })
  }

  private var leave: Endpoint {
    Endpoint(
      method: .delete, path: "/api/parties/{id}/membership", group: .parties,
      summary: "Leave a party, or withdraw an application",
      details: "Afterwards the caller is neither a member nor an applicant, whatever was decided meanwhile.",
      pathParameters: [PartyParameters.party], caller: .required,
      answers: [.noContent, .notJoinedParty, .partyUnknown, .mustStay],
      handler: .deferred { context in
        try await parties.leave(try context.pathParameter(PartyParameters.party), by: try context.account())
        return .noContent
      })
  }

  private var members: Endpoint {
    Endpoint(
      path: "/api/parties/{id}/members", group: .parties, summary: "The members of a party",
      details: "Highest grade first, then by time. Applicants come last; only the master and admins see them.",
      pathParameters: [PartyParameters.party], query: [PartyParameters.grade], caller: .required,
      answers: [
        ResponseDescription(200, "The members.", [(MediaType.json, "PartyMemberList")]), .notJoinedParty, .partyUnknown,
      ],
      handler: .deferred { context in
        let grade = try context.query.value(PartyParameters.grade).flatMap(PartyGrade.init(rawValue:))
        let members = try await parties.members(
          of: try context.pathParameter(PartyParameters.party), grade: grade, for: try context.account())
        return .uncached(ListDocument(items: members.map { PartyMemberDocument($0) }))
      })
  }

  private var grade: Endpoint {
    Endpoint(
      method: .put, path: "/api/parties/{id}/members", group: .parties, summary: "Change the grades of members",
      details: "All of them or none; other members keep their grade. Allowed to its master.",
      pathParameters: [PartyParameters.party],
      caller: .required, body: .json("The new grades.", PartyFields.grades),
      answers: [.noContent, .gradeTooLow, .partyMemberUnknown],
      handler: .deferred { context in
        try await parties.grade(
          try context.body.grades(), in: try context.pathParameter(PartyParameters.party), by: try context.account())
        return .noContent
      })
  }

  private var removeMember: Endpoint {
    Endpoint(
      method: .delete, path: "/api/parties/{id}/members/{account}", group: .parties,
      summary: "Remove a member or reject an applicant",
      details: "Allowed to its master and admins; only the master removes admins.",
      pathParameters: [PartyParameters.party, ChatParameters.account], caller: .required,
      answers: [.noContent, .gradeTooLow, .partyMemberUnknown, .mustStay],
      handler: .deferred { context in
        try await parties.remove(
          [try context.pathParameter(ChatParameters.account)], from: try context.pathParameter(PartyParameters.party),
          by: try context.account())
        return .noContent
      })
  }
}

extension JSONBody {
  /// - Throws: `DomainError` `grade-invalid` when an account is given two grades.
  fileprivate func grades() throws(DomainError) -> [AccountID: PartyGrade] {
    let named = [
      (PartyGrade.master, try value(PartyFields.master).map { [$0] }, PartyFields.master.name),
      (.admin, try value(PartyFields.admins), PartyFields.admins.name),
      (.member, try value(PartyFields.members), PartyFields.members.name),
    ]
    var grades: [AccountID: PartyGrade] = [:]
    for (grade, accounts, field) in named {
      for account in accounts ?? [] where grades.updateValue(grade, forKey: account) ?? grade != grade {
        throw DomainError(.invalid, "grade-invalid", "An account has two grades; give it one.", field: field)
      }
    }
    return grades
  }
}
