import Basics
import Chat
import Contracts
import HTTP

/// What is to be done in a party, and what was.
enum QuestEndpoints {
  static let all = [list, add, one, change, remove]

  private static let list = Endpoint(
    path: "/api/parties/{id}/quests", group: .parties, summary: "The quests of a party",
    details: "Newest first. What follows is asked for by `before`.", segments: [PartyParameters.party],
    query: [
      PartyParameters.title, PartyParameters.writer, PartyParameters.kind, PartyParameters.beforeQuest,
      PartyParameters.limit,
    ],
    caller: .needed,
    answers: [
      AnswerDescription(200, "The quests.", [(MediaType.json, "QuestList")]), .notJoinedParty, .partyUnknown,
    ],
    reply: .deferred { call in
      let query = call.query
      let search = QuestSearch(
        title: try query.value(PartyParameters.title), writer: try query.value(PartyParameters.writer),
        isComplete: try query.value(PartyParameters.kind).map { $0 == QuestKindWord.submission.rawValue })
      let quests = try await call.parties.quests(
        of: try call.segment(PartyParameters.party), search, before: try query.value(PartyParameters.beforeQuest),
        limit: try query.value(PartyParameters.limit) ?? 20, for: try call.account())
      return .own(ListDocument(items: quests.map { QuestDocument($0) }))
    })

  private static let add = Endpoint(
    method: .post, path: "/api/parties/{id}/quests", group: .parties, summary: "Add a quest to a party",
    details: "Its master writes notices; anybody in it says what they have done of one.",
    segments: [PartyParameters.party], caller: .needed,
    body: .json("The quest.", [PartyFields.notice] + PartyFields.quest),
    answers: [
      AnswerDescription(201, "The quest.", [(MediaType.json, "Quest")]),
      .forbidden("The caller is not in the party, or writes a notice without being its master."), .questUnknown,
      .conflict("There are as many quests as there can be."),
    ],
    reply: .deferred { call in
      let id = try call.segment(PartyParameters.party)
      let notice = try call.body.value(PartyFields.notice)
      let quest = try await call.parties.addQuest(
        try call.body.questContent(), notice.map { .submission(of: $0) } ?? .notice, to: id, by: try call.account())
      return .made(QuestDocument(quest), at: "/api/parties/\(id)/quests/\(quest.id)")
    })

  private static let one = Endpoint(
    path: "/api/parties/{id}/quests/{quest}", group: .parties, summary: "One quest",
    segments: [PartyParameters.party, PartyParameters.quest], caller: .needed,
    answers: [.quest, .notJoinedParty, .questUnknown],
    reply: .deferred { call in
      let quest = try await call.parties.quest(
        try call.segment(PartyParameters.quest), in: try call.segment(PartyParameters.party), for: try call.account())
      return .own(QuestDocument(quest))
    })

  private static let change = Endpoint(
    method: .put, path: "/api/parties/{id}/quests/{quest}", group: .parties, summary: "Change one's own quest",
    segments: [PartyParameters.party, PartyParameters.quest], caller: .needed,
    body: .json("What it says from now on.", PartyFields.quest),
    answers: [
      .quest, .forbidden("The caller is not in the party, or the quest is somebody else's."), .questUnknown,
    ],
    reply: .deferred { call in
      let quest = try await call.parties.change(
        try call.segment(PartyParameters.quest), in: try call.segment(PartyParameters.party),
        to: try call.body.questContent(), by: try call.account())
      return .own(QuestDocument(quest))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/parties/{id}/quests/{quest}", group: .parties, summary: "Remove a quest",
    details: "One's own, or as the master of the party anybody's. What was submitted of it goes with it.",
    segments: [PartyParameters.party, PartyParameters.quest], caller: .needed,
    answers: [
      .done, .forbidden("The caller is not in the party, or the quest is somebody else's."), .questUnknown,
    ],
    reply: .deferred { call in
      try await call.parties.remove(
        try call.segment(PartyParameters.quest), from: try call.segment(PartyParameters.party),
        by: try call.account())
      return .done
    })
}

extension JSONBody {
  /// What the writer of a quest decides.
  fileprivate func questContent() throws(Refusal) -> QuestContent {
    QuestContent(
      title: try required(PartyFields.title), description: try value(PartyFields.description) ?? "",
      startsAt: try value(PartyFields.startsAt), endsAt: try value(PartyFields.endsAt))
  }
}
