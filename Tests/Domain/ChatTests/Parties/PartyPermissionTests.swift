import Basics
import Chat
import Support
import Testing

@Suite("Permissions in a party")
struct PartyPermissionTests {
  typealias Case = PermissionCase<PartyScene>

  static let attempts = parties + people + quests

  private static let parties = [
    Case("see a public party", "ok ok ok ok ok ok") { _ = try await $0.parties.party($0.id, for: $1) },
    Case("see a hidden party", "ok ok ok ok ok ?") {
      _ = try await $0.parties.party($0.hidden.workspace.id, for: $1)
    },
    Case("see a hidden party by its code", "ok ok ok ok ok ok") {
      _ = try await $0.parties.party($0.hidden.workspace.id, code: $0.hidden.accessCode, for: $1)
    },
    Case("see a hidden party by the code of another one", "ok ok ok ok ok ?") {
      _ = try await $0.parties.party($0.hidden.workspace.id, code: $0.party.accessCode, for: $1)
    },
    Case("change a party", "ok ok ok ! ! !") {
      _ = try await $0.parties.change($0.id, to: WorkspaceContent(name: "new"), isPublic: false, by: $1)
    },
    Case("change a hidden party", "ok ok ok ! ! ?") {
      _ = try await $0.parties.change($0.hidden.workspace.id, to: nil, isPublic: true, by: $1)
    },
    Case("remove a party", "ok ! ! ! ! !") { try await $0.parties.remove($0.id, by: $1) },
    Case("remove a hidden party", "ok ! ! ! ! ?") {
      try await $0.parties.remove($0.hidden.workspace.id, by: $1)
    },
    Case(
      "change its workspace", "ok workspace-not-yours workspace-not-yours workspace-not-yours \(w) \(w)"
    ) {
      _ = try await $0.service.change($0.id, to: WorkspaceContent(name: "new"), by: $1)
    },
  ]
  private static let w = "workspace-unknown"

  private static let people = [
    Case("apply to a public party", "again again again again again ok") {
      _ = try await $0.parties.apply(to: $0.id, by: $1)
    },
    Case("apply to a hidden party", "again again again again again ?") {
      _ = try await $0.parties.apply(to: $0.hidden.workspace.id, by: $1)
    },
    Case("apply to a hidden party by its code", "again again again again again ok") {
      _ = try await $0.parties.apply(to: $0.hidden.workspace.id, code: $0.hidden.accessCode, by: $1)
    },
    Case("take the applicant in", "ok ok ok ! ! !") {
      try await $0.parties.accept([$0.people[4]], into: $0.id, by: $1)
    },
    Case("take the applicant and a member in", "ok ok ok ! ! !") {
      try await $0.parties.accept([$0.people[4], $0.guest], into: $0.id, by: $1)
    },
    Case("take a stranger in", "a? a? a? ! ! !") {
      try await $0.parties.accept([$0.people[4], $0.people[5]], into: $0.id, by: $1)
    },
    Case("list everybody", "ok ok ok ok - -") {
      _ = try await $0.parties.members(of: $0.id, grade: nil, for: $1)
    },
    Case("list the people of a hidden party", "ok ok ok ok - ?") {
      _ = try await $0.parties.members(of: $0.hidden.workspace.id, grade: .member, for: $1)
    },
    Case("make the guest an admin", "ok ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .admin], in: $0.id, by: $1)
    },
    Case("make an admin a member", "ok ! ! ! ! !") {
      try await $0.parties.grade([$0.people[1]: .member], in: $0.id, by: $1)
    },
    Case("make the guest the master", "ok ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .master], in: $0.id, by: $1)
    },
    Case("make the guest an applicant", "g? ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .applicant], in: $0.id, by: $1)
    },
    Case("make two people the master", "g? ! ! ! ! !") {
      try await $0.parties.grade([$0.guest: .master, $0.people[1]: .master], in: $0.id, by: $1)
    },
    Case("grade the master", "g? ! ! ! ! !") {
      try await $0.parties.grade([$0.people[0]: .admin], in: $0.id, by: $1)
    },
    Case("grade the applicant", "m? ! ! ! ! !") {
      try await $0.parties.grade([$0.people[4]: .member], in: $0.id, by: $1)
    },
    Case("take the guest out", "ok ok ok ! ! !") {
      try await $0.parties.remove([$0.guest], from: $0.id, by: $1)
    },
    Case("refuse the applicant", "ok ok ok ! ! !") {
      try await $0.parties.remove([$0.people[4]], from: $0.id, by: $1)
    },
    Case("take an admin out", "ok self ! ! ! !") {
      try await $0.parties.remove([$0.people[1]], from: $0.id, by: $1)
    },
    Case("take the master out", "self stay stay ! ! !") {
      try await $0.parties.remove([$0.people[0]], from: $0.id, by: $1)
    },
    Case("take a stranger out", "m? m? m? ! ! !") {
      try await $0.parties.remove([$0.people[5]], from: $0.id, by: $1)
    },
    Case("take oneself out", "self self self ! ! !") {
      try await $0.parties.remove([$1], from: $0.id, by: $1)
    },
    Case("leave a party", "stay ok ok ok ok -") { try await $0.parties.leave($0.id, by: $1) },
    Case("leave a hidden party", "stay ok ok ok ok ?") {
      try await $0.parties.leave($0.hidden.workspace.id, by: $1)
    },
  ]

  private static let quests = [
    Case("write a notice", "ok ! ! ! - -") {
      _ = try await $0.parties.addQuest(QuestContent(title: "new"), .notice, to: $0.id, by: $1)
    },
    Case("submit", "ok ok ok ok - -") {
      _ = try await $0.parties.addQuest(QuestContent(title: "new"), .submission(of: $0.notice), to: $0.id, by: $1)
    },
    Case("submit something of a submission", "q? q? q? q? - -") {
      _ = try await $0.parties.addQuest(QuestContent(title: "new"), .submission(of: $0.own), to: $0.id, by: $1)
    },
    Case("submit something of another party's notice", "q? q? q? q? - ?") {
      _ = try await $0.parties.addQuest(
        QuestContent(title: "new"), .submission(of: $0.notice), to: $0.hidden.workspace.id, by: $1)
    },
    Case("list quests", "ok ok ok ok - -") {
      _ = try await $0.parties.quests(of: $0.id, QuestSearch(), before: nil, limit: 1, for: $1)
    },
    Case("see a quest", "ok ok ok ok - -") {
      _ = try await $0.parties.quest($0.notice, in: $0.id, for: $1)
    },
    Case("see a quest in another party", "q? q? q? q? - ?") {
      _ = try await $0.parties.quest($0.notice, in: $0.hidden.workspace.id, for: $1)
    },
    Case("change the master's notice", "ok q! q! q! - -") {
      _ = try await $0.parties.change($0.notice, in: $0.id, to: QuestContent(title: "new"), by: $1)
    },
    Case("change what the member submitted", "q! q! q! ok - -") {
      _ = try await $0.parties.change($0.own, in: $0.id, to: QuestContent(title: "new"), by: $1)
    },
    Case("change a quest in another party", "q? q? q? q? - ?") {
      _ = try await $0.parties.change($0.own, in: $0.hidden.workspace.id, to: QuestContent(title: "new"), by: $1)
    },
    Case("remove the notice", "ok q! q! q! - -") {
      try await $0.parties.remove($0.notice, from: $0.id, by: $1)
    },
    Case("remove what the member submitted", "ok q! q! ok - -") {
      try await $0.parties.remove($0.own, from: $0.id, by: $1)
    },
    Case("remove what the guest submitted", "ok q! q! q! - -") {
      try await $0.parties.remove($0.submitted, from: $0.id, by: $1)
    },
  ]

  /// One for all attempts, each of which is discarded.
  private static let scene = Task { try await PartyScene() }

  @Test("Each role has the expected outcome, and a refused action publishes no event", arguments: attempts)
  func outcomes(_ permissionCase: Case) async throws {
    try await permissionCase.check(in: try await Self.scene.value)
  }
}
