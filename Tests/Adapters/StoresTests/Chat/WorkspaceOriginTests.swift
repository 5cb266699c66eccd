import Basics
import Chat
import Support
import Testing

@Suite("The origin of workspaces")
struct WorkspaceOriginTests {
  @Test("A workspace records the kind of client that made it")
  func origins() async throws {
    let conversation = try await ChatUnderTest()
    let mina = try await conversation.accounts(1)[0]
    let chats = conversation.service
    for origin in WorkspaceOrigin.allCases {
      let made = try await chats.makeWorkspace(WorkspaceContent(name: origin.rawValue), origin: origin, by: mina)
      #expect(made.origin == origin)
      #expect(try await chats.origin(of: made.id) == origin)
    }
    #expect(try await chats.origin(of: WorkspaceID(99)) == nil)
  }
}
