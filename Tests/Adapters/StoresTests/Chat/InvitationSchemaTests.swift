import Basics
import Chat
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

@Suite("The migration that binds invitations to accounts", .enabled(if: TestDatabase.engine == .sqlite))
struct InvitationSchemaTests {
  @Test("Invitations go to the account with the address, others are removed; provider accounts have verified addresses")
  func migrated() async throws {
    let directory = try ScratchDirectory()
    let database = try await SQLiteDatabase(path: directory.url.appendingPathComponent("invitations.sqlite").path)
    try await database.migrate(
      Schema.migrations(of: .main, for: .sqlite).filter { $0.number < InvitationSchema.migration.number })
    let (mina, juno, dami) = (
      try await database.addAccount(1), try await database.addAccount(2), try await database.addAccount(3)
    )
    try await database.write { connection in
      for (account, email) in [(mina, "mina@example.com"), (juno, "juno@example.com"), (dami, "dami@example.com")] {
        try connection.run(
          "UPDATE account SET email = $2 WHERE id = $1", [.text(account.description), .text(email)])
        try connection.run(
          "INSERT INTO identity (provider, subject, account_id, email, linked_at) VALUES ('kakao', $1, $1, $2, 0)",
          [.text(account.description), .text(email)])
      }
      try connection.run("UPDATE account SET password_hash = NULL WHERE id = $1", [.text(juno.description)])
      try connection.run(
        """
        INSERT INTO workspace (owner_id, name, name_folded, description, created_at, member_count)
        VALUES ($1, 'w', 'w', '', 0, 1)
        """, [.text(mina.description)])
      try connection.run(
        "INSERT INTO workspace_member (workspace_id, account_id, joined_at) VALUES (1, $1, 0)",
        [.text(mina.description)])
      for email in ["juno@example.com", "nobody@example.com"] {
        try connection.run(
          "INSERT INTO workspace_invitation (workspace_id, email, inviter_id, created_at) VALUES (1, $1, $2, 7)",
          [.text(email), .text(mina.description)])
      }
    }
    try await database.prepareStores()
    let chats = ChatService(
      store: SQLChatStore(database), bus: RecordingBus(), clock: { Timestamp(milliseconds: 0) })
    let invitations = try await chats.invitations(for: juno)
    #expect(invitations.map(\.by.id) == [mina] && invitations.map(\.createdAt.milliseconds) == [7])
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM workspace_invitation") } == 1)
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM pragma_foreign_key_check") } == 0)
    let id = WorkspaceID(1)
    #expect(try await chats.invitee("juno@example.com", to: id, by: mina)?.isEmailVerified == true)
    #expect(try await chats.invitee("dami@example.com", to: id, by: mina)?.isEmailVerified == false)
  }
}
