import SQL
import Support
import Testing

@testable import Chat
@testable import Stores

/// A page of any list costs the same at any depth and of any size only while each statement seeks in one index.
@Suite("Query plans of chats and parties", .enabled(if: TestDatabase.engine == .sqlite))
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
    (ChatTransaction.lastScanned, "COVERING INDEX party_public (is_public=? AND workspace_id<?)"),
    (ChatTransaction.partiesJoined, "workspace_member_account (account_id=?)"),
    (ChatTransaction.partiesAppliedTo, "party_application_account (account_id=?)"),
    (ChatTransaction.partyMembers, "workspace_member_joined (workspace_id=?)"),
    (ChatTransaction.applicants, "party_application_time (party_id=?)"),
    (ChatTransaction.partyAccess, "party_application_once (party_id=? AND account_id=?)"),
    (ChatTransaction.grades("$2, $3"), "party_application_once (party_id=? AND account_id=?)"),
  ]

  @Test("Each list is read by a seek in an index with its order", arguments: statements)
  func seeks(_ statement: String, _ index: String) async throws {
    try await expectSeeks(statement, [index])
  }

  private static let terms: [(String?, String?)] = [(nil, nil), ("a", nil), (nil, "a"), ("a", "a")]

  @Test("A search for parties or quests is a seek as well, with any terms", arguments: terms)
  func searches(_ title: String?, _ person: String?) async throws {
    let parties = try SearchTerms(PartySearch(title: title, master: person))
    try await expectSeeks(
      ChatTransaction.partySearch(parties), ["party_public (is_public=? AND workspace_id>? AND workspace_id<?)"])
    let quests = try SearchTerms(QuestSearch(title: title, writer: person))
    for (isComplete, index) in [(nil, "quest_party"), (false, "quest_notice"), (true, "quest_submission")] {
      try await expectSeeks(
        ChatTransaction.quests(quests, isComplete: isComplete), ["INDEX \(index) (party_id=? AND id<?)"])
    }
  }

  @Test(
    "Lists of rooms and of unread channels sort only the channels of one account",
    arguments: [
      (ChatTransaction.rooms, ["channel_member_account (account_id=? AND workspace_id=?)"]),
      (ChatTransaction.unreadChannels, ["channel_member_account (account_id=?)", "COVERING INDEX message_standing"]),
    ])
  func sorting(_ statement: String, _ indexes: [String]) async throws {
    try await expectSeeks(statement, indexes, canSort: true)
  }

  @Test("The rooms of an account are found by an index for either person")
  func rooms() async throws {
    try await expectSeeks(
      ChatTransaction.joining("$3, $4"),
      ["channel_room (one_id=? AND workspace_id=?)", "channel_other (other_id=? AND workspace_id=?)"], canSort: true)
  }

  private func expectSeeks(_ statement: String, _ indexes: [String], canSort: Bool = false) async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: statement)
      for index in indexes { #expect(steps.contains { $0.contains(index) }, "\(steps)") }
      for step in steps {
        #expect(step.hasPrefix("SEARCH ") || Self.isPart(step) || canSort && !step.hasPrefix("SCAN "), "\(step)")
      }
    }
  }

  /// Whether a step only names a part of the statement, or reads the statement's own list of values.
  private static func isPart(_ step: String) -> Bool {
    ["SUBQUERY", "COMPOUND QUERY", "UNION ALL", "CONSTANT ROW", "CO-ROUTINE", "SCAN pair", "SCAN pending"].contains {
      step.contains($0)
    }
  }
}
