import Basics
import Chat
import SQL
import Support
import Testing

@Suite("Channels")
struct ChannelTests {
  @Test("Channels are listed by name after the standard one, and closed ones only for their members")
  func lists() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    for (name, kind) in [("나", ChannelKind.open), ("B", .closed), ("a", .open)] {
      _ = try await chat.service.makeChannel(ChannelContent(name: name), kind, in: work.id, by: people[0])
    }
    let names = { (person: AccountID) in
      try await chat.service.channels(of: work.id, for: person, direct: false).map(\.channel.content.name)
    }
    #expect(try await names(people[0]) == ["일반", "a", "B", "나"])
    #expect(try await names(people[1]) == ["일반", "a", "나"])
    let seen = try await chat.service.channel(named: "Ａ", in: work.id, for: people[1])
    #expect((seen.isMember, seen.readSequence, seen.unreadCount) == (false, 0, 0) && seen.newest == nil)
    for name in ["", "c", String(repeating: "a", count: 100_000)] {
      #expect(
        try await outcome { try await chat.service.channel(named: name, in: work.id, for: people[0]) }
          == "channel-unknown")
    }
  }

  @Test("A channel has a name that is unique in its workspace, and a kind that can be made")
  func names() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let work = try await chat.workspace(of: people)
    let make = { (name: String, kind: ChannelKind) in
      try await chat.service.makeChannel(ChannelContent(name: name), kind, in: work.id, by: people[0])
    }
    let made = try await make("Plan", .open).channel
    #expect(try await outcome { try await make("plan", .closed) } == "channel-name-taken")
    #expect(try await outcome { try await make("일반", .open) } == "channel-name-taken")
    #expect(try await outcome { try await make("", .open) } == "name-invalid")
    #expect(try await outcome { try await make("a", .standard) } == "channel-kind-invalid")
    #expect(try await outcome { try await make("a", .direct) } == "channel-kind-invalid")
    let renamed = try await chat.service.change(made.id, to: ChannelContent(name: "PLAN"), by: people[0])
    #expect(renamed.channel.content.name == "PLAN")
    #expect(
      try await outcome { try await chat.service.change(made.id, to: ChannelContent(name: "일반"), by: people[0]) }
        == "channel-name-taken")
  }

  @Test("A workspace has at most a thousand channels")
  func maximum() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let work = try await chat.workspace(of: people)
    try await chat.database.write { connection in
      for number in 1...999 {
        try connection.run(
          """
          INSERT INTO channel (workspace_id, kind, owner_id, name, name_folded, description, created_at)
          VALUES ($1, 'open', $2, $3, $3, '', 0)
          """, [.integer(work.id.value), .text(people[0].description), .text("\(number)")])
      }
    }
    let domainError = try await domainError {
      try await chat.service.makeChannel(ChannelContent(name: "one more"), .open, in: work.id, by: people[0])
    }
    #expect((domainError.kind, domainError.code) == (.conflict, "channels-too-many"))
    #expect(try await chat.service.channels(of: work.id, for: people[0], direct: false).count == 1_000)
  }

  @Test("A channel is joined and left, also repeatedly, and its earlier messages can be read")
  func joining() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let open = try await chat.service.makeChannel(ChannelContent(name: "o"), .open, in: work.id, by: people[0]).channel
      .id
    _ = try await chat.service.send("before", in: open, by: people[0])
    _ = chat.bus.drain()
    for _ in 0..<2 {
      let joined = try await chat.service.join(open, by: people[1])
      #expect((joined.isMember, joined.readSequence, joined.unreadCount) == (true, 1, 0))
      #expect(joined.newest?.text == "before")
    }
    #expect(chat.bus.drain() == [.membership(open, people[1])])
    for _ in 0..<2 { try await chat.service.leave(open, by: people[1]) }
    #expect(chat.bus.drain() == [.membership(open, people[1])])
    let added = try await chat.service.add(people[1], to: open, by: people[0])
    #expect((added.person.id, added.role) == (people[1], .member))
    #expect(try await chat.service.handOver(open, to: people[1], by: people[0]).channel.owner == people[1])
    _ = chat.bus.drain()
    try await chat.service.remove(open, by: people[1])
    #expect(chat.bus.drain() == [.removed(open)])
    #expect(try await outcome { try await chat.service.channel(open, for: people[1]) } == "channel-unknown")
  }
}

@Suite("Rooms of two")
struct RoomTests {
  @Test("A room is made at first use, is the same for both, and is listed by its last message")
  func making() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: people)
    _ = chat.bus.drain()
    let room = try await chat.service.directRoom(with: people[1], in: work.id, by: people[0])
    #expect((room.channel.kind, room.channel.owner, room.partner?.id) == (.direct, nil, people[1]))
    #expect(
      Set(chat.bus.drain()) == [.membership(room.channel.id, people[0]), .membership(room.channel.id, people[1])])
    let same = try await chat.service.directRoom(with: people[0], in: work.id, by: people[1])
    #expect((same.channel.id, same.partner?.id) == (room.channel.id, people[0]))
    chat.clock.advance(milliseconds: 1)
    let other = try await chat.service.directRoom(with: people[2], in: work.id, by: people[0])
    let rooms = { try await chat.service.channels(of: work.id, for: people[0], direct: true).map(\.channel.id) }
    #expect(try await rooms() == [other.channel.id, room.channel.id])
    chat.clock.advance(milliseconds: 1)
    _ = try await chat.service.send("hi", in: room.channel.id, by: people[1])
    #expect(try await rooms() == [room.channel.id, other.channel.id])
    for id in [room.channel.id, other.channel.id] {
      #expect(try await outcome { try await chat.service.leave(id, by: people[0]) } == "channel-permanent")
      #expect(try await outcome { try await chat.service.remove(id, by: people[0]) } == "channel-permanent")
      #expect(try await outcome { try await chat.service.add(people[1], to: id, by: people[0]) } == "channel-permanent")
    }
    #expect(try await outcome { try await chat.service.channel(other.channel.id, for: people[1]) } == "channel-unknown")
  }

  @Test("A room is read-only if one person has blocked the other", arguments: [(0, 1), (1, 0)])
  func blocked(_ blocker: Int, _ blocked: Int) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let room = try await chat.service.directRoom(with: people[1], in: work.id, by: people[0]).channel.id
    let sent = try await chat.service.send("before", key: "k", in: room, by: people[0])
    try await chat.block(people[blocked], by: people[blocker])
    for person in people {
      let domainError = try await domainError { try await chat.service.send("a", in: room, by: person) }
      #expect((domainError.kind, domainError.code) == (.forbidden, "blocked"))
      #expect(try await chat.service.messages(.after(sequence: 0), of: room, limit: 9, for: person) == [sent])
    }
    #expect(try await outcome { try await chat.service.change(sent.id, to: "b", by: people[0]) } == "blocked")
    #expect(
      try await outcome { try await chat.service.directRoom(with: people[1], in: work.id, by: people[0]) } == "blocked")
    // What was sent before is answered again, and can be taken back.
    #expect(try await chat.service.send("before", key: "k", in: room, by: people[0]) == sent)
    _ = try await chat.service.remove(sent.id, by: people[0])
    // Where many talk, everybody talks.
    _ = try await chat.service.send("a", in: try await chat.standard(of: work), by: people[1])
  }

  @Test("A room is available again when a member comes back to the workspace")
  func comingBack() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let room = try await chat.service.directRoom(with: people[1], in: work.id, by: people[0]).channel.id
    _ = try await chat.service.send("one", in: room, by: people[0])
    try await chat.service.leave(work.id, by: people[1])
    #expect(try await outcome { try await chat.service.channel(room, for: people[1]) } == "channel-unknown")
    #expect(try await chat.service.channel(room, for: people[0]).partner?.id == people[1])
    try await chat.join(people[1], work.id, by: people[0])
    _ = try await chat.service.send("two", in: room, by: people[0])
    let seen = try await chat.service.channel(room, for: people[1])
    #expect((seen.unreadCount, seen.newest?.text) == (1, "two"))
  }
}
