import Basics
import Chat
import Support
import Testing
import Workload

/// Whatever fails, wherever it fails, leaves nothing behind and tells nobody.
@Suite("Interrupted parties")
struct InterruptedPartyTests {
  private struct Fault: Error {}

  /// What is done, with its name.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (PartyService, Scene) async throws -> Void
  }

  struct Scene: Sendable {
    let people: [AccountID]
    let party: WorkspaceID
    let notice: QuestID
  }

  static let changes = [
    Change(testDescription: "make a party") { service, scene in
      _ = try await service.make(WorkspaceContent(name: "new"), isPublic: true, by: scene.people[0])
    },
    Change(testDescription: "change it") { service, scene in
      _ = try await service.change(
        scene.party, to: WorkspaceContent(name: "new"), isPublic: false, by: scene.people[0])
    },
    Change(testDescription: "remove it") { service, scene in try await service.remove(scene.party, by: scene.people[0])
    },
    Change(testDescription: "apply") { service, scene in
      _ = try await service.apply(to: scene.party, by: scene.people[5])
    },
    Change(testDescription: "accept") { service, scene in
      try await service.accept([scene.people[3], scene.people[4]], into: scene.party, by: scene.people[0])
    },
    Change(testDescription: "grade") { service, scene in
      try await service.grade(
        [scene.people[1]: .master, scene.people[2]: .admin], in: scene.party, by: scene.people[0])
    },
    Change(testDescription: "take out") { service, scene in
      try await service.remove(
        [scene.people[1], scene.people[2], scene.people[3]], from: scene.party, by: scene.people[0])
    },
    Change(testDescription: "leave") { service, scene in try await service.leave(scene.party, by: scene.people[2]) },
    Change(testDescription: "add a quest") { service, scene in
      _ = try await service.addQuest(
        QuestContent(title: "new"), .submission(of: scene.notice), to: scene.party, by: scene.people[2])
    },
    Change(testDescription: "change a quest") { service, scene in
      _ = try await service.change(scene.notice, in: scene.party, to: QuestContent(title: "new"), by: scene.people[0])
    },
    Change(testDescription: "remove a quest") { service, scene in
      try await service.remove(scene.notice, from: scene.party, by: scene.people[0])
    },
  ]

  @Test("Interrupted parties leave nothing behind, whichever statement fails", arguments: changes)
  func changesNothing(_ change: Change) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(6)
    let party = try await chat.party(of: Array(people[0..<3])).workspace.id
    try await chat.parties.grade([people[1]: .admin], in: party, by: people[0])
    for person in people[3..<5] { _ = try await chat.parties.apply(to: party, by: person) }
    let notice = try await chat.parties.addQuest(QuestContent(title: "a"), .notice, to: party, by: people[0]).id
    let scene = Scene(people: people, party: party, notice: notice)
    let before = try await chat.contents()
    _ = chat.bus.drain()
    var count = 0
    while true {
      count += 1
      let interrupted = InterruptedDatabase(chat.database, before: count) { throw Fault() }
      let service = PartyService(chat: chat.service(over: interrupted), random: seededBytes(9))
      do {
        try await change.run(service, scene)
      } catch is Fault {
        #expect(try await chat.contents() == before)
        #expect(chat.bus.drain() == [])
        continue
      }
      break
    }
    #expect(count > 3)
    #expect(try await chat.contents() != before)
  }
}
