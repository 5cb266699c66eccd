package import Basics

/// A channel or direct room of a workspace.
package struct Channel: Hashable, Sendable {
  package let id: ChannelID
  package let workspace: WorkspaceID
  package let kind: ChannelKind
  /// Empty for a direct room.
  package var content: ChannelContent
  /// May change and remove the channel; nil for a direct room.
  package var owner: AccountID?
  package let createdAt: Timestamp
  /// The sequence number of its newest message; 0 if it has none.
  package var lastSequence: Int
  /// Counts every message, change and removal: a client that has seen everything up to a revision has missed nothing.
  package var revision: Int

  package init(
    id: ChannelID, workspace: WorkspaceID, kind: ChannelKind, content: ChannelContent, owner: AccountID?,
    createdAt: Timestamp, lastSequence: Int, revision: Int
  ) {
    self.id = id
    self.workspace = workspace
    self.kind = kind
    self.content = content
    self.owner = owner
    self.createdAt = createdAt
    self.lastSequence = lastSequence
    self.revision = revision
  }
}

package enum ChannelKind: String, Hashable, Sendable, CaseIterable {
  /// Created with the workspace; all its members are always in it.
  case standard
  /// Visible to all members of the workspace, who may join it.
  case open
  /// Visible to its members only; its owner adds members.
  case closed
  /// A room of exactly two members of the workspace.
  case direct
}

/// What the rules need to know about a channel and an account in its workspace.
package struct ChannelAccess: Hashable, Sendable {
  package let channel: Channel
  package let person: Person
  package let isMember: Bool
  /// Whether either member of a direct room has blocked the other; false for other channels.
  package let isBlocked: Bool
  /// The account's message with the given idempotency key; nil if there is none, or no key was given.
  package let sent: MessageID?

  package init(channel: Channel, person: Person, isMember: Bool, isBlocked: Bool, sent: MessageID?) {
    self.channel = channel
    self.person = person
    self.isMember = isMember
    self.isBlocked = isBlocked
    self.sent = sent
  }
}

/// What the rules need to know before two members of a workspace get a direct room.
package struct RoomPartner: Hashable, Sendable {
  package let isBlocked: Bool
  /// Their direct room, whether or not they are in it now; nil if there is none.
  package let room: ChannelID?

  package init(isBlocked: Bool, room: ChannelID?) {
    self.isBlocked = isBlocked
    self.room = room
  }
}

package struct ChannelMembership: Hashable, Sendable {
  package let channel: ChannelID
  package let account: AccountID

  package init(channel: ChannelID, account: AccountID) {
    self.channel = channel
    self.account = account
  }

  var event: ChatEvent { .membership(channel, account) }
}

/// The part of a channel that its owner edits.
package struct ChannelContent: Hashable, Sendable {
  /// 1...30 characters, unique in the workspace without regard to case.
  package var name: String
  /// At most 500 characters.
  package var description: String

  package init(name: String, description: String = "") {
    self.name = name
    self.description = description
  }
}

package struct ChannelView: Hashable, Sendable {
  package var channel: Channel
  /// The other member of a direct room; nil for other kinds, and if that account is gone.
  package var partner: Person?
  package var isMember: Bool
  /// The sequence number of the viewer's last read message; 0 for none.
  package var readSequence: Int
  /// The number of messages of others that the viewer has not read.
  package var unreadCount: Int
  /// The newest message that is not removed; nil if there is none.
  package var newest: ChatMessage?

  package init(
    channel: Channel, partner: Person?, isMember: Bool, readSequence: Int, unreadCount: Int, newest: ChatMessage?
  ) {
    self.channel = channel
    self.partner = partner
    self.isMember = isMember
    self.readSequence = readSequence
    self.unreadCount = unreadCount
    self.newest = newest
  }
}

package struct ChatMessage: Hashable, Sendable {
  /// Unique over all channels.
  package let id: MessageID
  package let channel: ChannelID
  /// 1, 2, 3, … within its channel, without gaps.
  package let sequence: Int
  /// The channel's revision of the message's last change.
  package var revision: Int
  /// Nil if the account is gone.
  package var author: Person?
  /// At most 5,000 characters; empty if only photos were sent, and after removal.
  package var text: String
  /// At most 5; empty after removal.
  package var photos: [PhotoName]
  /// Within a channel, strictly increasing with the sequence number, by at least a millisecond.
  package let createdAt: Timestamp
  /// Nil until the first change.
  package var editedAt: Timestamp?
  /// Nil until removal, which leaves the message as a tombstone.
  package var removedAt: Timestamp?

  package init(
    id: MessageID, channel: ChannelID, sequence: Int, revision: Int, author: Person?, text: String,
    photos: [PhotoName], createdAt: Timestamp, editedAt: Timestamp? = nil, removedAt: Timestamp? = nil
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

package enum MessageRange: Hashable, Sendable {
  /// A later sequence number, oldest first.
  case after(sequence: Int)
  /// An earlier sequence number, newest first; nil begins with the newest.
  case before(sequence: Int?)
  /// Created, changed or removed since a revision, ordered by revision: what a client that had seen everything up to
  /// there has missed.
  case changed(sinceRevision: Int)
  /// Created after an instant, oldest first.
  case since(Timestamp)
}
