import APIKit
import Basics
import Chat
import Contracts
import HTTP

/// Parties: workspaces that people find and apply to.
struct PartyEndpoints: Sendable {
  let parties: PartyService

  var all: [Endpoint] {
    [search, mine, create, one, change, remove]
  }

  private static let body = BodyDescription.json(
    "The party. Absent optional fields become empty.", PartyFields.party)

  private var search: Endpoint {
    Endpoint(
      path: "/api/parties", group: .parties, summary: "Find public parties", cost: .search,
      details: """
        Newest first. A page examines at most 5,000 parties: it may hold fewer than `limit`, or none, and still have a \
        `next`.
        """,
      query: [PartyParameters.name, PartyParameters.master, PartyParameters.before, PartyParameters.limit],
      caller: .required, answers: [ResponseDescription(200, "The parties.", [(MediaType.json, "PartyPage")])],
      handler: .deferred { context in
        let query = context.query
        let page = try await parties.parties(
          PartySearch(
            title: try query.value(PartyParameters.name), master: try query.value(PartyParameters.master)),
          before: try query.value(PartyParameters.before), limit: try query.value(PartyParameters.limit) ?? 20,
          for: try context.account())
        return .uncached(PartyPageDocument(items: page.parties.map { PartyDocument($0) }, next: page.next))
      })
  }

  private var mine: Endpoint {
    Endpoint(
      path: "/api/parties/mine", group: .parties, summary: "The parties that the caller is in or has applied to",
      details: "Latest membership or application first.", caller: .required,
      answers: [ResponseDescription(200, "The parties.", [(MediaType.json, "PartyList")])],
      handler: .deferred { context in
        let parties = try await parties.parties(of: try context.account())
        return .uncached(ListDocument(items: parties.map { PartyDocument($0) }))
      })
  }

  private var create: Endpoint {
    Endpoint(
      method: .post, path: "/api/parties", group: .parties, summary: "Create a party",
      details: """
        A party is a workspace with the same number; its members talk in its channels. The caller becomes its master.
        """,
      caller: .required, body: Self.body,
      answers: [
        ResponseDescription(201, "The party.", [(MediaType.json, "Party")]),
        .conflict("The caller owns a workspace with that name, or too many workspaces."),
      ],
      handler: .deferred { context in
        let party = try await parties.make(
          try context.body.workspaceContent(), isPublic: try context.body.required(PartyFields.isPublic),
          by: try context.account())
        return .created(PartyDocument(party), at: "/api/parties/\(party.party.workspace.id)")
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/parties/{id}", group: .parties, summary: "One party",
      details: "Members and applicants need no access code.", pathParameters: [PartyParameters.party],
      query: [PartyParameters.code], caller: .required, answers: [.party, .partyUnknown],
      handler: .deferred { context in
        let party = try await parties.party(
          try context.pathParameter(PartyParameters.party), code: try context.query.value(PartyParameters.code),
          for: try context.account())
        return .uncached(PartyDocument(party))
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/parties/{id}", group: .parties, summary: "Change a party",
      details: "Allowed to its master and admins.", pathParameters: [PartyParameters.party], caller: .required,
      body: Self.body,
      answers: [.party, .gradeTooLow, .partyUnknown, .conflict("Its master owns another workspace with that name.")],
      handler: .deferred { context in
        let party = try await parties.change(
          try context.pathParameter(PartyParameters.party), to: try context.body.workspaceContent(),
          isPublic: try context.body.required(PartyFields.isPublic), by: try context.account())
        return .uncached(PartyDocument(party))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/parties/{id}", group: .parties, summary: "Remove a party",
      details: "Its workspace and all content are removed too. Allowed to its master.",
      pathParameters: [PartyParameters.party],
      caller: .required, answers: [.noContent, .gradeTooLow, .partyUnknown],
      handler: .deferred { context in
        try await parties.remove(try context.pathParameter(PartyParameters.party), by: try context.account())
        return .noContent
      })
  }
}
