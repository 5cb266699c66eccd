import APIKit
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

/// The party endpoints of PartyQuest: create, find, change and remove.
struct PartyQuestPartyEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [make, find, change, remove, own]
  }

  private var make: Endpoint {
    Endpoint.partyQuest(
      services, .party, .post, "/party", "Create a party",
      details: "The caller becomes its master. `capability` is ignored and always 20.",
      takes: .json(
        "The party.",
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
      services, .party, .get, "/party", "Find parties, or get one", cost: .search,
      details: """
        With `id` alone: the party, with its `description`. Otherwise the public parties, newest first, at most \
        \(PartyQuestList.maxCount), without `description`.
        """,
      query: [
        PartyQuestParameters.master, PartyQuestParameters.title, PartyQuestParameters.id,
        PartyQuestParameters.accessCode,
      ],
      answers: .partyQuest("The parties, or the one party.", "Found"), refuses: [400, 401],
      handler: { request in
        let (query, caller) = (request.context.query, try request.context.account())
        let search = PartySearch(
          title: try query.value(PartyQuestParameters.title), master: try query.value(PartyQuestParameters.master))
        let id = try query.value(PartyQuestParameters.id)
        if let id, search == PartySearch() {
          let code = try query.value(PartyQuestParameters.accessCode)
          let view = try await request.parties.party(id, code: code, for: caller)
          return request.partyQuest(PartyQuestParty(view.party, isWhole: true))
        }
        let found = if let id { try await request.only(id, of: search) } else { try await request.found(search) }
        return request.partyQuest(list: found.map { PartyQuestParty($0.party, isWhole: false) })
      })
  }

  private var change: Endpoint {
    Endpoint.partyQuest(
      services, .party, .patch, "/party", "Change a party", details: "Admins only.",
      takes: .json(
        "The changed fields.", [PartyQuestFields.party, PartyQuestFields.newTitle, PartyQuestFields.newDescription]),
      answers: .noContent, refuses: [400, 401, 409],
      handler: { request in
        let title = try request.context.body.value(PartyQuestFields.newTitle)
        let description = try request.context.body.value(PartyQuestFields.newDescription)
        _ = try await request.parties.change(
          try request.context.body.required(PartyQuestFields.party), by: try request.context.account()
        ) {
          if let title { $0.name = title }
          if let description { $0.description = description }
        }
        return .noContent
      })
  }

  private var remove: Endpoint {
    Endpoint.partyQuest(
      services, .party, .delete, "/party", "Remove a party", details: "With everything in it. Master only.",
      query: [PartyQuestParameters.party], answers: .noContent, refuses: [400, 401],
      handler: { request in
        try await request.parties.remove(
          try request.context.query.required(PartyQuestParameters.party), by: try request.context.account())
        return .noContent
      })
  }

  private var own: Endpoint {
    Endpoint.partyQuest(
      services, .party, .get, "/party/my-parties", "Your parties and applications",
      details: "At most 1,000.",
      answers: .partyQuest("The parties.", "MembershipList"), refuses: [401],
      handler: { request in
        let parties = try await request.parties.parties(of: try request.context.account())
        return request.partyQuest(list: parties.compactMap(PartyQuestMembership.init))
      })
  }
}

/// The limits of lists without pages.
enum PartyQuestList {
  static let maxCount = 1000
  /// The number of pages after which a search with few matches stops; each page scans some thousand parties.
  static let maxPages = 20
}

extension PartyQuestRequest {
  /// Creates a party. A photo that the caller has not uploaded is ignored.
  fileprivate func make(_ content: WorkspaceContent, isPublic: Bool) async throws -> PartyView {
    let caller = try context.account()
    do {
      return try await parties.make(content, isPublic: isPublic, by: caller)
    } catch let domainError as DomainError where domainError.code == "photo-unknown" {
      return try await parties.make(
        WorkspaceContent(name: content.name, description: content.description), isPublic: isPublic, by: caller)
    }
  }

  fileprivate func found(_ search: PartySearch) async throws -> [PartyView] {
    var found: [PartyView] = []
    var before: WorkspaceID?
    for _ in 0..<PartyQuestList.maxPages {
      let page = try await parties.parties(search, before: before, limit: 100, for: try context.account())
      found += page.parties
      before = page.next
      if before == nil || found.count >= PartyQuestList.maxCount { break }
    }
    return found
  }

  /// The party with this id if it matches the search; otherwise empty.
  fileprivate func only(_ id: WorkspaceID, of search: PartySearch) async throws -> [PartyView] {
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
  /// Nil when the viewer is neither a member nor an applicant.
  fileprivate init?(_ view: PartyView) {
    guard let grade = view.grade else { return nil }
    let (workspace, content) = (view.party.workspace, view.party.workspace.content)
    self.init(
      id: workspace.id, photo: content.photo, title: content.name, master: view.party.master.nickname,
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

  var grade: PartyGrade {
    switch self {
    case .master: .master
    case .admin: .admin
    case .member: .member
    case .noMember: .applicant
    }
  }
}
