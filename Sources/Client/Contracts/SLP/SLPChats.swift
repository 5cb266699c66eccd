package import Basics

/// What somebody said in a channel.
package struct SLPChat: SLPDocument {
  /// Where.
  package var channelID: Int
  /// What that is called now.
  package var channelName: String
  /// Unique over all channels: clients keep chats by it.
  package var id: Int
  /// Empty where only photos were sent.
  package var content: String
  /// Written with three decimals. Of two of a channel the later one has the later moment.
  package var createdAt: Timestamp
  /// The paths of the photos.
  package var files: [String]
  /// Who said it.
  package var user: SLPMember

  /// A chat from its parts.
  package init(
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
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("channel_id", channelID)
    writer.text("channelName", channelName)
    writer.number("chat_id", id)
    writer.text("content", content)
    writer.instant("createdAt", createdAt)
    writer.texts("files", files)
    writer.slp("user", user)
    writer.endObject()
  }
}

/// What somebody said in the room of two.
package struct SLPDirectMessage: SLPDocument {
  /// Unique over all rooms and channels.
  package var id: Int
  /// Where.
  package var roomID: Int
  /// Empty where only photos were sent.
  package var content: String
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// The paths of the photos.
  package var files: [String]
  /// Who said it.
  package var user: SLPMember

  /// A message from its parts.
  package init(id: Int, roomID: Int, content: String, createdAt: Timestamp, files: [String], user: SLPMember) {
    self.id = id
    self.roomID = roomID
    self.content = content
    self.createdAt = createdAt
    self.files = files
    self.user = user
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("dm_id", id)
    writer.number("room_id", roomID)
    writer.text("content", content)
    writer.instant("createdAt", createdAt)
    writer.texts("files", files)
    writer.slp("user", user)
    writer.endObject()
  }
}

/// The room of two, in the list of somebody's rooms.
package struct SLPRoom: SLPDocument {
  /// Where it is.
  package var workspaceID: Int
  /// Its number.
  package var id: Int
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// The other one.
  package var user: SLPMember

  /// A room from its parts.
  package init(workspaceID: Int, id: Int, createdAt: Timestamp, user: SLPMember) {
    self.workspaceID = workspaceID
    self.id = id
    self.createdAt = createdAt
    self.user = user
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("room_id", id)
    writer.instant("createdAt", createdAt)
    writer.slp("user", user)
    writer.endObject()
  }
}

/// What was said in the room of two.
package struct SLPRoomChats: SLPDocument {
  /// Where the room is.
  package var workspaceID: Int
  /// The room's number.
  package var roomID: Int
  /// Oldest first.
  package var chats: [SLPDirectMessage]

  /// From the parts.
  package init(workspaceID: Int, roomID: Int, chats: [SLPDirectMessage]) {
    self.workspaceID = workspaceID
    self.roomID = roomID
    self.chats = chats
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("room_id", roomID)
    writer.list("chats", chats) { $0.write(to: &$1) }
    writer.endObject()
  }
}

/// How many messages of a room somebody has not read.
package struct SLPUnreadMessages: SLPDocument {
  /// The room's number.
  package var roomID: Int
  /// Messages of the other one.
  package var count: Int

  /// A count from its parts.
  package init(roomID: Int, count: Int) {
    self.roomID = roomID
    self.count = count
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("room_id", roomID)
    writer.number("count", count)
    writer.endObject()
  }
}
