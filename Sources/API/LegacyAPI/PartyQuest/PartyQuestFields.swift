import APIKit
import Accounts
import Basics
import Contracts
import NativeAPI

/// The fields of the contract's bodies.
enum PartyQuestFields {
  static let email = BodyField<String>(
    "email", .text(1...254), "An e-mail address; case does not count.", isRequired: true, example: "mina@example.com")
  static let password = BodyField<String>(
    "password", .text(1...128), "8 to 128 characters, and none that is easily guessed.", isRequired: true)
  static let nickname = BodyField<String>(
    "nickname", .text(0...40),
    "A wish: where somebody has it a number is put behind it, and without one it is a random one.", example: "19990131")
  static let newNickname = BodyField<String>(
    "nickname", .text(1...40), "By which others know the person.", isRequired: true, example: "미나")
  static let secrets = BodyField<String>(
    "secrets", .text(1...1000), "What all copies of the application hold.", isRequired: true)
  static let fileName = BodyField<String>(
    "fileName", .text(0...1000), "The name of a photo that the caller has uploaded; anything else is passed over.")

  static let title = BodyField<String>(
    "title", .text(1...30), "What it is called.", isRequired: true, example: "금요일 네컷")
  static let newTitle = BodyField<String>("title", .text(1...30), "What it is called; without it, as it was.")
  static let description = BodyField<String>("description", .text(0...500), "What it is for.")
  static let newDescription = BodyField<String>("description", .text(0...500), "What it is for; without it, as it was.")
  static let isPublic = BodyField<Bool>("isPublic", .flag(), "Whether others find it; without it they do not.")

  static let party = BodyField<WorkspaceID>("partyID", .serial(), "The party.", isRequired: true)
  static let appliedParty = BodyField<WorkspaceID>("partyId", .serial(), "The party.", isRequired: true)
  static let appliedName = BodyField<String>(
    "partyName", .text(0...1000), "Not looked at: the number says which party it is, whatever it is called by now.")
  static let accessCode = BodyField<String>(
    "accessCode", .text(0...100),
    "What the party's maker was told: with it one applies to a party that is not public.")
  static let accounts = BodyField<[AccountNumber]>(
    "userID", .list(of: .serial(), maxCount: PartyQuestPeople.maxCount), "The numbers of people.", isRequired: true,
    example: [3])
  static let grades = BodyField<[PartyQuestGrading]>(
    "members", .list(of: .grading(), maxCount: PartyQuestPeople.maxCount),
    "Who stands where from now on, each as `memberID` and `grade`.", isRequired: true)

  static let quest = BodyField<QuestID>("questID", .serial(), "The quest.", isRequired: true)
  static let parent = BodyField<QuestID>("questID", .serial(), "The quest that is submitted.")
  static let questTitle = BodyField<String>("title", .text(1...100), "In a few words.", isRequired: true)
  static let newQuestTitle = BodyField<String>("title", .text(1...100), "In a few words; without it, as it was.")
  static let questDescription = BodyField<String>("description", .text(0...2000), "In more words.")
  static let startTime = BodyField<PartyQuestInstant>(
    "startTime", .instant(), "From when, by Korean clocks; empty where it is open.", example: "2026-11-20 19:00:00")
  static let endTime = BodyField<PartyQuestInstant>(
    "endTime", .instant(), "Until when, likewise.", example: "2026-11-21 19:00:00")
  static let kind = BodyField<PartyQuestKind>(
    "type", .anyCaseWord(), "`NOTIFICATION` by the master, or `SUBMIT` of another quest; case does not count.",
    isRequired: true, example: "NOTIFICATION")
}

/// Somebody and where they are to stand.
struct PartyQuestGrading: Hashable, Sendable {
  let account: AccountNumber
  let grade: PartyQuestGrade
}

/// A time that may be open.
struct PartyQuestInstant: Hashable, Sendable {
  let instant: Timestamp?
}

/// The parameters of the contract's queries and paths.
enum PartyQuestParameters {
  static let provider = Parameter<String>("provider", .text(maxCount: 100), "Who vouches.", example: "kakao")
  static let id = Parameter<WorkspaceID>("id", .serial(), "One party.", example: "3")
  static let title = Parameter<String>("title", .text(maxCount: 100), "Held by the title.", example: "네컷")
  static let master = Parameter<String>("master", .text(maxCount: 100), "Held by the master's nickname.", example: "미나")
  static let accessCode = Parameter<String>(
    "accessCode", .text(maxCount: 100), "What the party's maker was told: shows one party that is not public.",
    example: "a1B2c3D4e5F6g7H8")
  static let party = Parameter<WorkspaceID>("partyID", .serial(), "The party.", isRequired: true, example: "3")
  static let grade = Parameter<PartyQuestGrade>(
    "grade", .anyCaseWord(), "Only those who stand there; case does not count.", example: "MEMBER")
  static let cursor = Parameter<QuestID>("cursorID", .serial(), "Quests with a lower number than this.", example: "7")
  static let size = Parameter<Int>("size", .integer(1...100, default: 10), "How many at most.", example: "10")
  static let writer = Parameter<String>("writer", .text(maxCount: 100), "Held by the writer's nickname.", example: "미나")
  static let isComplete = Parameter<Bool>("complete", .flag(), "Whether they are done.", example: "false")
}

extension FieldKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// A word of a fixed vocabulary, in capitals or not.
  fileprivate static func anyCaseWord() -> FieldKind {
    let words = Value.allCases.map(\.rawValue)
    return FieldKind("one of \(words.joined(separator: ", "))", schema: Schemas.words(words)) { json, _ in
      guard case .string(let word) = json, word.utf8.count <= 20 else { return nil }
      return Value(rawValue: word.uppercased())
    }
  }
}

extension ParameterKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// A word of a fixed vocabulary, in capitals or not.
  fileprivate static func anyCaseWord() -> ParameterKind {
    let words = Value.allCases.map(\.rawValue)
    return ParameterKind("one of \(words.joined(separator: ", "))", schema: Schemas.words(words)) { word in
      Reading(word.utf8.count <= 20 ? Value(rawValue: word.uppercased()) : nil)
    }
  }
}

extension FieldKind<PartyQuestInstant> {
  /// A time, or an empty text.
  fileprivate static func instant() -> FieldKind {
    FieldKind(
      "a time such as 2026-11-20 19:00:00 or 2026-11-20T19:00:00", schema: .object(["type": "string"])
    ) { json, _ in
      guard case .string(let text) = json else { return nil }
      if text.isEmpty { return PartyQuestInstant(instant: nil) }
      return PartyQuestTime.instant(of: text).map { PartyQuestInstant(instant: $0) }
    }
  }
}

extension FieldKind<PartyQuestGrading> {
  /// An object of a person's number and a grade.
  fileprivate static func grading() -> FieldKind {
    let (account, grade) = (FieldKind<AccountNumber>.serial(), FieldKind<PartyQuestGrade>.anyCaseWord())
    return FieldKind(
      "an object of memberID and grade",
      schema: Schemas.object(["memberID": account.schema, "grade": grade.schema])
    ) { json, place throws(DomainError) in
      guard let number = json["memberID"], let word = json["grade"] else { return nil }
      return PartyQuestGrading(
        account: try account.value(of: number, at: "\(place).memberID"),
        grade: try grade.value(of: word, at: "\(place).grade"))
    }
  }
}
