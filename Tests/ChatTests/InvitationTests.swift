import Basics
import Chat
import SQL
import Support
import Testing

@Suite("Invitations")
struct InvitationTests {
  @Test("say nothing about who has an account, and are found by whoever signs up with the address later")
  func later() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: [people[0]])
    // Somebody, somebody who has blocked the caller, and nobody: all are answered alike.
    try await chat.block(people[0], by: people[1])
    for address in [ChatUnderTest.email(2), "later@example.com", "later@example.com"] {
      try await chat.service.invite(address, to: work.id, by: people[0])
    }
    #expect(try await chat.service.invitations(for: people[1]).isEmpty)
    #expect(
      try await outcome { try await chat.service.answer(work.id, accepting: true, by: people[1]) }
        == "invitation-unknown")
    let later = try await chat.database.addAccount(9)
    try await chat.database.write {
      try $0.run("UPDATE account SET email = 'later@example.com' WHERE id = $1", [.text(later.description)])
    }
    let invitations = try await chat.service.invitations(for: later)
    #expect(invitations.map(\.workspace) == [work] && invitations.map(\.by.id) == [people[0]])
    _ = chat.bus.takeAll()
    try await chat.service.answer(work.id, accepting: true, by: later)
    #expect(chat.bus.takeAll() == [.membership(try await chat.standard(of: work), later)])
    #expect(try await chat.service.members(of: work.id, for: later).map(\.person.id) == [people[0], later])
    #expect(try await chat.service.invitations(for: later).isEmpty)
  }

  @Test("are answered once, newest first; who declines can be invited again")
  func answering() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    var works: [Workspace] = []
    for name in ["a", "b", "c"] {
      chat.clock.advance(milliseconds: 1)
      works.append(try await chat.workspace(name, of: [people[0]]))
      try await chat.service.invite(ChatUnderTest.email(2), to: works.last!.id, by: people[0])
    }
    #expect(try await chat.service.invitations(for: people[1]).map(\.workspace.id) == works.reversed().map(\.id))
    try await chat.service.answer(works[0].id, accepting: false, by: people[1])
    #expect(
      try await outcome { try await chat.service.answer(works[0].id, accepting: true, by: people[1]) }
        == "invitation-unknown")
    try await chat.service.invite(ChatUnderTest.email(2), to: works[0].id, by: people[0])
    // Whoever is taken in at once has no invitation any more.
    for work in works { _ = try await chat.service.addOrInvite(ChatUnderTest.email(2), to: work.id, by: people[0]) }
    #expect(try await chat.service.invitations(for: people[1]).isEmpty)
    #expect(
      try await outcome { try await chat.service.invite(ChatUnderTest.email(2), to: works[0].id, by: people[0]) }
        == "member-already")
    #expect(
      try await outcome { try await chat.service.addOrInvite(ChatUnderTest.email(2), to: works[0].id, by: people[0]) }
        == "member-already")
  }

  @Test("of people who are blocked, or who are nobody, take nobody in at once")
  func adding() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0]])
    try await chat.block(people[0], by: people[1])
    try await chat.block(people[2], by: people[0])
    for address in [ChatUnderTest.email(2), ChatUnderTest.email(3), "nobody@example.com"] {
      let refusal = try await refusal { try await chat.service.addOrInvite(address, to: work.id, by: people[0]) }
      #expect((refusal.kind, refusal.code) == (.missing, "account-unknown"))
    }
  }

  @Test("come in the stead of being taken in at once, unless both use the contract whose people do that")
  func invited() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(4)
    let work = try await chat.workspace(of: [people[0]])
    try await chat.forgetSLP(people[1])
    #expect(
      try await chat.service.addOrInvite(ChatUnderTest.email(2), to: work.id, by: people[0])
        == .invited(Person(id: people[1], nickname: "person 2")))
    #expect(try await chat.service.workspace(work.id, for: people[0]).memberCount == 1)
    #expect(try await chat.service.invitations(for: people[1]).map(\.workspace.id) == [work.id])
    try await chat.service.answer(work.id, accepting: true, by: people[1])
    guard case .added = try await chat.service.addOrInvite(ChatUnderTest.email(3), to: work.id, by: people[0]) else {
      Issue.record("not added")
      return
    }
    try await chat.forgetSLP(people[0])
    guard case .invited = try await chat.service.addOrInvite(ChatUnderTest.email(4), to: work.id, by: people[0]) else {
      Issue.record("not invited")
      return
    }
  }

  @Test("by people who are blocked leave room in the list for those of others")
  func crowdedOut() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0]])
    try await chat.service.invite(ChatUnderTest.email(2), to: work.id, by: people[0])
    let later = chat.clock.now.advanced(seconds: 1)
    try await chat.database.write { connection in
      for number in 1...1_000 {
        let id = try connection.integer(
          """
          INSERT INTO workspace (owner_id, name, name_folded, description, created_at, member_count)
          VALUES ($1, $2, $2, '', 0, 0) RETURNING id
          """, [.text(people[2].description), .text("\(number)")])
        try connection.run(
          "INSERT INTO workspace_invitation (workspace_id, email, inviter_id, created_at) VALUES ($1, $2, $3, $4)",
          [
            .integer(try #require(id)), .text(ChatUnderTest.email(2)), .text(people[2].description),
            .integer(later.milliseconds),
          ])
      }
    }
    #expect(try await chat.service.invitations(for: people[1]).count == 1_000)
    try await chat.block(people[2], by: people[1])
    #expect(try await chat.service.invitations(for: people[1]).map(\.workspace) == [work])
  }

  @Test("go with whoever made them, so that nobody comes back by another door", arguments: [true, false])
  func goneWithInviter(_ isTakenOut: Bool) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(4)
    let work = try await chat.workspace(of: Array(people.prefix(2)))
    let other = try await chat.workspace("other", of: [people[0]])
    for id in [work.id, other.id] { try await chat.service.invite(ChatUnderTest.email(3), to: id, by: people[0]) }
    _ = try await chat.service.handOver(work.id, to: people[1], by: people[0])
    try await chat.service.invite(ChatUnderTest.email(4), to: work.id, by: people[1])
    #expect(try await chat.service.invitations(for: people[2]).count == 2)
    if isTakenOut {
      try await chat.service.remove(people[0], from: work.id, by: people[1])
    } else {
      try await chat.service.leave(work.id, by: people[0])
    }
    #expect(try await chat.service.invitations(for: people[2]).map(\.workspace.id) == [other.id])
    #expect(
      try await outcome { try await chat.service.answer(work.id, accepting: true, by: people[2]) }
        == "invitation-unknown")
    // Those of others stand.
    try await chat.service.answer(work.id, accepting: true, by: people[3])
  }

  @Test("wait a thousand at a time")
  func most() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let work = try await chat.workspace(of: people)
    try await chat.database.write { connection in
      for number in 1...1_000 {
        try connection.run(
          """
          INSERT INTO workspace_invitation (workspace_id, email, inviter_id, created_at) VALUES ($1, $2, $3, 0)
          """,
          [.integer(work.id.value), .text("\(number)@example.org"), .text(people[0].description)])
      }
    }
    let refusal = try await refusal { try await chat.service.invite("one@more.kr", to: work.id, by: people[0]) }
    #expect((refusal.kind, refusal.code) == (.conflict, "invitations-too-many"))
  }
}

extension ChatUnderTest {
  /// As if somebody had never used a client of SLP.
  fileprivate func forgetSLP(_ account: AccountID) async throws {
    try await database.write {
      try $0.run("UPDATE account_number SET slp_since = NULL WHERE account_id = $1", [.text(account.description)])
    }
  }
}
