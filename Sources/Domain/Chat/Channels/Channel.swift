package import Basics

/// A place to talk.
package struct Channel: Hashable, Sendable {
  /// Stable.
  package let id: ChannelID
  /// Where it is.
  package let workspace: WorkspaceID
  /// Of what kind.
  package let kind: ChannelKind
  /// What its owner decides; of a direct room empty.
  package var content: ChannelContent
  /// Who may change and remove it; nil for a direct room.
  package var owner: AccountID?
  /// When it was made.
  package let createdAt: Timestamp
  /// The number of its newest message; 0 where nothing was said.
  package var lastSequence: Int
  /// Counts every message, change and removal: whoever knows everything up to here has missed nothing.
  package var revision: Int

  /// A channel from its parts.
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

/// Of what kind a channel is.
package enum ChannelKind: String, Hashable, Sendable, CaseIterable {
  /// Everybody in the workspace is in it, and stays: it is made with the workspace.
  case standard
  /// Everybody in the workspace sees it and may join.
  case open
  /// Only those in it see it; its owner invites.
  case closed
  /// Two members of the workspace, and nobody else ever.
  case direct
}

/// What the owner of a channel decides.
package struct ChannelContent: Hashable, Sendable {
  /// 1...30 characters; in a workspace once, whatever the case.
  package var name: String
  /// At most 500 characters.
  package var description: String

  /// Content from its parts.
  package init(name: String, description: String = "") {
    self.name = name
    self.description = description
  }
}

/// A channel as one of its members sees it.
package struct SeenChannel: Hashable, Sendable {
  /// The channel.
  package var channel: Channel
  /// The other of a direct room; nil for other kinds, and where the other is gone.
  package var partner: Person?
  /// Whether whoever looks is in it.
  package var isMember: Bool
  /// Up to which message whoever looks has read; 0 for none.
  package var readSequence: Int
  /// How many messages of others whoever looks has not read.
  package var unreadCount: Int
  /// The newest message that is not removed; nil where there is none.
  package var newest: ChatMessage?

  /// A channel from its parts.
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

/// What somebody said.
package struct ChatMessage: Hashable, Sendable {
  /// Stable, and unique over all channels.
  package let id: MessageID
  /// Where.
  package let channel: ChannelID
  /// 1, 2, 3, … in its channel, without gaps.
  package let sequence: Int
  /// The channel's revision when the message was made, changed or removed last.
  package var revision: Int
  /// Who said it; nil where the account is gone.
  package var author: Person?
  /// At most 5,000 characters; empty where only photos were sent, and once it is removed.
  package var text: String
  /// At most 5; none once it is removed.
  package var photos: [PhotoName]
  /// When; of two messages of a channel the later sequence has the later moment, by at least a millisecond.
  package let createdAt: Timestamp
  /// Nil until it is changed.
  package var editedAt: Timestamp?
  /// Nil until it is removed: what is left is its place.
  package var removedAt: Timestamp?

  /// A message from its parts.
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

/// Which messages of a channel are asked for.
package enum MessageRange: Hashable, Sendable {
  /// Those with a later sequence, oldest first.
  case after(sequence: Int)
  /// Those with an earlier sequence, newest first; nil begins with the newest.
  case before(sequence: Int?)
  /// Those made, changed or removed since a revision, in the order of their revisions: what somebody who knew
  /// everything up to there has missed.
  case changed(sinceRevision: Int)
  /// Those made later than a moment, oldest first.
  case since(Timestamp)
}
