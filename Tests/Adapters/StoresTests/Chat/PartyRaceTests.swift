import Basics
import Chat
import Support
import Testing
import Workload

@Suite("Parties in two processes")
struct PartyRaceTests {
  @Test("One of fifty concurrent applications of an account is stored")
  func applications() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let id = try await chat.party(of: [people[0]]).workspace.id
    let services = try await processes(of: chat)
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<50 {
        group.addTask { try await outcome { try await services[index % 2].apply(to: id, by: people[1]) } }
      }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == "ok" } == 1)
    #expect(outcomes.count { $0 == "application-repeated" } == 49)
    #expect(try await chat.parties.members(of: id, grade: .applicant, for: people[0]).count == 1)
  }

  @Test(
    "An applicant who is accepted while withdrawing is no member, and the count is correct",
    arguments: 0..<8)
  func acceptance(_ round: Int) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let id = try await chat.party(of: [people[0]]).workspace.id
    let services = try await processes(of: chat)
    _ = try await chat.parties.apply(to: id, by: people[1])
    async let accepted = outcome { try await services[round % 2].accept([people[1]], into: id, by: people[0]) }
    async let left = outcome { try await services[1 - round % 2].leave(id, by: people[1]) }
    #expect(try await left == "ok")
    #expect(["ok", "applicant-unknown"].contains(try await accepted))
    #expect(try await chat.parties.party(id, for: people[1]).grade == nil)
    #expect(try await chat.parties.members(of: id, grade: nil, for: people[0]).map(\.person.id) == [people[0]])
    #expect(try await chat.service.workspace(id, for: people[0]).memberCount == 1)
  }

  @Test("Concurrent changes of grades leave one master, with a master's permissions")
  func masters() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(6)
    let id = try await chat.party(of: people).workspace.id
    let services = try await processes(of: chat)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<60 {
        group.addTask {
          // Whoever is not the master meanwhile is refused.
          _ = try await outcome {
            try await services[index % 2].grade(
              [people[index / 6 % 6]: .master, people[(index / 6 + 1) % 6]: .admin], in: id, by: people[index % 6])
          }
        }
      }
      try await group.waitForAll()
    }
    let members = try await chat.parties.members(of: id, grade: nil, for: people[0])
    #expect(members.count == 6 && members.count { $0.grade == .master } == 1)
    try await chat.parties.remove(id, by: members[0].person.id)
  }

  private func processes(of chat: ChatUnderTest) async throws -> [PartyService] {
    [chat.parties, PartyService(chat: try await chat.otherProcess(), random: seededBytes(2))]
  }

  private func outcome<Result>(_ body: () async throws -> Result) async throws -> String {
    do {
      _ = try await body()
      return "ok"
    } catch let domainError as DomainError {
      return domainError.code
    }
  }
}
