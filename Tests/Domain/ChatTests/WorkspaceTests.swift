import Basics
import Chat
import Support
import Testing

@Suite("Workspaces")
struct WorkspaceTests {
  @Test("A workspace is made with a standard channel, changed, and removed with everything in it")
  func life() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let photo = try await chat.photo(1, by: people[0])
    let content = WorkspaceContent(name: " 네컷\u{1112}\u{1161}\u{11AB} ", description: "두 줄\n설명", photo: photo)
    let made = try await chat.service.makeWorkspace(content, by: people[0])
    #expect(made.content == WorkspaceContent(name: "네컷한", description: "두 줄\n설명", photo: photo))
    #expect((made.owner, made.createdAt, made.memberCount) == (people[0], chat.clock.now, 1))
    let channels = try await chat.service.channels(of: made.id, for: people[0], direct: false)
    #expect(channels.map(\.channel.content.name) == ["일반"])
    #expect(channels.map(\.channel.kind) == [.standard] && channels[0].channel.owner == people[0])
    #expect(chat.bus.drain() == [.membership(channels[0].channel.id, people[0])])
    try await chat.join(people[1], made.id, by: people[0])
    let changed = try await chat.service.change(made.id, to: WorkspaceContent(name: "new"), by: people[0])
    #expect(changed.content == WorkspaceContent(name: "new") && changed.memberCount == 2)
    _ = try await chat.service.send("bye", in: channels[0].channel.id, by: people[1])
    _ = chat.bus.drain()
    try await chat.service.remove(made.id, by: people[0])
    #expect(try await chat.contents().isEmpty)
    #expect(chat.bus.drain() == [.removed(channels[0].channel.id)])
    let next = try await chat.service.makeWorkspace(content, by: people[0])
    #expect(next.id > made.id)
  }

  @Test(
    "A workspace that breaks a rule is refused with its field and stores nothing",
    arguments: [
      ("name-invalid", "name", WorkspaceContent(name: "")),
      ("name-invalid", "name", WorkspaceContent(name: " \u{200B}")),
      ("name-invalid", "name", WorkspaceContent(name: String(repeating: "가", count: 31))),
      ("name-invalid", "name", WorkspaceContent(name: String(repeating: "a", count: 1_000_000))),
      ("name-invalid", "name", WorkspaceContent(name: "a\nb")),
      ("name-invalid", "name", WorkspaceContent(name: "a\u{202E}")),
      (
        "description-too-long", "description",
        WorkspaceContent(name: "a", description: String(repeating: "a", count: 501))
      ),
      ("text-invalid", "description", WorkspaceContent(name: "a", description: "\u{0}")),
      (
        "photo-unknown", "photo",
        WorkspaceContent(name: "a", photo: PhotoName(String(repeating: "a", count: 64) + ".jpg"))
      ),
    ])
  func rejected(_ code: String, _ field: String, _ content: WorkspaceContent) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let snapshot = try await chat.workspace("standing", of: people)
    let before = try await chat.contents()
    for domainError in [
      try await domainError { try await chat.service.makeWorkspace(content, by: people[0]) },
      try await domainError { try await chat.service.change(snapshot.id, to: content, by: people[0]) },
    ] {
      #expect((domainError.kind, domainError.code, domainError.field) == (.invalid, code, field))
    }
    #expect(try await chat.contents() == before)
  }

  @Test("A workspace's name is unique for its owner in any case and width")
  func names() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace("Work", of: people)
    for name in ["work", "ＷＯＲＫ"] {
      let domainError = try await domainError { try await chat.workspace(name, of: [people[0]]) }
      #expect((domainError.kind, domainError.code, domainError.field) == (.conflict, "workspace-name-taken", "name"))
    }
    _ = try await chat.service.change(work.id, to: WorkspaceContent(name: "WORK"), by: people[0])
    _ = try await chat.workspace("work", of: [people[1]])
    let longest = String(repeating: "😀", count: 30)
    #expect(try await chat.workspace(longest, of: [people[0]]).content.name == longest)
  }

  @Test("An owner has at most a hundred workspaces")
  func maximum() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    for number in 1...100 { _ = try await chat.workspace("\(number)", of: [people[0]]) }
    let domainError = try await domainError { try await chat.workspace("101", of: [people[0]]) }
    #expect((domainError.kind, domainError.code) == (.conflict, "workspaces-too-many"))
    #expect(try await chat.service.workspaces(of: people[0]).count == 100)
    _ = try await chat.workspace("101", of: [people[1]])
  }

  @Test("A workspace of an account that has meanwhile left is refused")
  func gone() async throws {
    let chat = try await ChatUnderTest()
    let domainError = try await domainError {
      try await chat.service.makeWorkspace(WorkspaceContent(name: "a"), by: .numbered(9))
    }
    #expect((domainError.kind, domainError.code) == (.unauthenticated, "token-unusable"))
    #expect(try await chat.contents().isEmpty)
  }

  @Test("Workspaces are listed by time of joining, and their members with the owner first")
  func lists() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let own = try await chat.workspace("own", of: [people[2]])
    let first = try await chat.workspace("first", of: [people[0]])
    let second = try await chat.workspace("second", of: [people[1]])
    for workspace in [second, first] { try await chat.join(people[2], workspace.id, by: workspace.owner) }
    #expect(try await chat.service.workspaces(of: people[2]).map(\.id) == [first.id, second.id, own.id])
    try await chat.join(people[1], first.id, by: people[0])
    _ = try await chat.service.handOver(first.id, to: people[1], by: people[0])
    let members = try await chat.service.members(of: first.id, for: people[2])
    #expect(members.map(\.person.id) == [people[1], people[0], people[2]])
    #expect(members.map(\.role) == [.owner, .member, .member])
  }

  @Test("A workspace is handed over with its standard channel, so that the former owner can leave")
  func handingOver() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let standard = try await chat.standard(of: work)
    #expect(try await chat.service.handOver(work.id, to: people[0], by: people[0]) == work)
    #expect(try await chat.service.handOver(work.id, to: people[1], by: people[0]).owner == people[1])
    #expect(try await chat.service.channel(standard, for: people[0]).channel.owner == people[1])
    _ = try await chat.service.send("stays", in: standard, by: people[0])
    _ = chat.bus.drain()
    try await chat.service.leave(work.id, by: people[0])
    #expect(chat.bus.drain() == [.membership(standard, people[0])])
    #expect(try await outcome { try await chat.service.channel(standard, for: people[0]) } == "channel-unknown")
    let left = try await chat.service.messages(.after(sequence: 0), of: standard, limit: 9, for: people[1])
    #expect(left.map(\.author?.id) == [people[0]] && left.map(\.text) == ["stays"])
    #expect(try await chat.service.workspace(work.id, for: people[1]).memberCount == 1)
  }

  @Test("The channels of a removed member pass to the earliest member of each")
  func takingOut() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(4)
    let work = try await chat.workspace(of: people)
    let make = { (name: String) in
      try await chat.service.makeChannel(ChannelContent(name: name), .closed, in: work.id, by: people[1]).channel.id
    }
    let (shared, lonely) = (try await make("shared"), try await make("lonely"))
    for person in [people[3], people[2]] {
      chat.clock.advance(milliseconds: 1)
      _ = try await chat.service.add(person, to: shared, by: people[1])
    }
    try await chat.service.remove(people[1], from: work.id, by: people[0])
    #expect(try await chat.service.channel(shared, for: people[2]).channel.owner == people[3])
    #expect(try await chat.service.members(of: shared, for: people[2]).map(\.person.id) == [people[3], people[2]])
    #expect(try await chat.contents().contains { $0.hasPrefix("channel|\(lonely)|") } == false)
    #expect(try await chat.service.workspaces(of: people[1]).isEmpty)
  }
}
