public import Basics

/// A group of people with channels to talk in.
public struct WorkspaceDocument: NativeDocument {
  /// The workspace's.
  public var id: WorkspaceID
  /// 1 to 30 characters.
  public var name: String
  /// May be empty.
  public var description: String
  /// Its picture, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// The account that may change and remove it.
  public var owner: AccountID
  /// When it was made.
  public var createdAt: Timestamp
  /// How many are in it.
  public var memberCount: Int

  enum CodingKeys: String, CodingKey {
    case id, name, description, photo, owner
    case createdAt = "created_at"
    case memberCount = "member_count"
  }

  /// A workspace from its parts.
  public init(
    id: WorkspaceID, name: String, description: String, photo: PhotoName?, owner: AccountID, createdAt: Timestamp,
    memberCount: Int
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.photo = photo
    self.owner = owner
    self.createdAt = createdAt
    self.memberCount = memberCount
  }
}

/// Where a member stands. A client may meet words that it does not know yet.
public struct MemberRoleWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A role by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// May change and remove what it is a member of.
  public static let owner = MemberRoleWord(rawValue: "owner")
  /// Anybody else in it.
  public static let member = MemberRoleWord(rawValue: "member")

  /// Those that there are.
  public static let all = [owner, member]
}

/// Somebody in a workspace or channel.
public struct MemberDocument: NativeDocument {
  /// As they are shown now.
  public var person: PersonDocument
  /// Where they stand.
  public var role: MemberRoleWord
  /// Since when they are in it.
  public var joinedAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case person, role
    case joinedAt = "joined_at"
  }

  /// A member from its parts.
  public init(person: PersonDocument, role: MemberRoleWord, joinedAt: Timestamp) {
    self.person = person
    self.role = role
    self.joinedAt = joinedAt
  }
}

/// That somebody may join a workspace.
public struct InvitationDocument: NativeDocument {
  /// Which one; by its number the invitation is answered.
  public var workspace: WorkspaceDocument
  /// Who invited.
  public var by: PersonDocument
  /// When.
  public var createdAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case workspace, by
    case createdAt = "created_at"
  }

  /// An invitation from its parts.
  public init(workspace: WorkspaceDocument, by: PersonDocument, createdAt: Timestamp) {
    self.workspace = workspace
    self.by = by
    self.createdAt = createdAt
  }
}

/// Who has an e-mail address that somebody is about to be invited by.
public struct InviteeDocument: NativeDocument {
  /// As they are shown now; nil where nobody has the address.
  public var person: PersonDocument?
  /// Whether a provider of logins has made sure that the address is theirs.
  public var isEmailVerified: Bool

  enum CodingKeys: String, CodingKey {
    case person
    case isEmailVerified = "is_email_verified"
  }

  /// An invitee from the parts.
  public init(person: PersonDocument?, isEmailVerified: Bool) {
    self.person = person
    self.isEmailVerified = isEmailVerified
  }
}

/// What lets one person into a workspace.
public struct InvitationLinkDocument: NativeDocument {
  /// Who shows it first is let in.
  public var code: String
  /// The page that shows it.
  public var address: String
  /// From then on it lets nobody in.
  public var expiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case code, address
    case expiresAt = "expires_at"
  }

  /// A link from its parts.
  public init(code: String, address: String, expiresAt: Timestamp) {
    self.code = code
    self.address = address
    self.expiresAt = expiresAt
  }
}

/// Of what kind a channel is. A client may meet words that it does not know yet.
public struct ChannelKindWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A kind by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Everybody in the workspace is in it, and stays.
  public static let standard = ChannelKindWord(rawValue: "standard")
  /// Everybody in the workspace sees it and may join.
  public static let open = ChannelKindWord(rawValue: "open")
  /// Only those in it see it.
  public static let closed = ChannelKindWord(rawValue: "closed")
  /// The room of two.
  public static let direct = ChannelKindWord(rawValue: "direct")

  /// Those that there are.
  public static let all = [standard, open, closed, direct]
}

/// A place to talk, as whoever asks sees it.
public struct ChannelDocument: NativeDocument {
  /// The channel's.
  public var id: ChannelID
  /// Where it is.
  public var workspace: WorkspaceID
  /// Of what kind.
  public var kind: ChannelKindWord
  /// Empty for a direct room.
  public var name: String
  /// May be empty.
  public var description: String
  /// The account that may change and remove it; null for a direct room.
  public var owner: AccountID?
  /// The other of a direct room; null for other kinds, and where the other is gone.
  public var partner: PersonDocument?
  /// When it was made.
  public var createdAt: Timestamp
  /// The number of its newest message; 0 where nothing was said.
  public var lastSequence: Int
  /// Counts every message, change and removal.
  public var revision: Int
  /// Whether whoever asks is in it.
  public var isMember: Bool
  /// Up to which message whoever asks has read; 0 for none.
  public var readSequence: Int
  /// How many messages of others whoever asks has not read.
  public var unreadCount: Int
  /// The newest message that is not removed.
  public var newest: MessageDocument?

  enum CodingKeys: String, CodingKey {
    case id, workspace, kind, name, description, owner, partner
    case createdAt = "created_at"
    case lastSequence = "last_sequence"
    case revision
    case isMember = "is_member"
    case readSequence = "read_sequence"
    case unreadCount = "unread_count"
    case newest
  }

  /// A channel from its parts.
  public init(
    id: ChannelID, workspace: WorkspaceID, kind: ChannelKindWord, name: String, description: String, owner: AccountID?,
    partner: PersonDocument?, createdAt: Timestamp, lastSequence: Int, revision: Int, isMember: Bool,
    readSequence: Int, unreadCount: Int, newest: MessageDocument?
  ) {
    self.id = id
    self.workspace = workspace
    self.kind = kind
    self.name = name
    self.description = description
    self.owner = owner
    self.partner = partner
    self.createdAt = createdAt
    self.lastSequence = lastSequence
    self.revision = revision
    self.isMember = isMember
    self.readSequence = readSequence
    self.unreadCount = unreadCount
    self.newest = newest
  }
}

/// What somebody said.
public struct MessageDocument: NativeDocument {
  /// The message's.
  public var id: MessageID
  /// Where.
  public var channel: ChannelID
  /// 1, 2, 3, … in its channel, without gaps.
  public var sequence: Int
  /// The channel's revision when the message was made, changed or removed last.
  public var revision: Int
  /// Who said it; null where the account is gone.
  public var author: PersonDocument?
  /// Empty where only photos were sent, and once it is removed.
  public var text: String
  /// Served at `/api/photos/{name}`.
  public var photos: [PhotoName]
  /// When it was said.
  public var createdAt: Timestamp
  /// Null until it is changed.
  public var editedAt: Timestamp?
  /// Null until it is removed: what is left is its place.
  public var removedAt: Timestamp?

  enum CodingKeys: String, CodingKey {
    case id, channel, sequence, revision, author, text, photos
    case createdAt = "created_at"
    case editedAt = "edited_at"
    case removedAt = "removed_at"
  }

  /// A message from its parts.
  public init(
    id: MessageID, channel: ChannelID, sequence: Int, revision: Int, author: PersonDocument?, text: String,
    photos: [PhotoName], createdAt: Timestamp, editedAt: Timestamp?, removedAt: Timestamp?
  ) {
    self.id = id
    self.channel = channel
    self.sequence = sequence
    self.revision = revision
    self.author = author
    self.text = text
    self.photos = photos
    self.createdAt = createdAt
    self.editedAt = editedAt
    self.removedAt = removedAt
  }
}

/// Items that are told all at once.
public struct ListDocument<Item: NativeDocument>: NativeDocument {
  /// In the order that the endpoint tells.
  public var items: [Item]

  /// A list.
  public init(items: [Item]) { self.items = items }
}

/// What is new in a channel, for those who listen.
public struct ChannelNewsDocument: NativeDocument {
  /// Where.
  public var channel: ChannelID
  /// In the order of their revisions.
  public var messages: [MessageDocument]
  /// Whoever has these and knew what was before has missed nothing up to here.
  public var revision: Int

  /// News from its parts.
  public init(channel: ChannelID, messages: [MessageDocument], revision: Int) {
    self.channel = channel
    self.messages = messages
    self.revision = revision
  }
}
