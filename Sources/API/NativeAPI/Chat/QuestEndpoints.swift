import APIKit
import Basics
import Chat
import Contracts
import HTTP

/// Quests of parties: notices, and submissions for them.
struct QuestEndpoints: Sendable {
  let parties: PartyService

  var all: [Endpoint] {
    [list, add, one, change, remove]
  }

  private var list: Endpoint {
    Endpoint(
      path: "/api/parties/{id}/quests", group: .parties, summary: "The quests of a party",
      details: "Newest first. `before` gives the next page.", pathParameters: [PartyParameters.party],
      query: [
        PartyParameters.title, PartyParameters.writer, PartyParameters.kind, PartyParameters.beforeQuest,
        PartyParameters.limit,
      ],
      caller: .required,
      answers: [
        ResponseDescription(200, "The quests.", [(MediaType.json, "QuestList")]), .notJoinedParty, .partyUnknown,
      ],
      handler: .deferred { context in
        let query = context.query
        let search = QuestSearch(
          title: try query.value(PartyParameters.title), writer: try query.value(PartyParameters.writer),
          isComplete: try query.value(PartyParameters.kind).map { $0 == QuestKindValue.submission.rawValue })
        let quests = try await parties.quests(
          of: try context.pathParameter(PartyParameters.party), search,
          before: try query.value(PartyParameters.beforeQuest),
          limit: try query.value(PartyParameters.limit) ?? 20, for: try context.account())
        return .uncached(ListDocument(items: quests.map { QuestDocument($0) }))
      })
  }

  private var add: Endpoint {
    Endpoint(
      method: .post, path: "/api/parties/{id}/quests", group: .parties, summary: "Add a quest to a party",
      details: "The master writes notices; every member may submit what they have done for one.",
      pathParameters: [PartyParameters.party], caller: .required,
      body: .json("The quest.", [PartyFields.notice] + PartyFields.quest),
      answers: [
        ResponseDescription(201, "The quest.", [(MediaType.json, "Quest")]),
        .forbidden("The caller is not in the party, or is not its master and writes a notice."), .questUnknown,
        .conflict("The party has too many quests."),
      ],
      handler: .deferred { context in
        let id = try context.pathParameter(PartyParameters.party)
        let notice = try context.body.value(PartyFields.notice)
        let quest = try await parties.addQuest(
          try context.body.questContent(), notice.map { .submission(of: $0) } ?? .notice, to: id,
          by: try context.account())
        return .created(QuestDocument(quest), at: "/api/parties/\(id)/quests/\(quest.id)")
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/parties/{id}/quests/{quest}", group: .parties, summary: "One quest",
      pathParameters: [PartyParameters.party, PartyParameters.quest], caller: .required,
      answers: [.quest, .notJoinedParty, .questUnknown],
      handler: .deferred { context in
        let quest = try await parties.quest(
          try context.pathParameter(PartyParameters.quest), in: try context.pathParameter(PartyParameters.party),
          for: try context.account())
        return .uncached(QuestDocument(quest))
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/parties/{id}/quests/{quest}", group: .parties, summary: "Change one's own quest",
      pathParameters: [PartyParameters.party, PartyParameters.quest], caller: .required,
      body: .json("The new content.", PartyFields.quest),
      answers: [
        .quest, .forbidden("The caller is not in the party, or the quest is another account's."), .questUnknown,
      ],
      handler: .deferred { context in
        let quest = try await parties.change(
          try context.pathParameter(PartyParameters.quest), in: try context.pathParameter(PartyParameters.party),
          to: try context.body.questContent(), by: try context.account())
        return .uncached(QuestDocument(quest))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/parties/{id}/quests/{quest}", group: .parties, summary: "Remove a quest",
      details: "Allowed to its writer and the master of the party. The submissions for a notice are removed with it.",
      pathParameters: [PartyParameters.party, PartyParameters.quest], caller: .required,
      answers: [
        .noContent, .forbidden("The caller is not in the party, or the quest is another account's."), .questUnknown,
      ],
      handler: .deferred { context in
        try await parties.remove(
          try context.pathParameter(PartyParameters.quest), from: try context.pathParameter(PartyParameters.party),
          by: try context.account())
        return .noContent
      })
  }
}

extension JSONBody {
  fileprivate func questContent() throws(DomainError) -> QuestContent {
    QuestContent(
      title: try required(PartyFields.title), description: try value(PartyFields.description) ?? "",
      startsAt: try value(PartyFields.startsAt), endsAt: try value(PartyFields.endsAt))
  }
}
