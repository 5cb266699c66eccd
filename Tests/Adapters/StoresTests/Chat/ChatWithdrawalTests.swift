import Basics
import Chat
import SQL
import Stores
import Support
import Testing

@Suite("Chats of a withdrawn account")
struct ChatWithdrawalTests {
  @Test("Messages of a withdrawn account become removed ones with new revisions and without a name")
  func silence() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let channel = try await chat.standard(of: work)
    let photo = try await chat.photo(1, by: people[1])
    let first = try await chat.service.send("one", photos: [photo], key: "k", in: channel, by: people[1])
    let other = try await chat.service.send("two", in: channel, by: people[0])
    let third = try await chat.service.send("three", in: channel, by: people[1])
    chat.clock.advance(seconds: 1)
    let early = try await chat.service.remove(third.id, by: people[1])
    chat.clock.advance(seconds: 1)
    try await withdraw(people[1], chat)
    let left = try await chat.service.messages(.after(sequence: 0), of: channel, limit: 9, for: people[0])
    #expect(left.map(\.sequence) == [1, 2, 3] && left[1] == other)
    #expect(left.map(\.text) == ["", "two", ""] && left.allSatisfy(\.photos.isEmpty))
    #expect(left.map(\.author?.id) == [nil, people[0], nil])
    #expect(left.map(\.removedAt) == [chat.clock.now, nil, early.removedAt])
    #expect(left.map(\.revision) == [5, 2, 6])
    #expect(left[0].createdAt == first.createdAt)
    #expect(try await chat.service.channel(channel, for: people[0]).unreadCount == 0)
    #expect(try await chat.service.search("one", in: work.id, before: nil, limit: 9, for: people[0]).isEmpty)
  }

  @Test("Removed messages have consecutive revisions in each channel, so that a client misses none")
  func revisions() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let open = try await chat.service.makeChannel(ChannelContent(name: "o"), .open, in: work.id, by: people[1])
    _ = try await chat.service.join(open.channel.id, by: people[0])
    let room = try await chat.service.directRoom(with: people[0], in: work.id, by: people[1])
    let channels = [try await chat.standard(of: work), open.channel.id, room.channel.id]
    let photo = try await chat.photo(1, by: people[1])
    for number in 0..<12 {
      let sent = try await chat.service.send("\(number)", photos: [photo], in: channels[number % 3], by: people[1])
      _ = try await chat.service.send("other", in: channels[number % 2], by: people[0])
      if number % 4 == 1 { _ = try await chat.service.change(sent.id, to: "changed", by: people[1]) }
    }
    var before: [Int] = []
    for channel in channels { before.append(try await chat.service.channel(channel, for: people[0]).channel.revision) }
    try await withdraw(people[1], chat)
    for (channel, known) in zip(channels, before) {
      let missed = try await chat.service.messages(
        .changed(sinceRevision: known), of: channel, limit: 99, for: people[0])
      #expect(missed.map(\.revision) == Array(known + 1...known + 4))
      #expect(missed.map(\.sequence) == missed.map(\.sequence).sorted())
      #expect(missed.allSatisfy { $0.removedAt == chat.clock.now && $0.photos.isEmpty && $0.author == nil })
      #expect(try await chat.service.channel(channel, for: people[0]).channel.revision == known + 4)
    }
    #expect(try await chat.contents().contains { $0.hasPrefix("message_photo|") } == false)
  }

  @Test("What a withdrawn account owns passes to the earliest member, or is removed without one")
  func inheritance() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(4)
    let shared = try await chat.workspace("shared", of: [people[3], people[2], people[0], people[1]])
    let lonely = try await chat.workspace("lonely", of: [people[3]])
    let make = { (name: String) in
      try await chat.service.makeChannel(ChannelContent(name: name), .closed, in: shared.id, by: people[3]).channel.id
    }
    let (closed, empty) = (try await make("closed"), try await make("empty"))
    for person in [people[1], people[2]] {
      chat.clock.advance(milliseconds: 1)
      _ = try await chat.service.add(person, to: closed, by: people[3])
    }
    try await withdraw(people[3], chat)
    let left = try await chat.service.workspace(shared.id, for: people[0])
    #expect((left.owner, left.memberCount) == (people[2], 3))
    #expect(
      try await chat.service.channels(of: shared.id, for: people[2], direct: false).map(\.channel.owner) == [
        people[2], people[1],
      ])
    let rows = try await chat.contents()
    #expect(!rows.contains { $0.hasPrefix("workspace|\(lonely.id)|") || $0.hasPrefix("channel|\(empty)|") })
  }

  @Test("Rooms stay until the partner leaves as well, and invitations for the address are removed")
  func rooms() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let work = try await chat.workspace(of: people)
    let room = try await chat.service.directRoom(with: people[1], in: work.id, by: people[2]).channel.id
    _ = try await chat.service.send("hi", in: room, by: people[2])
    let other = try await chat.workspace("other", of: [people[0]])
    try await chat.service.invite(ChatUnderTest.email(3), of: .numbered(3), to: other.id, by: people[0])
    try await withdraw(people[2], chat)
    let seen = try await chat.service.channel(room, for: people[1])
    #expect((seen.partner, seen.newest, seen.isMember) == (nil, nil, true))
    _ = try await chat.service.send("anybody?", in: room, by: people[1])
    #expect(try await !chat.contents().contains { $0.hasPrefix("workspace_invitation") })
    try await withdraw(people[1], chat)
    #expect(try await !chat.contents().contains { $0.hasPrefix("channel|\(room)|") || $0.hasPrefix("message|") })
    #expect(try await chat.database.brokenReferences() == 0)
  }

  private func withdraw(_ account: AccountID, _ chat: ChatUnderTest) async throws {
    _ = try await SQLAccountStore(chat.database).remove(account, at: chat.clock.now)
  }
}
