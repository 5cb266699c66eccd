import APIKit
import Basics
import Chat
import Contracts

extension PartyGradeValue {
  fileprivate init(_ grade: PartyGrade) { self.init(rawValue: grade.rawValue) }
}

extension PartyDocument {
  /// A party as the caller sees it. Only its members see the access code.
  init(_ view: PartyView) {
    let (party, workspace) = (view.party, view.party.workspace)
    let isIn = view.grade != nil && view.grade != .applicant
    self.init(
      id: workspace.id, name: workspace.content.name, description: workspace.content.description,
      photo: workspace.content.photo, master: PersonDocument(party.master), isPublic: party.isPublic,
      accessCode: isIn ? party.accessCode : nil, grade: view.grade.map { PartyGradeValue($0) },
      createdAt: workspace.createdAt, memberCount: workspace.memberCount)
  }
}

extension PartyMemberDocument {
  init(_ member: PartyMember) {
    self.init(person: PersonDocument(member.person), grade: PartyGradeValue(member.grade), since: member.since)
  }
}

extension QuestDocument {
  init(_ quest: Quest) {
    let content = quest.content
    let (kind, notice): (QuestKindValue, QuestID?) =
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

extension ResponseDescription {
  static let party = ResponseDescription(200, "The party.", [(MediaType.json, "Party")])
  static let quest = ResponseDescription(200, "The quest.", [(MediaType.json, "Quest")])
  static let partyUnknown = notFound("The party does not exist, or the caller may not see it.")
  static let questUnknown = notFound("The party or quest does not exist, or the caller may not see it.")
  static let partyMemberUnknown = notFound("The caller may not see the party, or the account is not in it.")
  static let notJoinedParty = forbidden("The caller is not in the party.")
  static let gradeTooLow = forbidden("The caller's grade does not allow it.")
}
