import Basics
import Chat
import SQL
import Support
import Testing

@Suite("Parties")
struct PartyTests {
  @Test("A party is a workspace that its admins change and that is removed with everything in it")
  func life() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let photo = try await chat.photo(1, by: people[0])
    let content = WorkspaceContent(name: " 성수 ", description: "금요일", photo: photo)
    let made = try await chat.parties.make(content, isPublic: false, by: people[0])
    let (id, kept) = (made.party.workspace.id, WorkspaceContent(name: "성수", description: "금요일", photo: photo))
    #expect(made.grade == .master && made.party.master.id == people[0] && !made.party.isPublic)
    #expect(made.party.workspace.content == kept && made.party.workspace.memberCount == 1)
    #expect(try await chat.service.workspace(id, for: people[0]) == made.party.workspace)
    let standard = try await chat.standard(of: made.party.workspace)
    #expect(chat.bus.drain() == [.membership(standard, people[0])])
    try await chat.join(people[1], id, by: people[0])
    try await chat.parties.grade([people[1]: .admin], in: id, by: people[0])
    let shown = try await chat.parties.change(id, to: nil, isPublic: true, by: people[1])
    #expect(shown.grade == .admin && shown.party.isPublic && shown.party.workspace.content == kept)
    #expect(shown.party.accessCode == made.party.accessCode)
    // The picture stays though somebody else had uploaded it.
    let renamed = WorkspaceContent(name: "을지로", photo: photo)
    let changed = try await chat.parties.change(id, to: renamed, isPublic: nil, by: people[1])
    #expect(changed.party.isPublic && changed.party.workspace.content == renamed)
    _ = try await chat.service.send("안녕", in: standard, by: people[1])
    let notice = try await chat.parties.addQuest(QuestContent(title: "a"), .notice, to: id, by: people[0]).id
    _ = try await chat.parties.addQuest(QuestContent(title: "b"), .submission(of: notice), to: id, by: people[1])
    _ = chat.bus.drain()
    try await chat.parties.remove(id, by: people[0])
    #expect(try await chat.contents().isEmpty)
    #expect(chat.bus.drain() == [.removed(standard)])
    #expect(try await outcome { try await chat.parties.party(id, for: people[0]) } == "party-unknown")
  }

  @Test("A party can be removed as a workspace")
  func asWorkspaces() async throws {
    let scene = try await PartyScene()
    for party in [scene.party, scene.hidden] {
      try await scene.chat.service.remove(party.workspace.id, by: scene.people[0])
    }
    #expect(try await scene.chat.contents().isEmpty)
    let plain = try await scene.chat.workspace(of: [scene.people[0]])
    #expect(try await outcome { try await scene.parties.party(plain.id, for: scene.people[0]) } == "party-unknown")
    #expect(try await outcome { try await scene.parties.leave(plain.id, by: scene.people[0]) } == "party-unknown")
    #expect(try await scene.parties.parties(of: scene.people[0]).isEmpty)
  }

  @Test(
    "A party that breaks a rule is refused with its field and stores nothing",
    arguments: [
      ("name-invalid", "name", WorkspaceContent(name: "")),
      ("name-invalid", "name", WorkspaceContent(name: String(repeating: "가", count: 31))),
      ("text-invalid", "description", WorkspaceContent(name: "a", description: "\u{0}")),
      (
        "photo-unknown", "photo",
        WorkspaceContent(name: "a", photo: PhotoName(String(repeating: "a", count: 64) + ".jpg"))
      ),
      ("workspace-name-taken", "name", WorkspaceContent(name: "ＯＴＨＥＲ")),
    ])
  func rejected(_ code: String, _ field: String, _ content: WorkspaceContent) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let party = try await chat.party(of: people)
    _ = try await chat.workspace("other", of: [people[0]])
    try await chat.parties.grade([people[1]: .admin], in: party.workspace.id, by: people[0])
    let before = try await chat.contents()
    let change = { (caller: AccountID) in
      try await domainError {
        try await chat.parties.change(party.workspace.id, to: content, isPublic: false, by: caller)
      }
    }
    let made = try await domainError { try await chat.parties.make(content, isPublic: true, by: people[0]) }
    // What an admin changes stands beside the other workspaces of the master.
    for domainError in [made, try await change(people[0]), try await change(people[1])] {
      #expect((domainError.code, domainError.field) == (code, field))
    }
    #expect(try await chat.contents() == before)
  }

  @Test("A party or an application of an account that has meanwhile left is refused")
  func gone() async throws {
    let chat = try await ChatUnderTest()
    let party = try await chat.party(of: try await chat.accounts(1))
    let before = try await chat.contents()
    for domainError in [
      try await domainError {
        try await chat.parties.make(WorkspaceContent(name: "a"), isPublic: true, by: .numbered(9))
      },
      try await domainError { try await chat.parties.apply(to: party.workspace.id, by: .numbered(9)) },
    ] {
      #expect((domainError.kind, domainError.code) == (.unauthenticated, "token-unusable"))
    }
    #expect(try await chat.contents() == before)
  }

  @Test(
    "A party of a blocked or blocking master is neither found nor seen, and its members stay")
  func blocks() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    try await chat.block(people[0], by: people[3])
    for index in [4, 5] { try await chat.block(people[index], by: people[0]) }
    let found = { (index: Int) in
      try await parties.parties(PartySearch(), before: nil, limit: 9, for: people[index]).parties.count
    }
    #expect(try await [found(1), found(3), found(4), found(5)] == [1, 0, 0, 0])
    #expect(try await parties.party(id, for: people[3]).grade == .member)
    #expect(try await parties.parties(of: people[3]).count == 2)
    for index in [4, 5] {
      for code in [nil, scene.party.accessCode] {
        #expect(try await outcome { try await parties.party(id, code: code, for: people[index]) } == "party-unknown")
      }
      #expect(try await parties.parties(of: people[index]).isEmpty)
      #expect(
        try await outcome { try await parties.apply(to: id, by: people[index]) } == "party-unknown")
    }
    // The application waits unseen, and can be taken back all the same.
    #expect(try await parties.members(of: id, grade: .applicant, for: people[1]).isEmpty)
    #expect(try await outcome { try await parties.accept([people[4]], into: id, by: people[1]) } == "applicant-unknown")
    try await parties.leave(id, by: people[4])
    try await chat.database.write { try $0.run("DELETE FROM block") }
    #expect(try await parties.members(of: id, grade: .applicant, for: people[1]).isEmpty)
    #expect(try await parties.parties(of: people[4]).map(\.party.workspace.id) == [scene.hidden.workspace.id])
  }

  @Test("The parties of an account are those that it is in or has applied to, latest first")
  func mine() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    var made: [WorkspaceID] = []
    for name in ["a", "b", "c"] { made.append(try await chat.party(name, of: [people[0]]).workspace.id) }
    _ = try await chat.workspace("plain", of: people)
    _ = try await chat.party("else", of: [people[0]])
    for (index, id) in [made[1], made[2], made[0]].enumerated() {
      chat.clock.advance(milliseconds: 1)
      _ = try await chat.parties.apply(to: id, by: people[1])
      if index == 1 { try await chat.parties.accept([people[1]], into: id, by: people[0]) }
    }
    let own = try await chat.parties.parties(of: people[1])
    #expect(own.map(\.party.workspace.id) == [made[0], made[2], made[1]])
    #expect(own.map(\.grade) == [.applicant, .member, .applicant])
    #expect(own[1].party.workspace.memberCount == 2)
  }
}
