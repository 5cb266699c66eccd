import Basics
import Chat
import Contracts
import HTTP

/// Quests in the contract's words.
enum PartyQuestQuestEndpoints {
  static let all = [add, list, change, remove]

  private static let add = Endpoint.partyQuest(
    .quest, .post, "/quest", "Make a quest, or submit what was done of one",
    details: "A NOTIFICATION is the master's and has no `questID`; a SUBMIT is anybody's in the party and has one.",
    takes: .json(
      "The quest.",
      [
        PartyQuestFields.party, PartyQuestFields.parent, PartyQuestFields.questTitle, PartyQuestFields.questDescription,
        PartyQuestFields.startTime, PartyQuestFields.endTime, PartyQuestFields.kind,
      ]),
    answers: .partyQuest("The quest.", "MadeQuest", status: 201), refuses: [400, 401, 409],
    reply: { call in
      let party = try call.body.required(PartyQuestFields.party)
      let content = QuestContent(
        title: try call.body.required(PartyQuestFields.questTitle),
        description: try call.body.value(PartyQuestFields.questDescription) ?? "",
        startsAt: try call.body.value(PartyQuestFields.startTime)?.moment,
        endsAt: try call.body.value(PartyQuestFields.endTime)?.moment)
      let quest = try await call.parties.addQuest(content, try call.questKind(), to: party, by: try call.account())
      return call.partyQuest(made: PartyQuestMadeQuest(quest), at: Self.path(to: quest))
    })

  /// The list that begins with it and ends there: single quests have no address of their own.
  private static func path(to quest: Quest) -> String {
    "/quest?partyID=\(quest.party)&cursorID=\(quest.id.value + 1)&size=1&complete=\(quest.isComplete)"
  }

  private static let list = Endpoint.partyQuest(
    .quest, .get, "/quest", "The quests of a party",
    details: "Newest first. The next page is asked for with the last `questID` as `cursorID`.",
    query: [
      PartyQuestParameters.party, PartyQuestParameters.cursor, PartyQuestParameters.size, PartyQuestParameters.title,
      PartyQuestParameters.writer, PartyQuestParameters.isComplete,
    ],
    answers: .partyQuest("The quests.", "QuestList"), refuses: [400, 401],
    reply: { call in
      let query = call.query
      let search = QuestSearch(
        title: try query.value(PartyQuestParameters.title), writer: try query.value(PartyQuestParameters.writer),
        isComplete: try query.value(PartyQuestParameters.isComplete) ?? false)
      let quests = try await call.parties.quests(
        of: try query.required(PartyQuestParameters.party), search,
        before: try query.value(PartyQuestParameters.cursor),
        limit: try query.value(PartyQuestParameters.size) ?? 10, for: try call.account())
      return call.partyQuest(list: quests.map(PartyQuestListedQuest.init))
    })

  private static let change = Endpoint.partyQuest(
    .quest, .patch, "/quest", "Change one's quest", details: "What is not given stays; an empty time opens the period.",
    takes: .json(
      "What changes.",
      [
        PartyQuestFields.party, PartyQuestFields.quest, PartyQuestFields.newQuestTitle,
        PartyQuestFields.questDescription, PartyQuestFields.startTime, PartyQuestFields.endTime,
      ]),
    answers: .done, refuses: [400, 401],
    reply: { call in
      let party = try call.body.required(PartyQuestFields.party)
      let title = try call.body.value(PartyQuestFields.newQuestTitle)
      let description = try call.body.value(PartyQuestFields.questDescription)
      let start = try call.body.value(PartyQuestFields.startTime)
      let end = try call.body.value(PartyQuestFields.endTime)
      let quest = try call.body.required(PartyQuestFields.quest)
      _ = try await call.parties.change(quest, in: party, by: try call.account()) { content in
        if let title { content.title = title }
        if let description { content.description = description }
        if let start { content.startsAt = start.moment }
        if let end { content.endsAt = end.moment }
      }
      return .done
    })

  private static let remove = Endpoint.partyQuest(
    .quest, .delete, "/quest", "Remove a quest",
    details: "Its writer may, and the master. What was submitted goes too.",
    takes: .json("Which.", [PartyQuestFields.party, PartyQuestFields.quest]), answers: .done, refuses: [400, 401],
    reply: { call in
      let party = try call.body.required(PartyQuestFields.party)
      try await call.parties.remove(
        try call.body.required(PartyQuestFields.quest), from: party, by: try call.account())
      return .done
    })
}

extension Call {
  /// Of what kind the quest is that a body speaks of.
  /// - Throws: `Refusal` `quest-kind-invalid` where the type and the parent do not go together.
  fileprivate func questKind() throws(Refusal) -> QuestKind {
    switch (try body.required(PartyQuestFields.kind), try body.value(PartyQuestFields.parent)) {
    case (.notification, nil): return .notice
    case (.submit, let parent?): return .submission(of: parent)
    default:
      throw Refusal(
        .invalid, "quest-kind-invalid", "A SUBMIT names a quest in 'questID', and a NOTIFICATION names none.",
        field: "type")
    }
  }
}

extension PartyQuestText {
  fileprivate init(_ content: QuestContent) {
    self.init(
      title: content.title, description: content.description, startsAt: content.startsAt, endsAt: content.endsAt)
  }
}

extension PartyQuestMadeQuest {
  fileprivate init(_ quest: Quest) {
    self.init(
      id: quest.id, text: PartyQuestText(quest.content), kind: quest.kind == .notice ? .notification : .submit,
      isComplete: quest.isComplete)
  }
}

extension PartyQuestListedQuest {
  fileprivate init(_ quest: Quest) {
    self.init(
      id: quest.id, text: PartyQuestText(quest.content), isComplete: quest.isComplete,
      writer: quest.writer?.nickname ?? "")
  }
}
