import Basics
import Chat
import SQL
import Stores
import Support
import Testing

@Suite("Photos of chats")
struct ChatPhotoTests {
  @Test("Photos of chats stay while a message or a workspace shows them, and are removed afterwards")
  func cleanup() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let (inMessage, ofWorkspace) = (try await chat.photo(1, by: people[0]), try await chat.photo(2, by: people[0]))
    _ = try await chat.photo(3, by: people[0])
    let workspace = try await chat.service.makeWorkspace(
      WorkspaceContent(name: "work", photo: ofWorkspace), by: people[0])
    let channel = try await chat.standard(of: workspace)
    let message = try await chat.service.send("", photos: [inMessage], in: channel, by: people[0])
    let register = try await SQLPhotoRegister(chat.database)
    let removed = { try await register.removeUnused(before: Timestamp(seconds: 1)).count }
    #expect(try await removed() == 1)
    #expect(try await removed() == 0)
    _ = try await chat.service.remove(message.id, by: people[0])
    #expect(try await removed() == 1)
    _ = try await chat.service.change(workspace.id, to: WorkspaceContent(name: "work"), by: people[0])
    #expect(try await removed() == 1)
  }
}
