import Basics
import Chat
import Support
import Testing

/// Whatever fails, wherever it fails, leaves nothing behind and tells nobody.
@Suite("Interrupted chats")
struct InterruptedChatTests {
  private struct Fault: Error {}

  /// What is done, with its name.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (ChatService, Scene) async throws -> Void
  }

  struct Scene: Sendable {
    let people: [AccountID]
    let workspace: Workspace
    let channel: ChannelID
    let message: MessageID
    let photo: PhotoName
  }

  static let changes = [
    Change(testDescription: "make a workspace") { service, scene in
      _ = try await service.makeWorkspace(WorkspaceContent(name: "new", photo: scene.photo), by: scene.people[0])
    },
    Change(testDescription: "take somebody in") { service, scene in
      _ = try await service.addOrInvite(ChatUnderTest.email(3), to: scene.workspace.id, by: scene.people[0])
    },
    Change(testDescription: "take somebody out") { service, scene in
      try await service.remove(scene.people[1], from: scene.workspace.id, by: scene.people[0])
    },
    Change(testDescription: "hand over") { service, scene in
      _ = try await service.handOver(scene.workspace.id, to: scene.people[1], by: scene.people[0])
    },
    Change(testDescription: "open a room") { service, scene in
      _ = try await service.directRoom(with: scene.people[1], in: scene.workspace.id, by: scene.people[0])
    },
    Change(testDescription: "say") { service, scene in
      _ = try await service.send("new", photos: [scene.photo], key: "new", in: scene.channel, by: scene.people[0])
    },
    Change(testDescription: "change") { service, scene in
      _ = try await service.change(scene.message, to: "new", by: scene.people[0])
    },
    Change(testDescription: "remove") { service, scene in
      _ = try await service.remove(scene.message, by: scene.people[0])
    },
  ]

  @Test("Interrupted chats leave nothing behind, whichever statement fails", arguments: changes)
  func changesNothing(_ change: Change) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let workspace = try await chat.workspace(of: Array(people[0..<2]))
    let channel = try await chat.service.makeChannel(ChannelContent(name: "c"), .open, in: workspace.id, by: people[1])
      .channel.id
    _ = try await chat.service.join(channel, by: people[0])
    let photo = try await chat.photo(1, by: people[0])
    let message = try await chat.service.send("said", photos: [photo], in: channel, by: people[0]).id
    let scene = Scene(people: people, workspace: workspace, channel: channel, message: message, photo: photo)
    let before = try await chat.contents()
    _ = chat.bus.drain()
    var count = 0
    while true {
      count += 1
      let interrupted = InterruptedDatabase(chat.database, before: count) { throw Fault() }
      do {
        try await change.run(chat.service(over: interrupted), scene)
      } catch is Fault {
        #expect(try await chat.contents() == before)
        #expect(chat.bus.drain() == [])
        continue
      }
      break
    }
    #expect(count > 3)
    #expect(try await chat.contents() != before)
  }
}
