import APIKit
import Chat
import Contracts

/// The schemas of parties and quests.
extension Schemas {
  static let ofParties = JSONValue.members([
    "Party": party, "PartyList": items("Party"),
    "PartyPage": object(["items": list(named("Party")), "next": orNull("integer")]),
    "PartyMember": object([
      "person": named("Person"), "grade": words(PartyGrade.allCases.map(\.rawValue)), "since": moment,
    ]),
    "PartyMemberList": items("PartyMember"), "Quest": quest, "QuestList": items("Quest"),
  ])

  private static let party = object([
    "id": serial, "name": text, "description": text, "photo": orNull("string"), "master": named("Person"),
    "is_public": flag, "access_code": orNull("string"), "grade": orNull("string"), "created_at": moment,
    "member_count": count,
  ])
  private static let quest = object([
    "id": serial, "party": serial, "kind": words(QuestKindWord.all.map(\.rawValue)), "notice": orNull("integer"),
    "writer": namedOrNull("Person"), "title": text, "description": text,
    "starts_at": orNull("string", format: "date-time"), "ends_at": orNull("string", format: "date-time"),
    "created_at": moment,
  ])
}
