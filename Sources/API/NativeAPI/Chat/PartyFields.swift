import APIKit
import Basics
import Chat
import Contracts
import JSON

enum PartyFields {
  static let isPublic = BodyField<Bool>(
    "is_public", .flag(), "Whether others find it, and may apply without its access code.", isRequired: true,
    example: true)
  static let party = ChatFields.workspace + [isPublic]

  static let accounts = BodyField<[AccountID]>(
    "accounts", .list(of: .identifier(), maxCount: 1_000),
    "The applicants to accept; accounts that are members already stay.",
    isRequired: true)
  static let master = BodyField<AccountID>(
    "master", .identifier(), "The member who becomes the master; the caller becomes a member.",
    example: "0199c0ffee0123456789abcd")
  static let admins = BodyField<[AccountID]>(
    "admins", .list(of: .identifier(), maxCount: 1_000), "Members who become admins.")
  static let members = BodyField<[AccountID]>(
    "members", .list(of: .identifier(), maxCount: 1_000), "Admins who become members.")
  static let grades: [any DescribedField] = [master, admins, members]

  static let notice = BodyField<QuestID?>(
    "notice", ValueKind.serial().orNull,
    "The number of the notice that this quest is a submission for; without it, the quest is a notice.")
  static let title = BodyField<String>(
    "title", .text(1...100), "The title, on one line.", isRequired: true, example: "인생네컷 찍어 오기")
  static let description = BodyField<String>("description", .text(0...2000), "What is to be done, or was done.")
  static let startsAt = BodyField<Timestamp?>(
    "starts_at", ValueKind.instant().orNull, "The start; open when absent.", example: "2026-11-20T19:00:00+09:00")
  static let endsAt = BodyField<Timestamp?>(
    "ends_at", ValueKind.instant().orNull, "The end; open when absent.", example: "2026-11-20T22:00:00+09:00")
  static let quest: [any DescribedField] = [title, description, startsAt, endsAt]
}

enum PartyParameters {
  static let party = Parameter<WorkspaceID>("id", .serial(), "The number of a party.", example: "3")
  static let quest = Parameter<QuestID>("quest", .serial(), "The number of a quest of the party.", example: "5")

  static let name = Parameter<String>(
    "name", .text(maxCount: 100), "Text in the party's name; case is ignored.", example: "성수")
  static let master = Parameter<String>(
    "master", .text(maxCount: 100), "Text in the nickname of its master; case is ignored.", example: "mina")
  static let before = Parameter<WorkspaceID>(
    "before", .serial(), "Continues after a page: its `next`.", example: "41")
  static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "The maximum number of items.", example: "20")
  static let code = Parameter<String>(
    "code", .text(maxCount: 100), "The access code of a party that is not public.",
    example: "k3J9x0QmZ7aB2cDe")
  static let grade = Parameter<String>(
    "grade", .enumeration(PartyGrade.allCases.map(\.rawValue)), "Only members of this grade.", example: "admin")

  static let title = Parameter<String>(
    "title", .text(maxCount: 100), "Text in the title; case is ignored.", example: "네컷")
  static let writer = Parameter<String>(
    "writer", .text(maxCount: 100), "Text in the nickname of the writer; case is ignored.", example: "mina")
  static let kind = Parameter<String>(
    "kind", .enumeration(QuestKindValue.all.map(\.rawValue)), "Only notices, or only submissions.",
    example: "notice")
  static let beforeQuest = Parameter<QuestID>(
    "before", .serial(), "Only quests with a lower number.", example: "41")
}
