import Chat
import SQL
import Support
import Testing

@testable import Stores

/// A page of any list costs the same at any depth and of any size only while each statement seeks in one index.
@Suite("The plan of every list of chats", .enabled(if: TestDatabase.engine == .sqlite))
struct ChatPlanTests {
  static let statements: [(statement: String, index: String)] = [
    (ChatTransaction.statement(.after(sequence: 0)), "message_sequence (channel_id=? AND sequence>?)"),
    (ChatTransaction.statement(.before(sequence: nil)), "message_sequence (channel_id=? AND sequence<?)"),
    (ChatTransaction.statement(.changed(sinceRevision: 0)), "message_revision (channel_id=? AND revision>?)"),
    (ChatTransaction.statement(.since(ManualClock().now)), "message_moment (channel_id=? AND created_at>?)"),
    (ChatTransaction.sequenceAtInstant, "message_moment (channel_id=? AND created_at<?)"),
    (ChatTransaction.messageOfKey, "message_key (channel_id=? AND author_id=? AND key=?)"),
    (ChatTransaction.newestMessage, "COVERING INDEX message_standing (channel_id=?)"),
    (ChatTransaction.unread, "COVERING INDEX message_standing (channel_id=? AND sequence>?)"),
    (ChatTransaction.search, "message_search (workspace_id=? AND id>? AND id<?)"),
    (ChatTransaction.searchEnd, "message_search (workspace_id=? AND id<?)"),
    (ChatTransaction.workspaces, "workspace_member_account (account_id=?)"),
    (ChatTransaction.workspaceMembers, "workspace_member_joined (workspace_id=?)"),
    (ChatTransaction.channelMembers, "channel_member_joined (channel_id=?)"),
    (ChatTransaction.invitations, "workspace_invitation_account (account_id=?)"),
    (ChatTransaction.channels, "channel_name (workspace_id=? AND name_folded>?)"),
  ]

  @Test("is a seek in an index that has the order", arguments: statements)
  func seeks(_ statement: String, _ index: String) async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: statement)
      #expect(steps.contains { $0.contains(index) }, "\(steps)")
      for step in steps { #expect(step.hasPrefix("SEARCH ") || step.contains("SUBQUERY"), "\(step)") }
    }
  }

  @Test("and of rooms sorts only those that somebody is in")
  func rooms() async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: ChatTransaction.rooms)
      #expect(steps[0].contains("channel_member_account (account_id=? AND workspace_id=?)"), "\(steps)")
      #expect(steps.dropFirst().allSatisfy { $0.hasPrefix("SEARCH ") || $0.contains("ORDER BY") }, "\(steps)")
    }
  }
  @Test("and finds the rooms that somebody had by either of their places")
  func bothPositions() async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: ChatTransaction.roomsOfAccount).filter { $0.hasPrefix("S") }
      #expect(steps.count == 2)
      #expect(steps[0].contains("channel_room (one_id=? AND workspace_id=?)"), "\(steps)")
      #expect(steps[1].contains("channel_other (other_id=? AND workspace_id=?)"), "\(steps)")
    }
  }
}
