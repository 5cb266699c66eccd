public import Basics

/// A grade in a party. Clients must accept unknown values.
public struct PartyGradeValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a grade from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The owner; each party has one.
  public static let master = PartyGradeValue(rawValue: "master")
  /// May change the party and its members.
  public static let admin = PartyGradeValue(rawValue: "admin")
  /// A regular member.
  public static let member = PartyGradeValue(rawValue: "member")
  /// Has applied to join.
  public static let applicant = PartyGradeValue(rawValue: "applicant")

  /// All known values.
  public static let all = [master, admin, member, applicant]
}

/// A party: a workspace that can be found and applied to, as the caller sees it.
public struct PartyDocument: NativeDocument {
  /// The number of its workspace, which has its channels.
  public var id: WorkspaceID
  /// 1 to 30 characters.
  public var name: String
  /// May be empty.
  public var description: String
  /// Its picture, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// The owner.
  public var master: PersonDocument
  /// Whether searches find it.
  public var isPublic: Bool
  /// A code that members may share, which shows a private party; null for non-members.
  public var accessCode: String?
  /// The caller's grade; null for neither member nor applicant.
  public var grade: PartyGradeValue?
  /// The time of creation.
  public var createdAt: Timestamp
  /// The number of members.
  public var memberCount: Int

  enum CodingKeys: String, CodingKey {
    case id, name, description, photo, master
    case isPublic = "is_public"
    case accessCode = "access_code"
    case grade
    case createdAt = "created_at"
    case memberCount = "member_count"
  }

  /// Creates a party.
  public init(
    id: WorkspaceID, name: String, description: String, photo: PhotoName?, master: PersonDocument, isPublic: Bool,
    accessCode: String?, grade: PartyGradeValue?, createdAt: Timestamp, memberCount: Int
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.photo = photo
    self.master = master
    self.isPublic = isPublic
    self.accessCode = accessCode
    self.grade = grade
    self.createdAt = createdAt
    self.memberCount = memberCount
  }
}

/// A page of search results, newest first.
public struct PartyPageDocument: NativeDocument {
  /// At most as many as requested. More pages may follow even a short or empty one.
  public var items: [PartyDocument]
  /// The parameter `before` of the next page; null on the last page.
  public var next: WorkspaceID?

  /// Creates a page.
  public init(items: [PartyDocument], next: WorkspaceID?) {
    self.items = items
    self.next = next
  }
}

/// A member or applicant of a party.
public struct PartyMemberDocument: NativeDocument {
  /// The current public data.
  public var person: PersonDocument
  /// The grade.
  public var grade: PartyGradeValue
  /// The time of joining or applying.
  public var since: Timestamp

  /// Creates a member.
  public init(person: PersonDocument, grade: PartyGradeValue, since: Timestamp) {
    self.person = person
    self.grade = grade
    self.since = since
  }
}

/// The kind of a quest. Clients must accept unknown values.
public struct QuestKindValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a kind from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A notice of the master to all members.
  public static let notice = QuestKindValue(rawValue: "notice")
  /// A member's submission for a notice.
  public static let submission = QuestKindValue(rawValue: "submission")

  /// All known values.
  public static let all = [notice, submission]
}

/// A quest of a party.
public struct QuestDocument: NativeDocument {
  /// The number; increases with time.
  public var id: QuestID
  /// The party it belongs to.
  public var party: WorkspaceID
  /// The kind.
  public var kind: QuestKindValue
  /// The notice of a submission; null for a notice.
  public var notice: QuestID?
  /// The writer; null for a deleted account, and then the texts are empty.
  public var writer: PersonDocument?
  /// 1 to 100 characters.
  public var title: String
  /// May be empty.
  public var description: String
  /// The start; null for none.
  public var startsAt: Timestamp?
  /// The end; null for none.
  public var endsAt: Timestamp?
  /// The time of creation.
  public var createdAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case id, party, kind, notice, writer, title, description
    case startsAt = "starts_at"
    case endsAt = "ends_at"
    case createdAt = "created_at"
  }

  /// Creates a quest.
  public init(
    id: QuestID, party: WorkspaceID, kind: QuestKindValue, notice: QuestID?, writer: PersonDocument?, title: String,
    description: String, startsAt: Timestamp?, endsAt: Timestamp?, createdAt: Timestamp
  ) {
    self.id = id
    self.party = party
    self.kind = kind
    self.notice = notice
    self.writer = writer
    self.title = title
    self.description = description
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.createdAt = createdAt
  }
}
