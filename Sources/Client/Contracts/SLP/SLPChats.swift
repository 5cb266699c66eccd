package import Basics
package import JSON

package struct SLPChat: SLPDocument {
  package var channelID: Int
  package var channelName: String
  /// Unique across all channels: clients store chats by it.
  package var id: Int
  /// Empty for a message of photos only.
  package var content: String
  /// Written with three decimals. Strictly increasing within a channel.
  package var createdAt: Timestamp
  package var files: [String]
  package var user: SLPMember

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

  /// Writes the document, the same for the sender, for lists and for Socket.IO.
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

package struct SLPDirectMessage: SLPDocument {
  /// Unique across all rooms and channels.
  package var id: Int
  package var roomID: Int
  /// Empty for a message of photos only.
  package var content: String
  /// Written with three decimals.
  package var createdAt: Timestamp
  package var files: [String]
  package var user: SLPMember

  package init(id: Int, roomID: Int, content: String, createdAt: Timestamp, files: [String], user: SLPMember) {
    self.id = id
    self.roomID = roomID
    self.content = content
    self.createdAt = createdAt
    self.files = files
    self.user = user
  }

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

package struct SLPRoom: SLPDocument {
  package var workspaceID: Int
  package var id: Int
  /// Written with three decimals.
  package var createdAt: Timestamp
  package var user: SLPMember

  package init(workspaceID: Int, id: Int, createdAt: Timestamp, user: SLPMember) {
    self.workspaceID = workspaceID
    self.id = id
    self.createdAt = createdAt
    self.user = user
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("room_id", id)
    writer.instant("createdAt", createdAt)
    writer.slp("user", user)
    writer.endObject()
  }
}

package struct SLPRoomChats: SLPDocument {
  package var workspaceID: Int
  package var roomID: Int
  /// Oldest first.
  package var chats: [SLPDirectMessage]

  package init(workspaceID: Int, roomID: Int, chats: [SLPDirectMessage]) {
    self.workspaceID = workspaceID
    self.roomID = roomID
    self.chats = chats
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("workspace_id", workspaceID)
    writer.number("room_id", roomID)
    writer.list("chats", chats) { $0.write(to: &$1) }
    writer.endObject()
  }
}

package struct SLPUnreadMessages: SLPDocument {
  package var roomID: Int
  /// Counts messages of the other participant only.
  package var count: Int

  package init(roomID: Int, count: Int) {
    self.roomID = roomID
    self.count = count
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("room_id", roomID)
    writer.number("count", count)
    writer.endObject()
  }
}
