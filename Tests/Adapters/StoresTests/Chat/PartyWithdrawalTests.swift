import Basics
import Chat
import SQL
import Stores
import Support
import Testing

@Suite("Parties of a withdrawn account")
struct PartyWithdrawalTests {
  @Test(
    "A party goes on with the earliest member, without the submissions of the withdrawn account")
  func quests() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let id = try await chat.party(of: people).workspace.id
    try await chat.parties.grade([people[1]: .admin], in: id, by: people[0])
    let add = { (title: String, kind: QuestKind, writer: Int) in
      let content = QuestContent(
        title: title, description: title, startsAt: chat.clock.now, endsAt: chat.clock.now)
      return try await chat.parties.addQuest(content, kind, to: id, by: people[writer])
    }
    let needed = try await add("needed", .notice, 0)
    _ = try await add("alone", .notice, 0)
    let answer = try await add("answer", .submission(of: needed.id), 1)
    _ = try await add("own answer", .submission(of: needed.id), 0)
    let onlyOwn = try await add("only own", .notice, 0)
    _ = try await add("of that", .submission(of: onlyOwn.id), 0)
    #expect(try await SQLAccountStore(chat.database).remove(people[0], at: chat.clock.now) != nil)
    let left = try await chat.parties.quests(of: id, QuestSearch(), before: nil, limit: 9, for: people[1])
    #expect(left.map(\.id) == [answer.id, needed.id] && left[0] == answer)
    #expect(left[1].writer == nil && left[1].content == QuestContent(title: "") && left[1].kind == .notice)
    // The heir was an admin, and is the master and nothing else.
    #expect(try await chat.parties.party(id, for: people[1]).grade == .master)
    #expect(try await chat.contents().contains { $0.hasPrefix("party_admin|") } == false)
    try await chat.parties.remove(needed.id, from: id, by: people[1])
    #expect(try await chat.parties.quests(of: id, QuestSearch(), before: nil, limit: 9, for: people[1]).isEmpty)
  }

  @Test("A party is removed with its last member, and a withdrawn account's applications with the account")
  func applications() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let (first, second) = (try await chat.party("a", of: [people[0]]), try await chat.party("b", of: [people[1]]))
    _ = try await chat.parties.apply(to: first.workspace.id, by: people[1])
    _ = try await chat.parties.apply(to: first.workspace.id, by: people[2])
    _ = try await chat.parties.apply(to: second.workspace.id, by: people[0])
    #expect(try await SQLAccountStore(chat.database).remove(people[0], at: chat.clock.now) != nil)
    #expect(try await chat.parties.parties(of: people[2]).isEmpty)
    #expect(try await chat.parties.members(of: second.workspace.id, grade: .applicant, for: people[1]).isEmpty)
    #expect(try await chat.contents().contains { $0.hasPrefix("party_application|") } == false)
    #expect(try await chat.database.brokenReferences() == 0)
  }
}
