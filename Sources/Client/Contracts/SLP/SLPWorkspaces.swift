package import Basics

/// A workspace.
package struct SLPWorkspace: SLPDocument {
  /// What is told of one workspace, and left out where many are listed.
  package struct Membership: Hashable, Sendable {
    /// Those that whoever reads this sees, the default one first.
    package var channels: [SLPChannel]
    /// Its owner first.
    package var members: [SLPMember]

    /// From the parts.
    package init(channels: [SLPChannel], members: [SLPMember]) {
      self.channels = channels
      self.members = members
    }
  }

  /// Its number.
  package var id: Int
  /// 1 to 30 characters.
  package var name: String
  /// May be empty.
  package var description: String
  /// The path of its picture.
  package var thumbnail: String
  /// Whose it is.
  package var ownerID: Int
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// Nil in lists.
  package var membership: Membership?

  /// A workspace from its parts.
  package init(
    id: Int, name: String, description: String, thumbnail: String, ownerID: Int, createdAt: Timestamp,
    membership: Membership? = nil
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.thumbnail = thumbnail
    self.ownerID = ownerID
    self.createdAt = createdAt
    self.membership = membership
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", id)
    writer.text("name", name)
    writer.text("description", description)
    writer.text("thumbnail", thumbnail)
    writer.number("owner_id", ownerID)
    writer.instant("createdAt", createdAt)
    if let membership {
      writer.list("channels", membership.channels) { $0.write(to: &$1) }
      writer.list("workspaceMembers", membership.members) { $0.write(to: &$1) }
    }
    writer.endObject()
  }
}

/// A channel.
package struct SLPChannel: SLPDocument {
  /// Where it is.
  package var workspaceID: Int
  /// Its number.
  package var id: Int
  /// 1 to 30 characters.
  package var name: String
  /// May be empty.
  package var description: String
  /// Whose it is.
  package var ownerID: Int
  /// Whether only those in it see it: written as 0 or 1, for clients do not read a truth value there.
  package var isPrivate: Bool
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// Its owner first; nil where many channels are listed, and left out there.
  package var members: [SLPMember]?

  /// A channel from its parts.
  package init(
    workspaceID: Int, id: Int, name: String, description: String, ownerID: Int, isPrivate: Bool,
    createdAt: Timestamp, members: [SLPMember]? = nil
  ) {
    self.workspaceID = workspaceID
    self.id = id
    self.name = name
    self.description = description
    self.ownerID = ownerID
    self.isPrivate = isPrivate
    self.createdAt = createdAt
    self.members = members
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("channel_id", id)
    writer.text("name", name)
    writer.text("description", description)
    writer.number("owner_id", ownerID)
    writer.number("private", isPrivate ? 1 : 0)
    writer.instant("createdAt", createdAt)
    if let members { writer.list("channelMembers", members) { $0.write(to: &$1) } }
    writer.endObject()
  }
}

/// How many messages of a channel somebody has not read.
package struct SLPUnreadChats: SLPDocument {
  /// Its number.
  package var channelID: Int
  /// What it is called.
  package var name: String
  /// Messages of others.
  package var count: Int

  /// A count from its parts.
  package init(channelID: Int, name: String, count: Int) {
    self.channelID = channelID
    self.name = name
    self.count = count
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("channel_id", channelID)
    writer.text("name", name)
    writer.number("count", count)
    writer.endObject()
  }
}
