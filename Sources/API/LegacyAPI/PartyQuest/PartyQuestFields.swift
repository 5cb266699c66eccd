import APIKit
import Accounts
import Basics
import Contracts
import JSON
import NativeAPI

enum PartyQuestFields {
  static let email = BodyField<String>(
    "email", .text(1...254), "An e-mail address; case does not count.", isRequired: true, example: "mina@example.com")
  static let password = BodyField<String>(
    "password", .text(1...128), "8 to 128 characters; common passwords are rejected.", isRequired: true)
  static let nickname = BodyField<String>(
    "nickname", .text(0...40),
    "Preferred nickname: gets a number if taken; random if empty.", example: "19990131")
  static let newNickname = BodyField<String>(
    "nickname", .text(1...40), "The display name.", isRequired: true, example: "미나")
  static let secrets = BodyField<String>(
    "secrets", .text(1...1000), "The application's shared secret.", isRequired: true)
  static let fileName = BodyField<String>(
    "fileName", .text(0...1000), "The name of a photo that the caller has uploaded; anything else is ignored.")

  static let title = BodyField<String>(
    "title", .text(1...30), "The party's name.", isRequired: true, example: "금요일 네컷")
  static let newTitle = BodyField<String>("title", .text(1...30), "The party's name; unchanged when absent.")
  static let description = BodyField<String>("description", .text(0...500), "The party's description.")
  static let newDescription = BodyField<String>("description", .text(0...500), "Description; unchanged when absent.")
  static let isPublic = BodyField<Bool>("isPublic", .flag(), "Whether searches find it; false when absent.")

  static let party = BodyField<WorkspaceID>("partyID", .serial(), "The party.", isRequired: true)
  static let appliedParty = BodyField<WorkspaceID>("partyId", .serial(), "The party.", isRequired: true)
  static let appliedName = BodyField<String>(
    "partyName", .text(0...1000), "Ignored: `partyId` identifies the party.")
  static let accessCode = BodyField<String>(
    "accessCode", .text(0...100),
    "The access code that the party's creator received; required to apply to a private party.")
  static let accounts = BodyField<[AccountNumber]>(
    "userID", .list(of: .serial(), maxCount: PartyQuestPeople.maxCount), "Account numbers.", isRequired: true,
    example: [3])
  static let grades = BodyField<[PartyQuestGrading]>(
    "members", .list(of: .grading(), maxCount: PartyQuestPeople.maxCount),
    "The new grades, each as `memberID` and `grade`.", isRequired: true)

  static let quest = BodyField<QuestID>("questID", .serial(), "The quest.", isRequired: true)
  static let parent = BodyField<QuestID>("questID", .serial(), "The quest that is submitted.")
  static let questTitle = BodyField<String>("title", .text(1...100), "The quest's title.", isRequired: true)
  static let newQuestTitle = BodyField<String>("title", .text(1...100), "The quest's title; unchanged when absent.")
  static let questDescription = BodyField<String>("description", .text(0...2000), "The quest's description.")
  static let startTime = BodyField<PartyQuestInstant>(
    "startTime", .instant(), "The start in Korean time; empty for none.", example: "2026-11-20 19:00:00")
  static let endTime = BodyField<PartyQuestInstant>(
    "endTime", .instant(), "The end in Korean time; empty for none.", example: "2026-11-21 19:00:00")
  static let kind = BodyField<PartyQuestKind>(
    "type", .caseInsensitiveValue(), "`NOTIFICATION` by the master, or `SUBMIT` of another quest; case does not count.",
    isRequired: true, example: "NOTIFICATION")
}

struct PartyQuestGrading: Hashable, Sendable {
  let account: AccountNumber
  let grade: PartyQuestGrade
}

/// An optional time: an empty text is nil.
struct PartyQuestInstant: Hashable, Sendable {
  let instant: Timestamp?
}

enum PartyQuestParameters {
  static let provider = Parameter<String>("provider", .text(maxCount: 100), "The login provider.", example: "kakao")
  static let id = Parameter<WorkspaceID>("id", .serial(), "One party.", example: "3")
  static let title = Parameter<String>("title", .text(maxCount: 100), "Part of the title.", example: "네컷")
  static let master = Parameter<String>("master", .text(maxCount: 100), "Part of the master's nickname.", example: "미나")
  static let accessCode = Parameter<String>(
    "accessCode", .text(maxCount: 100), "The access code that the party's creator received; shows a private party.",
    example: "a1B2c3D4e5F6g7H8")
  static let party = Parameter<WorkspaceID>("partyID", .serial(), "The party.", isRequired: true, example: "3")
  static let grade = Parameter<PartyQuestGrade>(
    "grade", .caseInsensitiveValue(), "Only members of this grade; case does not count.", example: "MEMBER")
  static let cursor = Parameter<QuestID>("cursorID", .serial(), "Quests with a lower number than this.", example: "7")
  static let size = Parameter<Int>("size", .integer(1...100, default: 10), "The maximum count.", example: "10")
  static let writer = Parameter<String>("writer", .text(maxCount: 100), "Part of the writer's nickname.", example: "미나")
  static let isComplete = Parameter<Bool>(
    "complete", .flag(default: false), "Whether the quests are complete.", example: "false")
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// An enum value; case does not count.
  fileprivate static func caseInsensitiveValue() -> ValueKind {
    let words = Value.allCases.map(\.rawValue)
    return ValueKind("one of \(words.joined(separator: ", "))", schema: Schemas.enumeration(words)) { word in
      ParsedParameter(word.utf8.count <= 20 ? Value(rawValue: word.uppercased()) : nil)
    }
  }
}

extension ValueKind<PartyQuestInstant> {
  fileprivate static func instant() -> ValueKind {
    ValueKind(
      "a time such as 2026-11-20 19:00:00 or 2026-11-20T19:00:00", schema: .object(["type": "string"])
    ) { text in
      if text.isEmpty { return .value(PartyQuestInstant(instant: nil)) }
      return ParsedParameter(PartyQuestTime.instant(of: text).map { PartyQuestInstant(instant: $0) })
    }
  }
}

extension ValueKind<PartyQuestGrading> {
  /// An object of a person's number and a grade.
  fileprivate static func grading() -> ValueKind {
    let (account, grade) = (ValueKind<AccountNumber>.serial(), ValueKind<PartyQuestGrade>.caseInsensitiveValue())
    return ValueKind(
      "an object of memberID and grade",
      schema: Schemas.object(["memberID": account.schema, "grade": grade.schema]),
      json: { json, path throws(DomainError) in
        guard let number = json["memberID"], let word = json["grade"] else { return nil }
        return PartyQuestGrading(
          account: try account.value(of: number, at: "\(path).memberID"),
          grade: try grade.value(of: word, at: "\(path).grade"))
      })
  }
}
