import APIKit
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

/// Parties in the contract's words: making, finding, changing and removing them.
struct PartyQuestPartyEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [make, find, change, remove, own]
  }

  private var make: Endpoint {
    Endpoint.partyQuest(
      services, .party, .post, "/party", "Make a party",
      details: "Whoever makes it is its master. `capability` is always 20: it is not looked at.",
      takes: .json(
        "What it is.",
        [PartyQuestFields.title, PartyQuestFields.description, PartyQuestFields.isPublic, PartyQuestFields.fileName]),
      answers: .partyQuest("The party.", "MadeParty", status: 201), refuses: [400, 401, 409],
      handler: { request in
        let content = WorkspaceContent(
          name: try request.context.body.required(PartyQuestFields.title),
          description: try request.context.body.value(PartyQuestFields.description) ?? "",
          photo: try request.context.body.value(PartyQuestFields.fileName).flatMap { PhotoName($0) })
        let isPublic = try request.context.body.value(PartyQuestFields.isPublic) ?? false
        let party = try await request.make(content, isPublic: isPublic).party
        return request.partyQuest(
          made: PartyQuestMadeParty(
            id: party.workspace.id, title: party.workspace.content.name, accessCode: party.accessCode,
            isPublic: party.isPublic),
          at: "/party?id=\(party.workspace.id)")
      })
  }

  private var find: Endpoint {
    Endpoint.partyQuest(
      services, .party, .get, "/party", "Find parties, or look at one",
      details: """
        With `id` alone: the party, with its `description`. Otherwise a list of those that are public, newest first, at most \
        \(PartyQuestList.maxCount), without it.
        """,
      query: [
        PartyQuestParameters.master, PartyQuestParameters.title, PartyQuestParameters.id,
        PartyQuestParameters.accessCode,
      ],
      answers: .partyQuest("The parties, or the party as it is in one.", "Found"), refuses: [400, 401],
      handler: { request in
        let (query, caller) = (request.context.query, try request.context.account())
        let search = PartySearch(
          title: try query.value(PartyQuestParameters.title), master: try query.value(PartyQuestParameters.master))
        let id = try query.value(PartyQuestParameters.id)
        if let id, search == PartySearch() {
          let code = try query.value(PartyQuestParameters.accessCode)
          let seen = try await request.parties.party(id, code: code, for: caller)
          return request.partyQuest(PartyQuestParty(seen.party, isWhole: true))
        }
        let found = if let id { try await request.only(id, of: search) } else { try await request.found(search) }
        return request.partyQuest(list: found.map { PartyQuestParty($0.party, isWhole: false) })
      })
  }

  private var change: Endpoint {
    Endpoint.partyQuest(
      services, .party, .patch, "/party", "Change what a party says of itself", details: "Its admins may.",
      takes: .json(
        "What changes.", [PartyQuestFields.party, PartyQuestFields.newTitle, PartyQuestFields.newDescription]),
      answers: .done, refuses: [400, 401, 409],
      handler: { request in
        let title = try request.context.body.value(PartyQuestFields.newTitle)
        let description = try request.context.body.value(PartyQuestFields.newDescription)
        _ = try await request.parties.change(
          try request.context.body.required(PartyQuestFields.party), by: try request.context.account()
        ) {
          if let title { $0.name = title }
          if let description { $0.description = description }
        }
        return .done
      })
  }

  private var remove: Endpoint {
    Endpoint.partyQuest(
      services, .party, .delete, "/party", "Remove a party", details: "With all that was said in it. Its master may.",
      query: [PartyQuestParameters.party], answers: .done, refuses: [400, 401],
      handler: { request in
        try await request.parties.remove(
          try request.context.query.required(PartyQuestParameters.party), by: try request.context.account())
        return .done
      })
  }

  private var own: Endpoint {
    Endpoint.partyQuest(
      services, .party, .get, "/party/my-parties", "The parties that one is in, or has applied to",
      details: "At most 1,000.",
      answers: .partyQuest("The parties.", "MembershipList"), refuses: [401],
      handler: { request in
        let parties = try await request.parties.parties(of: try request.context.account())
        return request.partyQuest(list: parties.compactMap(PartyQuestMembership.init))
      })
  }
}

/// How much of a list without pages is told.
enum PartyQuestList {
  static let maxCount = 1000
  /// A search that finds hardly anything ends after so many pages, each of which looks at some thousand parties.
  static let maxPages = 20
}

extension PartyQuestRequest {
  /// Makes a party; a photo that the caller has not uploaded is as if not named.
  fileprivate func make(_ content: WorkspaceContent, isPublic: Bool) async throws -> SeenParty {
    let caller = try context.account()
    do {
      return try await parties.make(content, isPublic: isPublic, by: caller)
    } catch let domainError as DomainError where domainError.code == "photo-unknown" {
      return try await parties.make(
        WorkspaceContent(name: content.name, description: content.description), isPublic: isPublic, by: caller)
    }
  }

  /// The public parties that a search finds.
  fileprivate func found(_ search: PartySearch) async throws -> [SeenParty] {
    var found: [SeenParty] = []
    var before: WorkspaceID?
    for _ in 0..<PartyQuestList.maxPages {
      let page = try await parties.parties(search, before: before, limit: 100, for: try context.account())
      found += page.parties
      before = page.next
      if before == nil || found.count >= PartyQuestList.maxCount { break }
    }
    return found
  }

  /// One party, if a search finds it.
  fileprivate func only(_ id: WorkspaceID, of search: PartySearch) async throws -> [SeenParty] {
    let next = WorkspaceID(id.value + 1)
    let page = try await parties.parties(search, before: next, limit: 1, for: try context.account())
    return page.parties.filter { $0.party.workspace.id == id }
  }
}

extension PartyQuestParty {
  fileprivate init(_ party: Party, isWhole: Bool) {
    let (workspace, content) = (party.workspace, party.workspace.content)
    self.init(
      id: workspace.id, master: party.master.nickname, title: content.name,
      description: isWhole ? content.description : nil, memberCount: workspace.memberCount, photo: content.photo)
  }
}

extension PartyQuestMembership {
  /// Nil where one has nothing to do with the party.
  fileprivate init?(_ seen: SeenParty) {
    guard let grade = seen.grade else { return nil }
    let (workspace, content) = (seen.party.workspace, seen.party.workspace.content)
    self.init(
      id: workspace.id, photo: content.photo, title: content.name, master: seen.party.master.nickname,
      grade: PartyQuestGrade(grade), memberCount: workspace.memberCount)
  }
}

extension PartyQuestGrade {
  init(_ grade: PartyGrade) {
    self =
      switch grade {
      case .master: .master
      case .admin: .admin
      case .member: .member
      case .applicant: .noMember
      }
  }

  /// As the rules know it.
  var grade: PartyGrade {
    switch self {
    case .master: .master
    case .admin: .admin
    case .member: .member
    case .noMember: .applicant
    }
  }
}
