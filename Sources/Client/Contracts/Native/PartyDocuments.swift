public import Basics

/// Where somebody stands in a party. A client may meet words that it does not know yet.
public struct PartyGradeWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A grade by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Owns it. There is one.
  public static let master = PartyGradeWord(rawValue: "master")
  /// Changes what the party says of itself, and decides who is in it.
  public static let admin = PartyGradeWord(rawValue: "admin")
  /// Is in it.
  public static let member = PartyGradeWord(rawValue: "member")
  /// Has asked to come in.
  public static let applicant = PartyGradeWord(rawValue: "applicant")

  /// Those that there are.
  public static let all = [master, admin, member, applicant]
}

/// A workspace that people find and apply to, as whoever asks sees it.
public struct PartyDocument: NativeDocument {
  /// The workspace's: people talk in its channels.
  public var id: WorkspaceID
  /// 1 to 30 characters.
  public var name: String
  /// May be empty.
  public var description: String
  /// Its picture, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// Who owns it.
  public var master: PersonDocument
  /// Whether others find it.
  public var isPublic: Bool
  /// What its members may hand on: whoever knows it sees a party that is not public. Null for whoever is not in it.
  public var accessCode: String?
  /// Where whoever asks stands in it; null: they have nothing to do with it.
  public var grade: PartyGradeWord?
  /// When it was made.
  public var createdAt: Timestamp
  /// How many are in it.
  public var memberCount: Int

  enum CodingKeys: String, CodingKey {
    case id, name, description, photo, master
    case isPublic = "is_public"
    case accessCode = "access_code"
    case grade
    case createdAt = "created_at"
    case memberCount = "member_count"
  }

  /// A party from its parts.
  public init(
    id: WorkspaceID, name: String, description: String, photo: PhotoName?, master: PersonDocument, isPublic: Bool,
    accessCode: String?, grade: PartyGradeWord?, createdAt: Timestamp, memberCount: Int
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

/// Some of the parties that are looked for, newest first.
public struct PartyPageDocument: NativeDocument {
  /// At most as many as were asked for. There may be more also where they are fewer, or none.
  public var items: [PartyDocument]
  /// Goes into the parameter `before` to go on; null where there are no more.
  public var next: WorkspaceID?

  /// A page from its parts.
  public init(items: [PartyDocument], next: WorkspaceID?) {
    self.items = items
    self.next = next
  }
}

/// Somebody in a party, or before its door.
public struct PartyMemberDocument: NativeDocument {
  /// As they are shown now.
  public var person: PersonDocument
  /// Where they stand.
  public var grade: PartyGradeWord
  /// When they came in, or asked to.
  public var since: Timestamp

  /// A member from its parts.
  public init(person: PersonDocument, grade: PartyGradeWord, since: Timestamp) {
    self.person = person
    self.grade = grade
    self.since = since
  }
}

/// Of what kind a quest is. A client may meet words that it does not know yet.
public struct QuestKindWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A kind by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Told to everybody in the party by its master.
  public static let notice = QuestKindWord(rawValue: "notice")
  /// What somebody in the party has done of a notice.
  public static let submission = QuestKindWord(rawValue: "submission")

  /// Those that there are.
  public static let all = [notice, submission]
}

/// What somebody is to do in a party, or has done.
public struct QuestDocument: NativeDocument {
  /// Higher for later ones.
  public var id: QuestID
  /// Which party.
  public var party: WorkspaceID
  /// Of what kind.
  public var kind: QuestKindWord
  /// Of a submission the notice; of a notice null.
  public var notice: QuestID?
  /// Who wrote it; null where the account is gone, and then its texts are empty.
  public var writer: PersonDocument?
  /// 1 to 100 characters.
  public var title: String
  /// May be empty.
  public var description: String
  /// From when; null where it is open.
  public var startsAt: Timestamp?
  /// Until when; null where it is open.
  public var endsAt: Timestamp?
  /// When it was made.
  public var createdAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case id, party, kind, notice, writer, title, description
    case startsAt = "starts_at"
    case endsAt = "ends_at"
    case createdAt = "created_at"
  }

  /// A quest from its parts.
  public init(
    id: QuestID, party: WorkspaceID, kind: QuestKindWord, notice: QuestID?, writer: PersonDocument?, title: String,
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
