import Basics
import Chat
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

@Suite("The origin of workspaces", .enabled(if: TestDatabase.engine == .sqlite))
struct WorkspaceOriginTests {
  @Test("Existing workspaces have no origin and count as native; new ones record it")
  func origins() async throws {
    let directory = try ScratchDirectory()
    let database = try await SQLiteDatabase(path: directory.url.appendingPathComponent("origins.sqlite").path)
    try await database.migrate(
      Schema.migrations(of: .main, for: .sqlite).filter { $0.number < WorkspaceOriginSchema.migration.number })
    let mina = try await database.addAccount(1)
    try await database.write {
      try $0.run(
        """
        INSERT INTO workspace (owner_id, name, name_folded, description, created_at, member_count)
        VALUES ($1, 'old', 'old', '', 0, 1)
        """, [.text(mina.description)])
    }
    try await database.prepareStores()
    let chats = ChatService(
      store: SQLChatStore(database), bus: RecordingBus(), clock: { Timestamp(milliseconds: 0) })
    #expect(try await chats.origin(of: WorkspaceID(1)) == .native)
    for origin in WorkspaceOrigin.allCases {
      let made = try await chats.makeWorkspace(WorkspaceContent(name: origin.rawValue), origin: origin, by: mina)
      #expect(made.origin == origin)
      #expect(try await chats.origin(of: made.id) == origin)
    }
    #expect(try await chats.origin(of: WorkspaceID(99)) == nil)
  }
}
