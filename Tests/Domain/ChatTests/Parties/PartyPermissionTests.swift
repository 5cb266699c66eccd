import Basics
import Chat
import Support
import Testing
import Workload

/// Something that people try in a party, and how it ends for each.
struct PartyPermissionCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// For the master, an admin, another admin, a member, an applicant, a stranger.
  let outcomes: [String]
  let body: @Sendable (PartyScene, AccountID) async throws -> Void

  init(_ name: String, _ outcomes: String, _ body: @escaping @Sendable (PartyScene, AccountID) async throws -> Void) {
    self.name = name
    self.outcomes = outcomes.split(separator: " ").map { Self.words[String($0)] ?? String($0) }
    self.body = body
  }

  private static let words = [
    "?": "party-unknown", "!": "party-not-yours", "-": "party-not-joined", "stay": "owner-must-stay",
    "again": "application-repeated", "self": "member-oneself", "m?": "member-unknown", "a?": "applicant-unknown",
    "q?": "quest-unknown", "q!": "quest-not-yours", "g?": "grade-invalid",
  ]

  var testDescription: String { name }
}

@Suite("Permissions in a party")
struct PartyPermissionTests {
  static let attempts = parties + people + quests

  private static let parties = [
    PartyPermissionCase("see a public party", "ok ok ok ok ok ok") { _ = try await $0.parties.party($0.id, for: $1) },
    PartyPermissionCase("see a hidden party", "ok ok ok ok ok ?") {
      _ = try await $0.parties.party($0.hidden.workspace.id, for: $1)
    },
    PartyPermissionCase("see a hidden party by its code", "ok ok ok ok ok ok") {
      _ = try await $0.parties.party($0.hidden.workspace.id, code: $0.hidden.accessCode, for: $1)
    },
    PartyPermissionCase("see a hidden party by the code of another one", "ok ok ok ok ok ?") {
      _ = try await $0.parties.party($0.hidden.workspace.id, code: $0.party.accessCode, for: $1)
    },
    PartyPermissionCase("change a party", "ok ok ok ! ! !") {
      _ = try await $0.parties.change($0.id, to: WorkspaceContent(name: "new"), isPublic: false, by: $1)
    },
    PartyPermissionCase("change a hidden party", "ok ok ok ! ! ?") {
      _ = try await $0.parties.change($0.hidden.workspace.id, to: nil, isPublic: true, by: $1)
    },
    PartyPermissionCase("remove a party", "ok ! ! ! ! !") { try await $0.parties.remove($0.id, by: $1) },
    PartyPermissionCase("remove a hidden party", "ok ! ! ! ! ?") {
      try await $0.parties.remove($0.hidden.workspace.id, by: $1)
    },
    PartyPermissionCase(
      "change its workspace", "ok workspace-not-yours workspace-not-yours workspace-not-yours \(w) \(w)"
    ) {
      _ = try await $0.service.change($0.id, to: WorkspaceContent(name: "new"), by: $1)
    },
  ]
  private static let w = "workspace-unknown"

  private static let people = [
    PartyPermissionCase("apply to a public party", "again again again again again ok") {
      _ = try await $0.parties.apply(to: $0.id, by: $1)
    },
    PartyPermissionCase("apply to a hidden party", "again again again again again ?") {
      _ = try await $0.parties.apply(to: $0.hidden.workspace.id, by: $1)
    },
    PartyPermissionCase("apply to a hidden party by its code", "again again again again again ok") {
      _ = try await $0.parties.apply(to: $0.hidden.workspace.id, code: $0.hidden.accessCode, by: $1)
    },
    PartyPermissionCase("take the applicant in", "ok ok ok ! ! !") {
      try await $0.parties.accept([$0.people[4]], into: $0.id, by: $1)
    },
    PartyPermissionCase("take the applicant and a member in", "ok ok ok ! ! !") {
      try await $0.parties.accept([$0.people[4], $0.guest], into: $0.id, by: $1)
    },
    PartyPermissionCase("take a stranger in", "a? a? a? ! ! !") {
      try await $0.parties.accept([$0.people[4], $0.people[5]], into: $0.id, by: $1)
    },
    PartyPermissionCase("list everybody", "ok ok ok ok - -") {
      _ = try await $0.parties.members(of: $0.id, grade: nil, for: $1)
    },
    PartyPermissionCase("list the people of a hidden party", "ok ok ok ok - ?") {
      _ = try await $0.parties.members(of: $0.hidden.workspace.id, grade: .member, for: $1)
    },
    PartyPermissionCase("make the guest an admin", "ok ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .admin], in: $0.id, by: $1)
    },
    PartyPermissionCase("make an admin a member", "ok ! ! ! ! !") {
      try await $0.parties.grade([$0.people[1]: .member], in: $0.id, by: $1)
    },
    PartyPermissionCase("make the guest the master", "ok ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .master], in: $0.id, by: $1)
    },
    PartyPermissionCase("make the guest an applicant", "g? ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .applicant], in: $0.id, by: $1)
    },
    PartyPermissionCase("make two people the master", "g? ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .master, $0.people[1]: .master], in: $0.id, by: $1)
    },
    PartyPermissionCase("grade the master", "g? ! ! ! ! !") {
      try await $0.parties.grade([$0.people[0]: .admin], in: $0.id, by: $1)
    },
    PartyPermissionCase("grade the applicant", "m? ! ! ! ! !") {
      try await $0.parties.grade([$0.people[4]: .member], in: $0.id, by: $1)
    },
    PartyPermissionCase("take the guest out", "ok ok ok ! ! !") {
      try await $0.parties.remove([$0.guest], from: $0.id, by: $1)
    },
    PartyPermissionCase("refuse the applicant", "ok ok ok ! ! !") {
      try await $0.parties.remove([$0.people[4]], from: $0.id, by: $1)
    },
    PartyPermissionCase("take an admin out", "ok self ! ! ! !") {
      try await $0.parties.remove([$0.people[1]], from: $0.id, by: $1)
    },
    PartyPermissionCase("take the master out", "self stay stay ! ! !") {
      try await $0.parties.remove([$0.people[0]], from: $0.id, by: $1)
    },
    PartyPermissionCase("take a stranger out", "m? m? m? ! ! !") {
      try await $0.parties.remove([$0.people[5]], from: $0.id, by: $1)
    },
    PartyPermissionCase("take oneself out", "self self self ! ! !") {
      try await $0.parties.remove([$1], from: $0.id, by: $1)
    },
    PartyPermissionCase("leave a party", "stay ok ok ok ok -") { try await $0.parties.leave($0.id, by: $1) },
    PartyPermissionCase("leave a hidden party", "stay ok ok ok ok ?") {
      try await $0.parties.leave($0.hidden.workspace.id, by: $1)
    },
  ]

  private static let quests = [
    PartyPermissionCase("write a notice", "ok ! ! ! - -") {
      _ = try await $0.parties.addQuest(QuestContent(title: "new"), .notice, to: $0.id, by: $1)
    },
    PartyPermissionCase("submit", "ok ok ok ok - -") {
      _ = try await $0.parties.addQuest(QuestContent(title: "new"), .submission(of: $0.notice), to: $0.id, by: $1)
    },
    PartyPermissionCase("submit something of a submission", "q? q? q? q? - -") {
      _ = try await $0.parties.addQuest(QuestContent(title: "new"), .submission(of: $0.own), to: $0.id, by: $1)
    },
    PartyPermissionCase("submit something of another party's notice", "q? q? q? q? - ?") {
      _ = try await $0.parties.addQuest(
        QuestContent(title: "new"), .submission(of: $0.notice), to: $0.hidden.workspace.id, by: $1)
    },
    PartyPermissionCase("list quests", "ok ok ok ok - -") {
      _ = try await $0.parties.quests(of: $0.id, QuestSearch(), before: nil, limit: 1, for: $1)
    },
    PartyPermissionCase("see a quest", "ok ok ok ok - -") {
      _ = try await $0.parties.quest($0.notice, in: $0.id, for: $1)
    },
    PartyPermissionCase("see a quest in another party", "q? q? q? q? - ?") {
      _ = try await $0.parties.quest($0.notice, in: $0.hidden.workspace.id, for: $1)
    },
    PartyPermissionCase("change the master's notice", "ok q! q! q! - -") {
      _ = try await $0.parties.change($0.notice, in: $0.id, to: QuestContent(title: "new"), by: $1)
    },
    PartyPermissionCase("change what the member submitted", "q! q! q! ok - -") {
      _ = try await $0.parties.change($0.own, in: $0.id, to: QuestContent(title: "new"), by: $1)
    },
    PartyPermissionCase("change a quest in another party", "q? q? q? q? - ?") {
      _ = try await $0.parties.change($0.own, in: $0.hidden.workspace.id, to: QuestContent(title: "new"), by: $1)
    },
    PartyPermissionCase("remove the notice", "ok q! q! q! - -") {
      try await $0.parties.remove($0.notice, from: $0.id, by: $1)
    },
    PartyPermissionCase("remove what the member submitted", "ok q! q! ok - -") {
      try await $0.parties.remove($0.own, from: $0.id, by: $1)
    },
    PartyPermissionCase("remove what the guest submitted", "ok q! q! q! - -") {
      try await $0.parties.remove($0.submitted, from: $0.id, by: $1)
    },
  ]

  /// One for all attempts, each of which is taken back.
  private static let scene = Task { try await PartyScene() }

  @Test("each role has the expected outcome, and a refused action publishes no event", arguments: attempts)
  func table(_ permissionCase: PartyPermissionCase) async throws {
    var scene = try await Self.scene.value
    let before = try await scene.chat.contents()
    for (index, expected) in permissionCase.outcomes.enumerated() {
      let (database, bus) = (ForgettingDatabase(scene.chat.database), RecordingBus())
      scene.service = scene.chat.service(over: database, broadcastingTo: bus)
      scene.parties = PartyService(chat: scene.service, random: seededBytes(UInt64(index)))
      let outcome = try await outcome { try await permissionCase.body(scene, scene.people[index]) }
      #expect(outcome == expected, "person \(index)")
      if outcome != "ok" { #expect(bus.drain() == []) }
    }
    #expect(try await scene.chat.contents() == before)
  }
}
