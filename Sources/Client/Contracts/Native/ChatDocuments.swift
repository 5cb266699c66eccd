public import Basics

/// A workspace: a group of members with channels.
public struct WorkspaceDocument: NativeDocument {
  /// The identifier.
  public var id: WorkspaceID
  /// 1 to 30 characters.
  public var name: String
  /// May be empty.
  public var description: String
  /// Its picture, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// The account that may change and remove it.
  public var owner: AccountID
  /// The time of creation.
  public var createdAt: Timestamp
  /// The number of members.
  public var memberCount: Int

  enum CodingKeys: String, CodingKey {
    case id, name, description, photo, owner
    case createdAt = "created_at"
    case memberCount = "member_count"
  }

  /// Creates a workspace.
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

/// The role of a member. Clients must accept unknown values.
public struct MemberRoleValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a role from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// May change and remove the workspace or channel.
  public static let owner = MemberRoleValue(rawValue: "owner")
  /// Any other member.
  public static let member = MemberRoleValue(rawValue: "member")

  /// All known values.
  public static let all = [owner, member]
}

/// A member of a workspace or channel.
public struct MemberDocument: NativeDocument {
  /// The member's current public data.
  public var person: PersonDocument
  /// The role.
  public var role: MemberRoleValue
  /// The time of joining.
  public var joinedAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case person, role
    case joinedAt = "joined_at"
  }

  /// Creates a member.
  public init(person: PersonDocument, role: MemberRoleValue, joinedAt: Timestamp) {
    self.person = person
    self.role = role
    self.joinedAt = joinedAt
  }
}

/// An invitation to a workspace.
public struct InvitationDocument: NativeDocument {
  /// The workspace; its number is used to answer the invitation.
  public var workspace: WorkspaceDocument
  /// The inviter.
  public var by: PersonDocument
  /// The time of the invitation.
  public var createdAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case workspace, by
    case createdAt = "created_at"
  }

  /// Creates an invitation.
  public init(workspace: WorkspaceDocument, by: PersonDocument, createdAt: Timestamp) {
    self.workspace = workspace
    self.by = by
    self.createdAt = createdAt
  }
}

/// The account with an e-mail address, before it is invited.
public struct InviteeDocument: NativeDocument {
  /// Current public data; nil when no account has the address.
  public var person: PersonDocument?
  /// Whether a login provider has verified the address.
  public var isEmailVerified: Bool

  enum CodingKeys: String, CodingKey {
    case person
    case isEmailVerified = "is_email_verified"
  }

  /// Creates an invitee.
  public init(person: PersonDocument?, isEmailVerified: Bool) {
    self.person = person
    self.isEmailVerified = isEmailVerified
  }
}

/// An invitation link for one person.
public struct InvitationLinkDocument: NativeDocument {
  /// A single-use code: the first account to send it joins.
  public var code: String
  /// The URL of the page that redeems it.
  public var address: String
  /// The end of its validity.
  public var expiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case code, address
    case expiresAt = "expires_at"
  }

  /// Creates a link.
  public init(code: String, address: String, expiresAt: Timestamp) {
    self.code = code
    self.address = address
    self.expiresAt = expiresAt
  }
}

/// The kind of a channel. Clients must accept unknown values.
public struct ChannelKindValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a kind from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Every member of the workspace is in it and cannot leave.
  public static let standard = ChannelKindValue(rawValue: "standard")
  /// Every member of the workspace sees it and may join.
  public static let open = ChannelKindValue(rawValue: "open")
  /// Only its members see it.
  public static let closed = ChannelKindValue(rawValue: "closed")
  /// A direct-message room of two.
  public static let direct = ChannelKindValue(rawValue: "direct")

  /// All known values.
  public static let all = [standard, open, closed, direct]
}

/// A channel as the caller sees it.
public struct ChannelDocument: NativeDocument {
  /// The identifier.
  public var id: ChannelID
  /// The workspace it belongs to.
  public var workspace: WorkspaceID
  /// The kind.
  public var kind: ChannelKindValue
  /// The name; empty for a direct room.
  public var name: String
  /// May be empty.
  public var description: String
  /// The account that may change and remove it; null for a direct room.
  public var owner: AccountID?
  /// The other participant of a direct room; null for other kinds and for a deleted account.
  public var partner: PersonDocument?
  /// The time of creation.
  public var createdAt: Timestamp
  /// The sequence of its newest message; 0 without messages.
  public var lastSequence: Int
  /// Counts every message, change and removal.
  public var revision: Int
  /// Whether the caller is a member.
  public var isMember: Bool
  /// The sequence up to which the caller has read; 0 for none.
  public var readSequence: Int
  /// The number of others' messages that the caller has not read.
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

  /// Creates a channel.
  public init(
    id: ChannelID, workspace: WorkspaceID, kind: ChannelKindValue, name: String, description: String, owner: AccountID?,
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

/// A message of a channel.
public struct MessageDocument: NativeDocument {
  /// The identifier.
  public var id: MessageID
  /// The channel it belongs to.
  public var channel: ChannelID
  /// 1, 2, 3, … in its channel, without gaps.
  public var sequence: Int
  /// The channel's revision at the last change of the message: creation, edit or removal.
  public var revision: Int
  /// The author; null for a deleted account.
  public var author: PersonDocument?
  /// Empty for photos only, and after removal.
  public var text: String
  /// Served at `/api/photos/{name}`.
  public var photos: [PhotoName]
  /// The time of creation.
  public var createdAt: Timestamp
  /// The time of the last edit; null until edited.
  public var editedAt: Timestamp?
  /// The time of removal; null until removed. A removed message keeps its sequence.
  public var removedAt: Timestamp?

  enum CodingKeys: String, CodingKey {
    case id, channel, sequence, revision, author, text, photos
    case createdAt = "created_at"
    case editedAt = "edited_at"
    case removedAt = "removed_at"
  }

  /// Creates a message.
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

/// A complete list, without pages.
public struct ListDocument<Item: NativeDocument>: NativeDocument {
  /// In the order of the endpoint.
  public var items: [Item]

  /// Creates a list.
  public init(items: [Item]) { self.items = items }
}

/// New messages and changes of a channel, for listeners.
public struct ChannelUpdateDocument: NativeDocument {
  /// The channel.
  public var channel: ChannelID
  /// In the order of their revisions.
  public var messages: [MessageDocument]
  /// The channel's revision after these messages: a client that had everything before them is now up to date.
  public var revision: Int

  /// Creates an update.
  public init(channel: ChannelID, messages: [MessageDocument], revision: Int) {
    self.channel = channel
    self.messages = messages
    self.revision = revision
  }
}
