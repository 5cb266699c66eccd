import Basics
import Chat
import SQL
import Support
import Testing

@Suite("Invitations")
struct InvitationTests {
  @Test("An invitation belongs to the account that has the address now, not to a later one")
  func bound() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0]])
    let service = chat.service
    #expect(
      try await service.invitee(ChatUnderTest.email(2), to: work.id, by: people[0])
        == Invitee(person: Person(id: people[1], nickname: "person 2"), isEmailVerified: false))
    try await service.invite(ChatUnderTest.email(2), of: people[1], to: work.id, by: people[0])
    // Whoever has blocked the caller is as if not there, and so is nobody.
    try await chat.block(people[0], by: people[2])
    for address in [ChatUnderTest.email(3), "later@example.com"] {
      #expect(try await service.invitee(address, to: work.id, by: people[0]) == nil)
      for account in [people[1], people[2]] {
        #expect(
          try await outcome { try await service.invite(address, of: account, to: work.id, by: people[0]) }
            == "invitee-changed")
      }
    }
    let later = try await chat.database.addAccount(9)
    try await chat.rename(people[1], "elsewhere@example.com")
    try await chat.rename(later, ChatUnderTest.email(2))
    #expect(try await service.invitations(for: later).isEmpty)
    #expect(try await outcome { try await service.answer(work.id, accepting: true, by: later) } == "invitation-unknown")
    let invitations = try await service.invitations(for: people[1])
    #expect(invitations.map(\.workspace) == [work] && invitations.map(\.by.id) == [people[0]])
    _ = chat.bus.drain()
    try await service.answer(work.id, accepting: true, by: people[1])
    #expect(
      Set(chat.bus.drain()) == [.membership(try await chat.standard(of: work), people[1]), .account(people[1])])
    #expect(try await service.members(of: work.id, for: people[1]).map(\.person.id) == [people[0], people[1]])
    #expect(try await service.invitations(for: people[1]).isEmpty)
  }

  @Test(
    "An invitation says whether a provider has verified the address",
    arguments: [("2@example.com", 1, true), ("2@example.com", 0, false), ("other@example.com", 1, false)])
  func verified(_ email: String, _ isVerified: Int64, _ expected: Bool) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: [people[0]])
    try await chat.database.write {
      try $0.run(
        """
        INSERT INTO identity (provider, subject, account_id, email, linked_at, is_email_verified)
        VALUES ('kakao', 's', $1, $2, 0, $3)
        """, [.text(people[1].description), .text(email), .integer(isVerified)])
    }
    let invitee = try await chat.service.invitee(ChatUnderTest.email(2), to: work.id, by: people[0])
    #expect(invitee?.isEmailVerified == expected)
  }

  @Test("Invitations are listed newest first and answered once, and a person who declined can be invited again")
  func answering() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    var works: [Workspace] = []
    for name in ["a", "b", "c"] {
      chat.clock.advance(milliseconds: 1)
      works.append(try await chat.workspace(name, of: [people[0]]))
      try await chat.service.invite(ChatUnderTest.email(2), of: .numbered(2), to: works.last!.id, by: people[0])
    }
    #expect(try await chat.service.invitations(for: people[1]).map(\.workspace.id) == works.reversed().map(\.id))
    try await chat.service.answer(works[0].id, accepting: false, by: people[1])
    #expect(
      try await outcome { try await chat.service.answer(works[0].id, accepting: true, by: people[1]) }
        == "invitation-unknown")
    try await chat.service.invite(ChatUnderTest.email(2), of: .numbered(2), to: works[0].id, by: people[0])
    // Whoever is taken in at once has no invitation any more.
    for work in works { _ = try await chat.service.addOrInvite(ChatUnderTest.email(2), to: work.id, by: people[0]) }
    #expect(try await chat.service.invitations(for: people[1]).isEmpty)
    #expect(
      try await outcome {
        try await chat.service.invite(ChatUnderTest.email(2), of: .numbered(2), to: works[0].id, by: people[0])
      }
        == "member-already")
    #expect(
      try await outcome { try await chat.service.addOrInvite(ChatUnderTest.email(2), to: works[0].id, by: people[0]) }
        == "member-already")
  }

  @Test("An invitation of a blocked person or an unknown address adds no member")
  func adding() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0]])
    try await chat.block(people[0], by: people[1])
    try await chat.block(people[2], by: people[0])
    for address in [ChatUnderTest.email(2), ChatUnderTest.email(3), "nobody@example.com"] {
      let domainError = try await domainError {
        try await chat.service.addOrInvite(address, to: work.id, by: people[0])
      }
      #expect((domainError.kind, domainError.code) == (.notFound, "account-unknown"))
    }
  }

  @Test("An invitation replaces immediate joining unless both people use the contract that joins at once")
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

  @Test("Invitations of blocked people take no space in the list")
  func crowdedOut() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0]])
    try await chat.service.invite(ChatUnderTest.email(2), of: .numbered(2), to: work.id, by: people[0])
    let later = chat.clock.now.advanced(seconds: 1)
    try await chat.database.write { connection in
      for number in 1...1_000 {
        let id = try connection.integer(
          """
          INSERT INTO workspace (owner_id, name, name_folded, description, created_at, member_count)
          VALUES ($1, $2, $2, '', 0, 0) RETURNING id
          """, [.text(people[2].description), .text("\(number)")])
        try connection.run(
          "INSERT INTO workspace_invitation (workspace_id, account_id, inviter_id, created_at) VALUES ($1, $2, $3, $4)",
          [
            .integer(try #require(id)), .text(people[1].description), .text(people[2].description),
            .integer(later.milliseconds),
          ])
      }
    }
    #expect(try await chat.service.invitations(for: people[1]).count == 1_000)
    try await chat.block(people[2], by: people[1])
    #expect(try await chat.service.invitations(for: people[1]).map(\.workspace) == [work])
  }

  @Test(
    "Invitations end when their inviter leaves, so that a removed person cannot return by them",
    arguments: [true, false])
  func goneWithInviter(_ isRemoved: Bool) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(4)
    let work = try await chat.workspace(of: Array(people.prefix(2)))
    let other = try await chat.workspace("other", of: [people[0]])
    for id in [work.id, other.id] {
      try await chat.service.invite(ChatUnderTest.email(3), of: .numbered(3), to: id, by: people[0])
    }
    _ = try await chat.service.handOver(work.id, to: people[1], by: people[0])
    try await chat.service.invite(ChatUnderTest.email(4), of: .numbered(4), to: work.id, by: people[1])
    #expect(try await chat.service.invitations(for: people[2]).count == 2)
    if isRemoved {
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

  @Test("At most a thousand invitations are open, links included")
  func maximum() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: [people[0]])
    try await chat.database.write { connection in
      for number in 1...1_000 {
        try connection.run(
          """
          INSERT INTO workspace_link (code_hash, workspace_id, inviter_id, created_at, expires_at)
          VALUES ($1, $2, $3, 0, $4)
          """,
          [
            .text("\(number)"), .integer(work.id.value), .text(people[0].description),
            .integer(chat.clock.now.advanced(seconds: 60).milliseconds),
          ])
      }
    }
    let attempts: [@Sendable () async throws -> Void] = [
      { try await chat.service.invite(ChatUnderTest.email(2), of: people[1], to: work.id, by: people[0]) },
      { _ = try await chat.service.makeLink(to: work.id, by: people[0]) },
    ]
    for permissionCase in attempts {
      let domainError = try await domainError { try await permissionCase() }
      #expect((domainError.kind, domainError.code) == (.conflict, "invitations-too-many"))
    }
  }
}

@Suite("Invitation links")
struct InvitationLinkTests {
  @Test("A link admits one person, and previewing does not use it up")
  func once() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0]])
    let link = try await chat.service.makeLink(to: work.id, by: people[0])
    #expect(link.code.utf8.count == 32 && link.expiresAt == chat.clock.now.advanced(seconds: 7 * 86_400))
    #expect(try await !chat.contents().contains { $0.contains(link.code) })
    for person in [people[1], people[2], people[1]] {
      let invitation = try await chat.service.invitation(linkedBy: link.code, for: person)
      #expect(invitation.workspace.id == work.id && invitation.by.id == people[0])
    }
    _ = chat.bus.drain()
    #expect(try await chat.service.join(linkedBy: link.code, by: people[1]).memberCount == 2)
    #expect(chat.bus.drain() == [.membership(try await chat.standard(of: work), people[1])])
    for person in people {
      #expect(try await outcome { try await chat.service.join(linkedBy: link.code, by: person) } == "link-unknown")
    }
  }

  @Test("A link is not used up by members, and does not work for blocked people")
  func others() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0], people[1]])
    let link = try await chat.service.makeLink(to: work.id, by: people[0])
    #expect(try await outcome { try await chat.service.join(linkedBy: link.code, by: people[1]) } == "member-already")
    try await chat.block(people[0], by: people[2])
    #expect(try await outcome { try await chat.service.join(linkedBy: link.code, by: people[2]) } == "link-unknown")
    let other = try await chat.database.addAccount(4)
    _ = try await chat.service.join(linkedBy: link.code, by: other)
  }

  @Test(
    "A link ends after a week, on revocation, when its maker leaves, and with the workspace",
    arguments: ["late", "taken back", "inviter gone", "workspace gone", "wrong code", "empty"])
  func over(_ what: String) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: [people[0], people[1]])
    var code = try await chat.service.makeLink(to: work.id, by: people[0]).code
    switch what {
    case "late": chat.clock.advance(seconds: 7 * 86_400)
    case "taken back": try await chat.service.removeLinks(to: work.id, by: people[0])
    case "inviter gone":
      _ = try await chat.service.handOver(work.id, to: people[1], by: people[0])
      try await chat.service.leave(work.id, by: people[0])
    case "workspace gone": try await chat.service.remove(work.id, by: people[0])
    case "wrong code": code = String(code.dropLast()) + (code.last == "A" ? "B" : "A")
    default: code = ""
    }
    let permissionCase = code
    #expect(
      try await outcome { try await chat.service.invitation(linkedBy: permissionCase, for: people[2]) }
        == "link-unknown")
    #expect(
      try await outcome { try await chat.service.join(linkedBy: permissionCase, by: people[2]) } == "link-unknown")
  }

  @Test("A link is used once by concurrent requests")
  func race() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(9)
    let work = try await chat.workspace(of: [people[0]])
    let code = try await chat.service.makeLink(to: work.id, by: people[0]).code
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for person in people.dropFirst() {
        group.addTask { try await outcome { try await chat.service.join(linkedBy: code, by: person) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == "ok" } == 1 && outcomes.count { $0 == "link-unknown" } == 7)
  }
}

extension ChatUnderTest {
  /// As if somebody had never used a client of SLP.
  fileprivate func forgetSLP(_ account: AccountID) async throws {
    try await database.write {
      try $0.run("UPDATE account_number SET slp_since = NULL WHERE account_id = $1", [.text(account.description)])
    }
  }

  /// Gives somebody another address.
  fileprivate func rename(_ account: AccountID, _ email: String) async throws {
    try await database.write {
      try $0.run("UPDATE account SET email = $2 WHERE id = $1", [.text(account.description), .text(email)])
    }
  }
}
