import Basics
import Chat
import SQL
import Support
import Testing
import Workload

/// Over a network each statement is a round trip. The bounds include the checks of permissions.
@Suite("The statements of parties")
struct PartyStatementTests {
  typealias Request = StatementCase<PartyService, Scene>

  struct Scene: Sendable {
    let people: [AccountID]
    /// Of the first three people; the others have applied.
    let party: WorkspaceID
    let notice: QuestID
  }

  static let reads = [
    Request("a search", 2) { service, scene in
      let page = try await service.parties(PartySearch(), before: nil, limit: 9, for: scene.people[2])
      #expect(page.parties.map(\.grade) == [nil, nil, .member])
    },
    Request("the parties of an account", 2) { service, scene in
      let found = try await service.parties(of: scene.people[3])
      #expect(found.map(\.grade) == [.applicant])
    },
    Request("a party", 1) { service, scene in
      let found = try await service.party(scene.party, for: scene.people[1])
      #expect(found.grade == .admin)
    },
    Request("members and applicants", 3) { service, scene in
      let found = try await service.members(of: scene.party, grade: nil, for: scene.people[0])
      #expect(found.count == 8)
    },
    Request("quests", 2) { service, scene in
      let quests = try await service.quests(
        of: scene.party, QuestSearch(), before: nil, limit: 9, for: scene.people[2])
      #expect(quests.count == 1)
    },
    Request("a quest", 2) { service, scene in
      _ = try await service.quest(scene.notice, in: scene.party, for: scene.people[2])
    },
  ]

  static let writes = [
    Request("create a party", 6) { service, scene in
      _ = try await service.make(WorkspaceContent(name: "new"), isPublic: true, by: scene.people[0])
    },
    Request("change it", 5) { service, scene in
      _ = try await service.change(
        scene.party, to: WorkspaceContent(name: "new"), isPublic: false, by: scene.people[1])
    },
    Request("apply", 6) { service, scene in
      _ = try await service.apply(to: scene.party, by: scene.people[8])
    },
    Request("grade three", 4) { service, scene in
      try await service.grade(
        [scene.people[1]: .member, scene.people[2]: .admin], in: scene.party, by: scene.people[0])
    },
    Request("add a quest", 5) { service, scene in
      _ = try await service.addQuest(
        QuestContent(title: "new"), .submission(of: scene.notice), to: scene.party, by: scene.people[2])
    },
    Request("change a quest", 4) { service, scene in
      _ = try await service.change(scene.notice, in: scene.party, to: QuestContent(title: "new"), by: scene.people[0])
    },
    Request("remove a quest", 3) { service, scene in
      try await service.remove(scene.notice, from: scene.party, by: scene.people[0])
    },
    Request("accept five", 6) { service, scene in
      try await service.accept(Set(scene.people[3..<8]), into: scene.party, by: scene.people[0])
    },
    Request("remove two and reject five", 5) { service, scene in
      try await service.remove(Set(scene.people[1..<8]), from: scene.party, by: scene.people[0])
    },
    Request("remove the party", 3) { service, scene in try await service.remove(scene.party, by: scene.people[0]) },
    Request("leave", 4) { service, scene in try await service.leave(scene.party, by: scene.people[2]) },
  ]

  @Test("A page or a document takes at most three statements", arguments: reads)
  func ofReads(_ request: Request) async throws {
    #expect(request.statements <= 3)
    let (chat, scene) = try await scene()
    try await request.expectStatements(of: chat, scene) { service(of: chat, over: $0) }
  }

  @Test("A write takes at most six statements, for any number of people", arguments: writes)
  func ofWrites(_ request: Request) async throws {
    #expect(request.statements <= 6)
    let (chat, scene) = try await scene()
    try await request.expectStatements(of: chat, scene) { service(of: chat, over: $0) }
  }

  @Test("A write that fails at any statement leaves nothing behind and publishes nothing", arguments: writes)
  func interrupted(_ request: Request) async throws {
    let (chat, scene) = try await scene()
    try await request.expectNoTrace(in: chat, scene) { service(of: chat, over: $0) }
  }

  private func service(of chat: ChatUnderTest, over database: any Database) -> PartyService {
    PartyService(chat: chat.service(over: database), random: seededBytes(9))
  }

  private func scene() async throws -> (ChatUnderTest, Scene) {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(9)
    let party = try await chat.party(of: Array(people[0..<3])).workspace.id
    for name in ["b", "c"] { _ = try await chat.party(name, of: [people[0]]) }
    try await chat.parties.grade([people[1]: .admin], in: party, by: people[0])
    for person in people[3..<8] { _ = try await chat.parties.apply(to: party, by: person) }
    let notice = try await chat.parties.addQuest(QuestContent(title: "a"), .notice, to: party, by: people[0]).id
    return (chat, Scene(people: people, party: party, notice: notice))
  }
}
