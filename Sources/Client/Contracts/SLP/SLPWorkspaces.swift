public import Basics

/// A workspace.
public struct SLPWorkspace: SLPDocument {
  /// What is told of one workspace, and left out where many are listed.
  public struct Company: Hashable, Sendable {
    /// Those that whoever reads this sees, the default one first.
    public var channels: [SLPChannel]
    /// Its owner first.
    public var members: [SLPMember]

    /// From the parts.
    public init(channels: [SLPChannel], members: [SLPMember]) {
      self.channels = channels
      self.members = members
    }
  }

  /// Its number.
  public var id: Int
  /// 1 to 30 characters.
  public var name: String
  /// May be empty.
  public var description: String
  /// The path of its picture.
  public var thumbnail: String
  /// Whose it is.
  public var ownerID: Int
  /// Written with three decimals.
  public var createdAt: Timestamp
  /// Nil in lists.
  public var company: Company?

  /// A workspace from its parts.
  public init(
    id: Int, name: String, description: String, thumbnail: String, ownerID: Int, createdAt: Timestamp,
    company: Company? = nil
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.thumbnail = thumbnail
    self.ownerID = ownerID
    self.createdAt = createdAt
    self.company = company
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", id)
    writer.text("name", name)
    writer.text("description", description)
    writer.text("thumbnail", thumbnail)
    writer.number("owner_id", ownerID)
    writer.moment("createdAt", createdAt)
    if let company {
      writer.list("channels", company.channels) { $0.write(to: &$1) }
      writer.list("workspaceMembers", company.members) { $0.write(to: &$1) }
    }
    writer.endObject()
  }
}

/// A channel.
public struct SLPChannel: SLPDocument {
  /// Where it is.
  public var workspaceID: Int
  /// Its number.
  public var id: Int
  /// 1 to 30 characters.
  public var name: String
  /// May be empty.
  public var description: String
  /// Whose it is.
  public var ownerID: Int
  /// Whether only those in it see it: written as 0 or 1, for clients do not read a truth value there.
  public var isPrivate: Bool
  /// Written with three decimals.
  public var createdAt: Timestamp
  /// Its owner first; nil where many channels are listed, and left out there.
  public var members: [SLPMember]?

  /// A channel from its parts.
  public init(
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
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("channel_id", id)
    writer.text("name", name)
    writer.text("description", description)
    writer.number("owner_id", ownerID)
    writer.number("private", isPrivate ? 1 : 0)
    writer.moment("createdAt", createdAt)
    if let members { writer.list("channelMembers", members) { $0.write(to: &$1) } }
    writer.endObject()
  }
}

/// How many messages of a channel somebody has not read.
public struct SLPUnreadChats: SLPDocument {
  /// Its number.
  public var channelID: Int
  /// What it is called.
  public var name: String
  /// Messages of others.
  public var count: Int

  /// A count from its parts.
  public init(channelID: Int, name: String, count: Int) {
    self.channelID = channelID
    self.name = name
    self.count = count
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("channel_id", channelID)
    writer.text("name", name)
    writer.number("count", count)
    writer.endObject()
  }
}
