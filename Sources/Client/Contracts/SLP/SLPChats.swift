public import Basics

/// What somebody said in a channel.
public struct SLPChat: SLPDocument {
  /// Where.
  public var channelID: Int
  /// What that is called now.
  public var channelName: String
  /// Unique over all channels: clients keep chats by it.
  public var id: Int
  /// Empty where only photos were sent.
  public var content: String
  /// Written with three decimals. Of two of a channel the later one has the later moment.
  public var createdAt: Timestamp
  /// The paths of the photos.
  public var files: [String]
  /// Who said it.
  public var user: SLPMember

  /// A chat from its parts.
  public init(
    channelID: Int, channelName: String, id: Int, content: String, createdAt: Timestamp, files: [String],
    user: SLPMember
  ) {
    self.channelID = channelID
    self.channelName = channelName
    self.id = id
    self.content = content
    self.createdAt = createdAt
    self.files = files
    self.user = user
  }

  /// Writes the document: as it is answered to whoever sends it, listed, and told to those who listen.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("channel_id", channelID)
    writer.text("channelName", channelName)
    writer.number("chat_id", id)
    writer.text("content", content)
    writer.moment("createdAt", createdAt)
    writer.texts("files", files)
    writer.slp("user", user)
    writer.endObject()
  }
}

/// What somebody said in the room of two.
public struct SLPDirectMessage: SLPDocument {
  /// Unique over all rooms and channels.
  public var id: Int
  /// Where.
  public var roomID: Int
  /// Empty where only photos were sent.
  public var content: String
  /// Written with three decimals.
  public var createdAt: Timestamp
  /// The paths of the photos.
  public var files: [String]
  /// Who said it.
  public var user: SLPMember

  /// A message from its parts.
  public init(id: Int, roomID: Int, content: String, createdAt: Timestamp, files: [String], user: SLPMember) {
    self.id = id
    self.roomID = roomID
    self.content = content
    self.createdAt = createdAt
    self.files = files
    self.user = user
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("dm_id", id)
    writer.number("room_id", roomID)
    writer.text("content", content)
    writer.moment("createdAt", createdAt)
    writer.texts("files", files)
    writer.slp("user", user)
    writer.endObject()
  }
}

/// The room of two, in the list of somebody's rooms.
public struct SLPRoom: SLPDocument {
  /// Where it is.
  public var workspaceID: Int
  /// Its number.
  public var id: Int
  /// Written with three decimals.
  public var createdAt: Timestamp
  /// The other one.
  public var user: SLPMember

  /// A room from its parts.
  public init(workspaceID: Int, id: Int, createdAt: Timestamp, user: SLPMember) {
    self.workspaceID = workspaceID
    self.id = id
    self.createdAt = createdAt
    self.user = user
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("room_id", id)
    writer.moment("createdAt", createdAt)
    writer.slp("user", user)
    writer.endObject()
  }
}

/// What was said in the room of two.
public struct SLPRoomChats: SLPDocument {
  /// Where the room is.
  public var workspaceID: Int
  /// The room's number.
  public var roomID: Int
  /// Oldest first.
  public var chats: [SLPDirectMessage]

  /// From the parts.
  public init(workspaceID: Int, roomID: Int, chats: [SLPDirectMessage]) {
    self.workspaceID = workspaceID
    self.roomID = roomID
    self.chats = chats
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("room_id", roomID)
    writer.list("chats", chats) { $0.write(to: &$1) }
    writer.endObject()
  }
}

/// How many messages of a room somebody has not read.
public struct SLPUnreadMessages: SLPDocument {
  /// The room's number.
  public var roomID: Int
  /// Messages of the other one.
  public var count: Int

  /// A count from its parts.
  public init(roomID: Int, count: Int) {
    self.roomID = roomID
    self.count = count
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("room_id", roomID)
    writer.number("count", count)
    writer.endObject()
  }
}
