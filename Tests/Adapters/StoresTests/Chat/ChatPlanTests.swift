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
    (ChatTransaction.access, "message_key (channel_id=? AND author_id=? AND key=?)"),
    (ChatTransaction.view, "COVERING INDEX message_standing (channel_id=?)"),
    (ChatTransaction.view, "COVERING INDEX message_standing (channel_id=? AND sequence>?)"),
    (ChatTransaction.namedView, "channel_name (workspace_id=? AND name_folded=?)"),
    (ChatTransaction.photos("$1, $2"), "message_photo_1 (message_id=?)"),
    (ChatTransaction.memberships(2), "channel_member_1 (channel_id=? AND account_id=?)"),
    (ChatTransaction.partner, "channel_room (one_id=? AND workspace_id=? AND other_id=?)"),
    (ChatTransaction.joinedWorkspace, "workspace_member_1 (workspace_id=? AND account_id=?)"),
    (ChatTransaction.owner, "workspace_owner (owner_id=? AND name_folded=?)"),
    (ChatTransaction.candidate, "workspace_member_1 (workspace_id=? AND account_id=?)"),
    (ChatTransaction.leaving("$2, $3"), "channel_member_account (account_id=? AND workspace_id=?)"),
    (ChatTransaction.blocked(among: "$2, $3"), "block_1 (blocker_id=? AND blocked_id=?)"),
    (ChatTransaction.invitation, "workspace_invitation_1 (workspace_id=? AND account_id=?)"),
    (ChatTransaction.unread, "COVERING INDEX message_standing (channel_id=? AND sequence>?)"),
    (ChatTransaction.admittedApplications, "workspace_member_account (account_id=?)"),
    (ChatTransaction.admittedApplications, "party_application_time (party_id=?)"),
    (ChatTransaction.search, "message_search (workspace_id=? AND id>? AND id<?)"),
    (ChatTransaction.searchEnd, "message_search (workspace_id=? AND id<?)"),
    (ChatTransaction.workspaces, "workspace_member_account (account_id=?)"),
    (ChatTransaction.workspaceMembers, "workspace_member_joined (workspace_id=?)"),
    (ChatTransaction.channelMembers, "channel_member_joined (channel_id=?)"),
    (ChatTransaction.invitations, "workspace_invitation_account (account_id=?)"),
    (ChatTransaction.channels, "channel_name (workspace_id=? AND name_folded>?)"),
  ]

  @Test("The plan of every list of chats is a seek in an index with that order", arguments: statements)
  func seeks(_ statement: String, _ index: String) async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: statement)
      #expect(steps.contains { $0.contains(index) }, "\(steps)")
      for step in steps { #expect(step.hasPrefix("SEARCH ") || Self.isPart(step), "\(step)") }
    }
  }

  /// Whether a step only names a part of the statement, or reads the statement's own list of values.
  private static func isPart(_ step: String) -> Bool {
    ["SUBQUERY", "COMPOUND QUERY", "UNION ALL", "CONSTANT ROW", "CO-ROUTINE", "SCAN pair", "SCAN pending"].contains {
      step.contains($0)
    }
  }

  @Test("The plan of every list of chats and of rooms sorts only those of one account")
  func rooms() async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: ChatTransaction.rooms)
      #expect(steps.contains { $0.contains("channel_member_account (account_id=? AND workspace_id=?)") }, "\(steps)")
      #expect(
        steps.allSatisfy { $0.hasPrefix("SEARCH ") || Self.isPart($0) || $0.contains("ORDER BY") }, "\(steps)")
    }
  }

  @Test("and of what is unread counts in one index, and sorts only the channels of one account")
  func unreadChannels() async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: ChatTransaction.unreadChannels)
      #expect(steps.contains { $0.contains("channel_member_account (account_id=?)") }, "\(steps)")
      #expect(steps.contains { $0.contains("COVERING INDEX message_standing") }, "\(steps)")
      #expect(
        steps.allSatisfy { $0.hasPrefix("SEARCH ") || Self.isPart($0) || $0.contains("ORDER BY") }, "\(steps)")
    }
  }

  @Test("The plan of every list of chats finds the rooms of an account by either index")
  func bothPositions() async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: ChatTransaction.joining("$3, $4"))
      #expect(steps.contains { $0.contains("channel_room (one_id=? AND workspace_id=?)") }, "\(steps)")
      #expect(steps.contains { $0.contains("channel_other (other_id=? AND workspace_id=?)") }, "\(steps)")
      #expect(!steps.contains { $0.hasPrefix("SCAN ") && !$0.contains("CONSTANT") }, "\(steps)")
    }
  }
}
