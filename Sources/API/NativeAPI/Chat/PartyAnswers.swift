import APIKit
import Basics
import Chat
import Contracts

extension PartyGradeWord {
  fileprivate init(_ grade: PartyGrade) { self.init(rawValue: grade.rawValue) }
}

extension PartyDocument {
  /// A party as the caller sees it. Only its members see the access code.
  init(_ seen: SeenParty) {
    let (party, workspace) = (seen.party, seen.party.workspace)
    let isIn = seen.grade != nil && seen.grade != .applicant
    self.init(
      id: workspace.id, name: workspace.content.name, description: workspace.content.description,
      photo: workspace.content.photo, master: PersonDocument(party.master), isPublic: party.isPublic,
      accessCode: isIn ? party.accessCode : nil, grade: seen.grade.map { PartyGradeWord($0) },
      createdAt: workspace.createdAt, memberCount: workspace.memberCount)
  }
}

extension PartyMemberDocument {
  init(_ member: PartyMember) {
    self.init(person: PersonDocument(member.person), grade: PartyGradeWord(member.grade), since: member.since)
  }
}

extension QuestDocument {
  init(_ quest: Quest) {
    let content = quest.content
    let (kind, notice): (QuestKindWord, QuestID?) =
      switch quest.kind {
      case .notice: (.notice, nil)
      case .submission(let notice): (.submission, notice)
      }
    self.init(
      id: quest.id, party: quest.party, kind: kind, notice: notice, writer: quest.writer.map { PersonDocument($0) },
      title: content.title, description: content.description, startsAt: content.startsAt, endsAt: content.endsAt,
      createdAt: quest.createdAt)
  }
}

extension AnswerDescription {
  static let party = AnswerDescription(200, "The party.", [(MediaType.json, "Party")])
  static let quest = AnswerDescription(200, "The quest.", [(MediaType.json, "Quest")])
  static let partyUnknown = missing("The party does not exist, or the caller may not see it.")
  static let questUnknown = missing("The party or quest does not exist, or the caller may not see it.")
  static let partyMemberUnknown = missing("The caller may not see the party, or the account is not in it.")
  static let notJoinedParty = forbidden("The caller is not in the party.")
  static let gradeTooLow = forbidden("The caller's grade does not allow it.")
}
