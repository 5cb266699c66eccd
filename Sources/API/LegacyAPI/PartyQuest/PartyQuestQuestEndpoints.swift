import APIKit
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI

struct PartyQuestQuestEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [add, list, change, remove]
  }

  private var add: Endpoint {
    Endpoint.partyQuest(
      services, .quest, .post, "/quest", "Create a quest, or submit one",
      details: "NOTIFICATION: master only, without `questID`. SUBMIT: any member, with the `questID` of the quest.",
      takes: .json(
        "The quest.",
        [
          PartyQuestFields.party, PartyQuestFields.parent, PartyQuestFields.questTitle,
          PartyQuestFields.questDescription,
          PartyQuestFields.startTime, PartyQuestFields.endTime, PartyQuestFields.kind,
        ]),
      answers: .partyQuest("The quest.", "MadeQuest", status: 201), refuses: [400, 401, 409],
      handler: { request in
        let party = try request.context.body.required(PartyQuestFields.party)
        let content = QuestContent(
          title: try request.context.body.required(PartyQuestFields.questTitle),
          description: try request.context.body.value(PartyQuestFields.questDescription) ?? "",
          startsAt: try request.context.body.value(PartyQuestFields.startTime)?.instant,
          endsAt: try request.context.body.value(PartyQuestFields.endTime)?.instant)
        let quest = try await request.parties.addQuest(
          content, try request.questKind(), to: party, by: try request.context.account())
        return request.partyQuest(made: PartyQuestMadeQuest(quest), at: Self.path(to: quest))
      })
  }

  /// The path of a list of one: quests have no separate address.
  private static func path(to quest: Quest) -> String {
    "/quest?partyID=\(quest.party)&cursorID=\(quest.id.value + 1)&size=1&complete=\(quest.isComplete)"
  }

  private var list: Endpoint {
    Endpoint.partyQuest(
      services, .quest, .get, "/quest", "The quests of a party",
      details: "Newest first. For the next page, send the last `questID` as `cursorID`.",
      query: [
        PartyQuestParameters.party, PartyQuestParameters.cursor, PartyQuestParameters.size, PartyQuestParameters.title,
        PartyQuestParameters.writer, PartyQuestParameters.isComplete,
      ],
      answers: .partyQuest("The quests.", "QuestList"), refuses: [400, 401],
      handler: { request in
        let query = request.context.query
        let search = QuestSearch(
          title: try query.value(PartyQuestParameters.title), writer: try query.value(PartyQuestParameters.writer),
          isComplete: try query.value(PartyQuestParameters.isComplete) ?? false)
        let quests = try await request.parties.quests(
          of: try query.required(PartyQuestParameters.party), search,
          before: try query.value(PartyQuestParameters.cursor),
          limit: try query.value(PartyQuestParameters.size) ?? 10, for: try request.context.account())
        return request.partyQuest(list: quests.map(PartyQuestListedQuest.init))
      })
  }

  private var change: Endpoint {
    Endpoint.partyQuest(
      services, .quest, .patch, "/quest", "Change your quest",
      details: "Absent fields stay; an empty time removes the bound.",
      takes: .json(
        "The changed fields.",
        [
          PartyQuestFields.party, PartyQuestFields.quest, PartyQuestFields.newQuestTitle,
          PartyQuestFields.questDescription, PartyQuestFields.startTime, PartyQuestFields.endTime,
        ]),
      answers: .noContent, refuses: [400, 401],
      handler: { request in
        let party = try request.context.body.required(PartyQuestFields.party)
        let title = try request.context.body.value(PartyQuestFields.newQuestTitle)
        let description = try request.context.body.value(PartyQuestFields.questDescription)
        let start = try request.context.body.value(PartyQuestFields.startTime)
        let end = try request.context.body.value(PartyQuestFields.endTime)
        let quest = try request.context.body.required(PartyQuestFields.quest)
        _ = try await request.parties.change(quest, in: party, by: try request.context.account()) { content in
          if let title { content.title = title }
          if let description { content.description = description }
          if let start { content.startsAt = start.instant }
          if let end { content.endsAt = end.instant }
        }
        return .noContent
      })
  }

  private var remove: Endpoint {
    Endpoint.partyQuest(
      services, .quest, .delete, "/quest", "Remove a quest",
      details: "Writer or master only. Removes its submissions too.",
      takes: .json("Which.", [PartyQuestFields.party, PartyQuestFields.quest]), answers: .noContent,
      refuses: [400, 401],
      handler: { request in
        let party = try request.context.body.required(PartyQuestFields.party)
        try await request.parties.remove(
          try request.context.body.required(PartyQuestFields.quest), from: party, by: try request.context.account())
        return .noContent
      })
  }
}

extension PartyQuestRequest {
  /// The kind of quest in the body.
  /// - Throws: `DomainError` `quest-kind-invalid` when the type and the parent do not match.
  fileprivate func questKind() throws(DomainError) -> QuestKind {
    switch (try context.body.required(PartyQuestFields.kind), try context.body.value(PartyQuestFields.parent)) {
    case (.notification, nil): return .notice
    case (.submit, let parent?): return .submission(of: parent)
    default:
      throw DomainError(
        .invalid, "quest-kind-invalid", "A SUBMIT names a quest in 'questID', and a NOTIFICATION names none.",
        field: "type")
    }
  }
}

extension PartyQuestQuestContent {
  fileprivate init(_ content: QuestContent) {
    self.init(
      title: content.title, description: content.description, startsAt: content.startsAt, endsAt: content.endsAt)
  }
}

extension PartyQuestMadeQuest {
  fileprivate init(_ quest: Quest) {
    self.init(
      id: quest.id, text: PartyQuestQuestContent(quest.content), kind: quest.kind == .notice ? .notification : .submit,
      isComplete: quest.isComplete)
  }
}

extension PartyQuestListedQuest {
  fileprivate init(_ quest: Quest) {
    self.init(
      id: quest.id, text: PartyQuestQuestContent(quest.content), isComplete: quest.isComplete,
      writer: quest.writer?.nickname ?? "")
  }
}
