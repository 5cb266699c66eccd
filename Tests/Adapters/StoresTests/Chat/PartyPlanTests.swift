import SQL
import Support
import Testing

@testable import Chat
@testable import Stores

/// A page of any list costs the same at any depth and of any size only while each statement seeks in one index.
@Suite("The plan of every list of parties", .enabled(if: TestDatabase.engine == .sqlite))
struct PartyPlanTests {
  static let statements: [(statement: String, index: String)] = [
    (ChatTransaction.lastScanned, "COVERING INDEX party_public (is_public=? AND workspace_id<?)"),
    (ChatTransaction.partiesJoined, "workspace_member_account (account_id=?)"),
    (ChatTransaction.partiesAppliedTo, "party_application_account (account_id=?)"),
    (ChatTransaction.partyMembers, "workspace_member_joined (workspace_id=?)"),
    (ChatTransaction.applicants, "party_application_time (party_id=?)"),
    (ChatTransaction.partyAccess, "party_application_once (party_id=? AND account_id=?)"),
    (ChatTransaction.grades("$2, $3"), "party_application_once (party_id=? AND account_id=?)"),
  ]

  @Test("The plan of every list of parties is a seek in an index with that order", arguments: statements)
  func seeks(_ statement: String, _ index: String) async throws {
    try await expectSeeks(statement, index)
  }

  @Test("Also with a search text", arguments: sought)
  func searches(_ title: String?, _ person: String?) async throws {
    let parties = try SearchTerms(PartySearch(title: title, master: person))
    try await expectSeeks(
      ChatTransaction.partySearch(parties), "party_public (is_public=? AND workspace_id>? AND workspace_id<?)")
    let quests = try SearchTerms(QuestSearch(title: title, writer: person))
    for (isComplete, index) in [(nil, "quest_party"), (false, "quest_notice"), (true, "quest_submission")] {
      try await expectSeeks(
        ChatTransaction.quests(quests, isComplete: isComplete), "INDEX \(index) (party_id=? AND id<?)")
    }
  }

  private static let sought: [(String?, String?)] = [(nil, nil), ("a", nil), (nil, "a"), ("a", "a")]

  private func expectSeeks(_ statement: String, _ index: String) async throws {
    let chat = try await ChatUnderTest()
    try await chat.database.read { connection in
      let steps = try connection.plan(of: statement)
      #expect(steps.contains { $0.contains(index) }, "\(steps)")
      for step in steps { #expect(step.hasPrefix("SEARCH ") || step.contains("SUBQUERY"), "\(step)") }
    }
  }
}
