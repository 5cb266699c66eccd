package import Basics
package import JSON

package struct SLPWorkspace: SLPDocument {
  /// The fields that lists leave out.
  package struct Membership: Hashable, Sendable {
    /// The channels visible to the reader, the default one first.
    package var channels: [SLPChannel]
    /// The owner first.
    package var members: [SLPMember]

    package init(channels: [SLPChannel], members: [SLPMember]) {
      self.channels = channels
      self.members = members
    }
  }

  package var id: Int
  /// 1 to 30 characters.
  package var name: String
  /// May be empty.
  package var description: String
  package var thumbnail: String
  package var ownerID: Int
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// Nil in lists.
  package var membership: Membership?

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

package struct SLPChannel: SLPDocument {
  package var workspaceID: Int
  package var id: Int
  /// 1 to 30 characters.
  package var name: String
  /// May be empty.
  package var description: String
  package var ownerID: Int
  /// Whether only members see it: written as 0 or 1, since clients cannot read a Boolean there.
  package var isPrivate: Bool
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// The owner first; nil in lists, and then left out.
  package var members: [SLPMember]?

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

/// The number of unread messages of a channel.
package struct SLPUnreadChats: SLPDocument {
  package var channelID: Int
  package var name: String
  /// Counts messages of others only.
  package var count: Int

  package init(channelID: Int, name: String, count: Int) {
    self.channelID = channelID
    self.name = name
    self.count = count
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("channel_id", channelID)
    writer.text("name", name)
    writer.number("count", count)
    writer.endObject()
  }
}
