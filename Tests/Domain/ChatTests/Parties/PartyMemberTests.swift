import Basics
import Chat
import SQL
import Support
import Testing

@Suite("The people of a party")
struct PartyMemberTests {
  @Test("People are listed by grade and then by time, and applicants only for those who decide on them")
  func lists() async throws {
    let scene = try await PartyScene()
    let (parties, people, id) = (scene.parties, scene.people, scene.id)
    let list = { (grade: PartyGrade?, caller: Int) in
      try await parties.members(of: id, grade: grade, for: people[caller]).compactMap {
        people.firstIndex(of: $0.person.id)
      }
    }
    for caller in [0, 1] {
      #expect(try await list(nil, caller) == [0, 1, 2, 3, 6, 4])
      #expect(try await list(.applicant, caller) == [4])
    }
    #expect(try await list(nil, 3) == [0, 1, 2, 3, 6])
    #expect(try await list(.applicant, 3) == [])
    #expect(try await list(.master, 3) == [0])
    #expect(try await list(.admin, 3) == [1, 2])
    #expect(try await list(.member, 3) == [3, 6])
    let all = try await parties.members(of: id, grade: nil, for: people[0])
    #expect(all.map(\.grade) == [.master, .admin, .admin, .member, .member, .applicant])
    #expect(zip(all.dropFirst().dropLast(), all.dropFirst(2).dropLast()).allSatisfy { $0.since < $1.since })
  }

  @Test("An accepted applicant joins the standard channel, and the application is used up")
  func accepting() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    let standard = try await chat.standard(of: scene.party.workspace)
    chat.clock.advance(seconds: 1)
    _ = chat.bus.drain()
    try await parties.accept([people[4], people[3]], into: id, by: people[2])
    #expect(Set(chat.bus.drain()) == [.membership(standard, people[4]), .account(people[0])])
    let member = try #require(try await parties.members(of: id, grade: .member, for: people[0]).last)
    #expect(member.person.id == people[4] && member.since == chat.clock.now)
    #expect(try await parties.party(id, for: people[4]).party.workspace.memberCount == 6)
    #expect(try await parties.members(of: id, grade: .applicant, for: people[0]).isEmpty)
    #expect(try await chat.service.channel(standard, for: people[4]).isMember)
    // Twice is no error.
    try await parties.accept([people[4]], into: id, by: people[2])
    try await parties.accept([], into: id, by: people[2])
    #expect(Set(chat.bus.drain()) == [.account(people[0])])
  }

  @Test("An applicant who accepts an invitation becomes a member, and the application is removed")
  func invited() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    try await chat.service.invite(ChatUnderTest.email(5), of: .numbered(5), to: id, by: people[0])
    try await chat.service.answer(id, accepting: true, by: people[4])
    #expect(try await parties.party(id, for: people[4]).grade == .member)
    #expect(try await parties.members(of: id, grade: nil, for: people[0]).count == 6)
    try await parties.leave(id, by: people[4])
    #expect(try await parties.party(id, for: people[4]).grade == nil)
  }

  @Test("A person who has left in any way has no grade on return")
  func comingBack() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    let doors: [@Sendable (AccountID) async throws -> Void] = [
      { try await chat.service.leave(id, by: $0) }, { try await parties.leave(id, by: $0) },
      { try await chat.service.remove($0, from: id, by: people[0]) },
      { try await parties.remove([$0], from: id, by: people[0]) },
    ]
    for door in doors {
      try await parties.grade([people[1]: .admin], in: id, by: people[0])
      #expect(try await parties.party(id, for: people[1]).grade == .admin)
      try await door(people[1])
      #expect(try await parties.party(id, for: people[1]).grade == nil)
      try await chat.join(people[1], id, by: people[0])
      #expect(try await parties.party(id, for: people[1]).grade == .member)
    }
  }

  @Test("A new master is appointed by grade or by handing over, and the former one becomes a member")
  func masters() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    let grades = {
      try await [0, 1, 2, 3].asyncMap { try await parties.party(id, for: people[$0]).grade }
    }
    try await parties.grade([people[1]: .master, people[2]: .member, people[3]: .admin], in: id, by: people[0])
    #expect(try await grades() == [.member, .master, .member, .admin])
    #expect(try await chat.service.workspace(id, for: people[0]).owner == people[1])
    let standard = try await chat.standard(of: chat.service.workspace(id, for: people[1]))
    #expect(try await chat.service.channel(standard, for: people[0]).channel.owner == people[1])
    _ = try await chat.service.handOver(id, to: people[3], by: people[1])
    #expect(try await grades() == [.member, .member, .member, .master])
    #expect(try await parties.party(id, for: people[0]).party.master.id == people[3])
    _ = try await chat.service.handOver(id, to: people[0], by: people[3])
    #expect(try await grades() == [.master, .member, .member, .member])
  }

  @Test("People are graded, accepted and removed all together or not at all")
  func allOrNobody() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    let before = try await chat.contents()
    let attempts: [(String, @Sendable () async throws -> Void)] = [
      ("applicant-unknown", { try await parties.accept([people[4], people[7]], into: id, by: people[0]) }),
      ("member-unknown", { try await parties.grade([people[3]: .admin, people[7]: .admin], in: id, by: people[0]) }),
      ("member-unknown", { try await parties.grade([people[3]: .master, people[4]: .admin], in: id, by: people[0]) }),
      ("member-unknown", { try await parties.remove([people[3], people[4], people[7]], from: id, by: people[0]) }),
      ("party-not-yours", { try await parties.remove([people[3], people[2]], from: id, by: people[1]) }),
      ("owner-must-stay", { try await parties.remove([people[3], people[0]], from: id, by: people[1]) }),
    ]
    _ = chat.bus.drain()
    for (code, permissionCase) in attempts { #expect(try await outcome(permissionCase) == code) }
    #expect(try await chat.contents() == before && chat.bus.drain() == [])
    try await parties.remove([people[2], people[3], people[4]], from: id, by: people[0])
    #expect(
      try await parties.members(of: id, grade: nil, for: people[0]).map(\.person.id) == [0, 1, 6].map { people[$0] })
  }

  @Test("The owner of a channel hands it over before leaving, and a removed owner's channel passes to others")
  func channels() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    let channel = try await chat.service.makeChannel(ChannelContent(name: "c"), .open, in: id, by: people[3]).channel.id
    #expect(try await outcome { try await parties.leave(id, by: people[3]) } == "owner-must-stay")
    _ = try await chat.service.join(channel, by: people[1])
    _ = chat.bus.drain()
    try await parties.remove([people[3]], from: id, by: people[1])
    #expect(try await chat.service.channel(channel, for: people[1]).channel.owner == people[1])
    #expect(Set(chat.bus.drain()).contains(.membership(channel, people[3])))
  }

  @Test("A party has at most ten thousand people and a thousand applicants")
  func maximum() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let id = try await chat.party(of: [people[0]]).workspace.id
    try await chat.database.write { connection in
      for number in 1_000..<2_000 {
        let account = Value.text(AccountID.numbered(number).description)
        try connection.run(
          """
          INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
          VALUES ($1, $1, '', $1, $1, '', 0)
          """, [account])
        try connection.run(
          "INSERT INTO party_application (party_id, account_id, created_at) VALUES ($1, $2, 0)",
          [.integer(id.value), account])
      }
    }
    let tooMany = try await domainError { try await chat.parties.apply(to: id, by: people[1]) }
    #expect((tooMany.kind, tooMany.code) == (.conflict, "applications-too-many"))
    #expect(try await chat.parties.members(of: id, grade: .applicant, for: people[0]).count == 1_000)
    try await chat.database.write { try $0.run("UPDATE workspace SET member_count = 9999") }
    try await chat.parties.accept([.numbered(1_000)], into: id, by: people[0])
    let full = try await domainError { try await chat.parties.accept([.numbered(1_001)], into: id, by: people[0]) }
    #expect((full.kind, full.code) == (.conflict, "members-too-many"))
    let crowd = Set((1...1_001).map { AccountID.numbered($0) })
    let grades = Dictionary(uniqueKeysWithValues: crowd.map { ($0, PartyGrade.admin) })
    for domainError in [
      try await domainError { try await chat.parties.accept(crowd, into: id, by: people[0]) },
      try await domainError { try await chat.parties.remove(crowd, from: id, by: people[0]) },
      try await domainError { try await chat.parties.grade(grades, in: id, by: people[0]) },
    ] {
      #expect((domainError.kind, domainError.code) == (.invalid, "accounts-too-many"))
    }
  }

  @Test("A person has at most a thousand open applications")
  func maxApplications() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let id = try await chat.party(of: [people[0]]).workspace.id
    try await chat.database.write { connection in
      try connection.run(
        """
        INSERT INTO workspace (owner_id, name, name_folded, description, created_at, member_count)
        WITH RECURSIVE counted (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 1000)
        SELECT $1, 'many', 'many', '', 0, 1 FROM counted
        """, [.text(people[0].description)])
      try connection.run(
        "INSERT INTO party (workspace_id, is_public, access_code) SELECT id, 1, id FROM workspace WHERE name = 'many'")
      try connection.run(
        """
        INSERT INTO party_application (party_id, account_id, created_at)
        SELECT id, $1, 0 FROM workspace WHERE name = 'many'
        """, [.text(people[1].description)])
    }
    let domainError = try await domainError { try await chat.parties.apply(to: id, by: people[1]) }
    #expect((domainError.kind, domainError.code) == (.conflict, "applications-too-many"))
    let waiting = try await chat.parties.parties(of: people[1])
    #expect(waiting.count == 1_000)
    try await chat.parties.leave(waiting[0].party.workspace.id, by: people[1])
    _ = try await chat.parties.apply(to: id, by: people[1])
  }
}

extension Sequence {
  /// The results of one call after the other.
  func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
