package import Basics

/// Where somebody stands in a party, in the contract's words.
package enum PartyQuestGrade: String, Hashable, Sendable, CaseIterable {
  case master = "MASTER"
  case admin = "ADMIN"
  case member = "MEMBER"
  /// Has asked to come in.
  case noMember = "NO_MEMBER"
}

/// A party that was made.
package struct PartyQuestMadeParty: PartyQuestDocument, Hashable {
  /// How many members a new party is said to have room for. The real one never looked at it, and neither is it here.
  package static let capability = 20

  /// The party's.
  package var id: WorkspaceID
  /// As it was wished.
  package var title: String
  /// 16 letters and digits.
  package var accessCode: String
  /// Whether others find it.
  package var isPublic: Bool

  /// A party from its parts.
  package init(id: WorkspaceID, title: String, accessCode: String, isPublic: Bool) {
    self.id = id
    self.title = title
    self.accessCode = accessCode
    self.isPublic = isPublic
  }

  /// Writes the document.
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

/// A party that is looked at.
package struct PartyQuestParty: PartyQuestDocument, Hashable {
  /// The party's.
  package var id: WorkspaceID
  /// The master's nickname.
  package var master: String
  /// As its admins wish.
  package var title: String
  /// Told of one party; nil in lists.
  package var description: String?
  /// Told as `capability`, which is the room of a new party elsewhere in the contract.
  package var memberCount: Int
  /// Its picture.
  package var photo: PhotoName?

  /// A party from its parts.
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

  /// Writes the document.
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

/// A party that one is in, or has applied to.
package struct PartyQuestMembership: PartyQuestDocument, Hashable {
  /// The party's.
  package var id: WorkspaceID
  /// Its picture.
  package var photo: PhotoName?
  /// As its admins wish.
  package var title: String
  /// The master's nickname.
  package var master: String
  /// Where one stands.
  package var grade: PartyQuestGrade
  /// How many are in it.
  package var memberCount: Int

  /// A membership from its parts.
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

  /// Writes the document.
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

/// An application that was filed.
package struct PartyQuestApplication: PartyQuestDocument, Hashable {
  /// The application's.
  package var id: ApplicationID
  /// Whoever applies.
  package var account: AccountNumber
  /// To which party.
  package var party: WorkspaceID

  /// An application from its parts.
  package init(id: ApplicationID, account: AccountNumber, party: WorkspaceID) {
    self.id = id
    self.account = account
    self.party = party
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("userPartyId", id)
    writer.number("userId", account)
    writer.number("partyId", party)
    writer.endObject()
  }
}

/// Somebody in a party, or before its door.
package struct PartyQuestMember: PartyQuestDocument, Hashable {
  /// Which party.
  package var party: WorkspaceID
  /// Who.
  package var account: AccountNumber
  /// Their image.
  package var photo: PhotoName?
  /// As they wrote it.
  package var nickname: String
  /// Where they stand; `registered` follows from it.
  package var grade: PartyQuestGrade

  /// A member from its parts.
  package init(
    party: WorkspaceID, account: AccountNumber, photo: PhotoName?, nickname: String, grade: PartyQuestGrade
  ) {
    self.party = party
    self.account = account
    self.photo = photo
    self.nickname = nickname
    self.grade = grade
  }

  /// Writes the document.
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
