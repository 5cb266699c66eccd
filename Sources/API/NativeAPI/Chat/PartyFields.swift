import APIKit
import Basics
import Chat
import Contracts

/// The fields of the bodies that speak of parties and quests.
enum PartyFields {
  static let isPublic = BodyField<Bool>(
    "is_public", .flag(), "Whether others find it, and may apply without knowing its access code.", isRequired: true,
    example: true)
  static let party = ChatFields.workspace + [isPublic]

  static let accounts = BodyField<[AccountID]>(
    "accounts", .list(of: .identifier(), maxCount: 1_000), "Who is taken in; those who are in it stay.",
    isRequired: true)
  static let master = BodyField<AccountID>(
    "master", .identifier(), "The member who owns it from now on; the caller is a member then.",
    example: "0199c0ffee0123456789abcd")
  static let admins = BodyField<[AccountID]>(
    "admins", .list(of: .identifier(), maxCount: 1_000), "Members who are admins from now on.")
  static let members = BodyField<[AccountID]>(
    "members", .list(of: .identifier(), maxCount: 1_000), "Admins who are members from now on.")
  static let grades: [any DescribedField] = [master, admins, members]

  static let notice = BodyField<QuestID?>(
    "notice", FieldKind.serial().orNull,
    "The number of the notice of which it says what was done; without it, it is a notice itself.")
  static let title = BodyField<String>(
    "title", .text(1...100), "What it is called, on one line.", isRequired: true, example: "인생네컷 찍어 오기")
  static let description = BodyField<String>("description", .text(0...2000), "What is to be done, or was.")
  static let startsAt = BodyField<Timestamp?>(
    "starts_at", FieldKind.instant().orNull, "From when; without it, it is open.", example: "2026-11-20T19:00:00+09:00")
  static let endsAt = BodyField<Timestamp?>(
    "ends_at", FieldKind.instant().orNull, "Until when; without it, it is open.", example: "2026-11-20T22:00:00+09:00")
  static let quest: [any DescribedField] = [title, description, startsAt, endsAt]
}

/// The parameters of the endpoints of parties and quests.
enum PartyParameters {
  static let party = Parameter<WorkspaceID>("id", .serial(), "The number of a party.", example: "3")
  static let quest = Parameter<QuestID>("quest", .serial(), "The number of a quest of the party.", example: "5")

  static let name = Parameter<String>(
    "name", .text(maxCount: 100), "What its name holds; case does not count.", example: "성수")
  static let master = Parameter<String>(
    "master", .text(maxCount: 100), "What its master's nickname holds; case does not count.", example: "mina")
  static let before = Parameter<WorkspaceID>(
    "before", .serial(), "Goes on where a page ended: `next` of that page.", example: "41")
  static let limit = Parameter<Int>("limit", .integer(1...100, default: 20), "How many at most.", example: "20")
  static let code = Parameter<String>(
    "code", .text(maxCount: 100), "The access code that the caller was told, where the party is not public.",
    example: "k3J9x0QmZ7aB2cDe")
  static let grade = Parameter<String>(
    "grade", .word(PartyGrade.allCases.map(\.rawValue)), "Only those who stand there.", example: "admin")

  static let title = Parameter<String>(
    "title", .text(maxCount: 100), "What the title holds; case does not count.", example: "네컷")
  static let writer = Parameter<String>(
    "writer", .text(maxCount: 100), "What its writer's nickname holds; case does not count.", example: "mina")
  static let kind = Parameter<String>(
    "kind", .word(QuestKindWord.all.map(\.rawValue)), "Only notices, or only what was submitted of some.",
    example: "notice")
  static let beforeQuest = Parameter<QuestID>(
    "before", .serial(), "Only quests with a lower number than this one.", example: "41")
}
