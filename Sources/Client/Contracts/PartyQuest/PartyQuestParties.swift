package import Basics
package import JSON

package enum PartyQuestGrade: String, Hashable, Sendable, CaseIterable {
  case master = "MASTER"
  case admin = "ADMIN"
  case member = "MEMBER"
  /// An applicant.
  case noMember = "NO_MEMBER"
}

package struct PartyQuestMadeParty: PartyQuestDocument, Hashable {
  /// The stated capacity of a new party. The original server ignored it, and so does this one.
  package static let capability = 20

  package var id: WorkspaceID
  package var title: String
  /// 16 letters and digits.
  package var accessCode: String
  package var isPublic: Bool

  package init(id: WorkspaceID, title: String, accessCode: String, isPublic: Bool) {
    self.id = id
    self.title = title
    self.accessCode = accessCode
    self.isPublic = isPublic
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    writer.number("capability", Self.capability)
    writer.text("title", title)
    writer.text("accessCode", accessCode)
    writer.flag("isPublic", isPublic)
    writer.endObject()
  }
}

package struct PartyQuestParty: PartyQuestDocument, Hashable {
  package var id: WorkspaceID
  package var master: String
  package var title: String
  /// Nil in lists.
  package var description: String?
  /// Written as `capability`, which elsewhere in the contract is the capacity of a new party.
  package var memberCount: Int
  package var photo: PhotoName?

  package init(
    id: WorkspaceID, master: String, title: String, description: String?, memberCount: Int, photo: PhotoName?
  ) {
    self.id = id
    self.master = master
    self.title = title
    self.description = description
    self.memberCount = memberCount
    self.photo = photo
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    writer.text("partyMaster", master)
    writer.text("title", title)
    writer.text("description", ifAny: description)
    writer.number("capability", memberCount)
    writer.photo("thumbnailPath", photo)
    writer.endObject()
  }
}

/// A party of the caller, as member or applicant.
package struct PartyQuestMembership: PartyQuestDocument, Hashable {
  package var id: WorkspaceID
  package var photo: PhotoName?
  package var title: String
  package var master: String
  package var grade: PartyQuestGrade
  package var memberCount: Int

  package init(
    id: WorkspaceID, photo: PhotoName?, title: String, master: String, grade: PartyQuestGrade, memberCount: Int
  ) {
    self.id = id
    self.photo = photo
    self.title = title
    self.master = master
    self.grade = grade
    self.memberCount = memberCount
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("partyID", id)
    writer.photo("partyThumbnailPath", photo)
    writer.text("partyTitle", title)
    writer.text("partyMaster", master)
    writer.text("memberGrade", grade.rawValue)
    writer.number("partyMemberCnt", memberCount)
    writer.endObject()
  }
}

package struct PartyQuestApplication: PartyQuestDocument, Hashable {
  package var id: ApplicationID
  package var account: AccountNumber
  package var party: WorkspaceID

  package init(id: ApplicationID, account: AccountNumber, party: WorkspaceID) {
    self.id = id
    self.account = account
    self.party = party
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("userPartyId", id)
    writer.number("userId", account)
    writer.number("partyId", party)
    writer.endObject()
  }
}

package struct PartyQuestMember: PartyQuestDocument, Hashable {
  package var party: WorkspaceID
  package var account: AccountNumber
  package var photo: PhotoName?
  package var nickname: String
  /// Decides `registered` too.
  package var grade: PartyQuestGrade

  package init(
    party: WorkspaceID, account: AccountNumber, photo: PhotoName?, nickname: String, grade: PartyQuestGrade
  ) {
    self.party = party
    self.account = account
    self.photo = photo
    self.nickname = nickname
    self.grade = grade
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("partyID", party)
    writer.number("userID", account)
    writer.photo("filePath", photo)
    writer.flag("registered", grade != .noMember)
    writer.text("nickname", nickname)
    writer.text("grade", grade.rawValue)
    writer.endObject()
  }
}
