import Basics
import Chat
import Contracts
import HTTP

/// Parties: workspaces that people find and apply to.
enum PartyEndpoints {
  static let all = [search, mine, create, one, change, remove]

  private static let body = BodyDescription.json(
    "The party. Of what is not needed and not given, it has nothing.", PartyFields.party)

  private static let search = Endpoint(
    path: "/api/parties", group: .parties, summary: "Find public parties",
    details: """
      Newest first. A page looks at 5,000 parties at most: it may hold fewer than asked for, or none, and name a next \
      one all the same.
      """,
    query: [PartyParameters.name, PartyParameters.master, PartyParameters.before, PartyParameters.limit],
    caller: .needed, answers: [AnswerDescription(200, "The parties.", [(MediaType.json, "PartyPage")])],
    reply: .deferred { call in
      let query = call.query
      let page = try await call.parties.parties(
        PartySearch(
          title: try query.value(PartyParameters.name), master: try query.value(PartyParameters.master)),
        before: try query.value(PartyParameters.before), limit: try query.value(PartyParameters.limit) ?? 20,
        for: try call.account())
      return .own(PartyPageDocument(items: page.parties.map { PartyDocument($0) }, next: page.next))
    })

  private static let mine = Endpoint(
    path: "/api/parties/mine", group: .parties, summary: "The parties that the caller is in or has applied to",
    details: "Where they came in or applied last first.", caller: .needed,
    answers: [AnswerDescription(200, "The parties.", [(MediaType.json, "PartyList")])],
    reply: .deferred { call in
      let parties = try await call.parties.parties(of: try call.account())
      return .own(ListDocument(items: parties.map { PartyDocument($0) }))
    })

  private static let create = Endpoint(
    method: .post, path: "/api/parties", group: .parties, summary: "Make a party",
    details: """
      A party is a workspace with the same number: its people talk in its channels. Whoever makes it is its master.
      """,
    caller: .needed, body: body,
    answers: [
      AnswerDescription(201, "The party.", [(MediaType.json, "Party")]),
      .conflict("The caller owns a workspace of that name, or too many."),
    ],
    reply: .deferred { call in
      let party = try await call.parties.make(
        try call.body.workspaceContent(), isPublic: try call.body.required(PartyFields.isPublic),
        by: try call.account())
      return .made(PartyDocument(party), at: "/api/parties/\(party.party.workspace.id)")
    })

  private static let one = Endpoint(
    path: "/api/parties/{id}", group: .parties, summary: "One party",
    details: "Those in it, and applicants, see it without an access code.", segments: [PartyParameters.party],
    query: [PartyParameters.code], caller: .needed, answers: [.party, .partyUnknown],
    reply: .deferred { call in
      let party = try await call.parties.party(
        try call.segment(PartyParameters.party), code: try call.query.value(PartyParameters.code),
        for: try call.account())
      return .own(PartyDocument(party))
    })

  private static let change = Endpoint(
    method: .put, path: "/api/parties/{id}", group: .parties, summary: "Change what a party says of itself",
    details: "Its master and admins may.", segments: [PartyParameters.party], caller: .needed, body: body,
    answers: [.party, .gradeTooLow, .partyUnknown, .conflict("Its master owns another one of that name.")],
    reply: .deferred { call in
      let party = try await call.parties.change(
        try call.segment(PartyParameters.party), to: try call.body.workspaceContent(),
        isPublic: try call.body.required(PartyFields.isPublic), by: try call.account())
      return .own(PartyDocument(party))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/parties/{id}", group: .parties, summary: "Remove a party",
    details: "With its workspace and everything in it. Its master may.", segments: [PartyParameters.party],
    caller: .needed, answers: [.done, .gradeTooLow, .partyUnknown],
    reply: .deferred { call in
      try await call.parties.remove(try call.segment(PartyParameters.party), by: try call.account())
      return .done
    })
}
