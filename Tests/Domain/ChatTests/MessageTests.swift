import Basics
import Chat
import Support
import Testing

@Suite("Messages")
struct MessageTests {
  /// What is said against the rules, and how it is refused.
  struct Breach: Sendable, CustomTestStringConvertible {
    let code: String
    let field: String
    var text = "text"
    var photos: [Int] = []
    var key: String?

    var testDescription: String { "\(code) \(text.prefix(5)) \(photos) \(key?.prefix(5) ?? "")" }
  }

  static let breaches = [
    Breach(code: "message-empty", field: "text", text: ""),
    Breach(code: "message-empty", field: "text", text: " \n\u{3000}"),
    Breach(code: "message-too-long", field: "text", text: String(repeating: "가", count: 5_001)),
    Breach(code: "message-too-long", field: "text", text: String(repeating: "\u{301}", count: 300_000)),
    Breach(code: "text-invalid", field: "text", text: "a\u{0}b"),
    Breach(code: "text-invalid", field: "text", text: "\u{1B}[2J"),
    Breach(code: "photos-too-many", field: "photos", photos: [1, 2, 3, 4, 5, 6]),
    Breach(code: "photo-repeated", field: "photos", photos: [1, 1]),
    // Somebody else's.
    Breach(code: "photo-unknown", field: "photos", photos: [1, 9]),
    Breach(code: "key-invalid", field: "key", key: ""),
    Breach(code: "key-invalid", field: "key", key: "a b"),
    Breach(code: "key-invalid", field: "key", key: "키"),
    Breach(code: "key-invalid", field: "key", key: String(repeating: "k", count: 101)),
  ]

  @Test("A message that breaks a rule is refused with its field and stores nothing", arguments: breaches)
  func rejected(_ breach: Breach) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let channel = try await chat.standard(of: try await chat.workspace(of: people))
    var names: [Int: PhotoName] = [:]
    for number in 1...6 { names[number] = try await chat.photo(number, by: people[0]) }
    names[9] = try await chat.photo(9, by: people[1])
    let before = try await chat.contents()
    _ = chat.bus.drain()
    let domainError = try await domainError {
      try await chat.service.send(
        breach.text, photos: breach.photos.compactMap { names[$0] }, key: breach.key, in: channel, by: people[0])
    }
    #expect((domainError.kind, domainError.code, domainError.field) == (.invalid, breach.code, breach.field))
    #expect(try await chat.contents() == before)
    #expect(chat.bus.drain() == [])
  }

  @Test("Messages are numbered without gaps, and each change has the next revision and an event")
  func life() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let channel = try await chat.standard(of: try await chat.workspace(of: people))
    let photos = [try await chat.photo(2, by: people[0]), try await chat.photo(1, by: people[0])]
    _ = chat.bus.drain()
    let first = try await chat.service.send(String(repeating: "😀", count: 5_000), in: channel, by: people[0])
    let second = try await chat.service.send("", photos: photos, in: channel, by: people[0])
    let third = try await chat.service.send("third", in: channel, by: people[1])
    #expect([first, second, third].map(\.sequence) == [1, 2, 3])
    // The clock stands: moments still grow.
    let start = chat.clock.now.milliseconds
    #expect([first, second, third].map(\.createdAt.milliseconds) == [start, start + 1, start + 2])
    #expect((second.author, second.photos) == (Person(id: people[0], nickname: "person 1"), photos))
    chat.clock.advance(seconds: 1)
    #expect(try await outcome { try await chat.service.change(first.id, to: " ", by: people[0]) } == "message-empty")
    let changed = try await chat.service.change(first.id, to: "changed", by: people[0])
    #expect((changed.text, changed.revision, changed.editedAt) == ("changed", 4, chat.clock.now))
    #expect((changed.sequence, changed.createdAt) == (1, first.createdAt))
    #expect(try await chat.service.change(first.id, to: "changed", by: people[0]) == changed)
    let captioned = try await chat.service.change(second.id, to: "", by: people[0])
    #expect(captioned == second)
    let removed = try await chat.service.remove(second.id, by: people[0])
    #expect((removed.text, removed.photos, removed.revision, removed.removedAt) == ("", [], 5, chat.clock.now))
    #expect(try await chat.service.remove(second.id, by: people[0]) == removed)
    #expect(try await outcome { try await chat.service.change(second.id, to: "a", by: people[0]) } == "message-unknown")
    #expect(chat.bus.drain() == (1...5).map { .channel(channel, revision: $0) })
    let all = try await chat.service.messages(.after(sequence: 0), of: channel, limit: 9, for: people[1])
    #expect(all == [changed, removed, third])
  }

  @Test("Concurrent messages are published in the order of their numbers")
  func order() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let channel = try await chat.standard(of: try await chat.workspace(of: people))
    _ = chat.bus.drain()
    try await withThrowingTaskGroup { group in
      for number in 1...300 {
        group.addTask { _ = try await chat.service.send("\(number)", in: channel, by: people[number % 2]) }
      }
      // What is refused leaves no place that those behind it would wait for.
      group.addTask { _ = try await outcome { try await chat.service.send("x", in: ChannelID(99), by: people[0]) } }
      try await group.waitForAll()
    }
    #expect(chat.bus.drain() == (1...300).map { .channel(channel, revision: $0) })
  }

  @Test("Messages are read in every order, exactly from a given position")
  func ranges() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let channel = try await chat.standard(of: try await chat.workspace(of: people))
    var sent: [ChatMessage] = []
    for number in 1...6 { sent.append(try await chat.service.send("\(number)", in: channel, by: people[0])) }
    sent[1] = try await chat.service.change(sent[1].id, to: "changed", by: people[0])
    let read = { (range: MessageRange, limit: Int) in
      try await chat.service.messages(range, of: channel, limit: limit, for: people[0])
    }
    #expect(try await read(.after(sequence: 2), 3) == Array(sent[2...4]))
    #expect(try await read(.after(sequence: .max), 3).isEmpty)
    #expect(try await read(.after(sequence: .min), 1_000) == sent)
    #expect(try await read(.before(sequence: nil), 2) == [sent[5], sent[4]])
    #expect(try await read(.before(sequence: 3), 9) == [sent[1], sent[0]])
    #expect(try await read(.changed(sinceRevision: 5), 9) == [sent[5], sent[1]])
    #expect(try await read(.changed(sinceRevision: 7), 9).isEmpty)
    #expect(try await read(.since(sent[3].createdAt), 9) == Array(sent[4...]))
    #expect(try await read(.since(Timestamp(milliseconds: .min)), 9) == sent)
    for limit in [0, -1, 1_001] {
      #expect(try await outcome { try await read(.after(sequence: 0), limit) } == "limit-out-of-range")
    }
  }

  @Test("A message that is sent again with its key is stored once for each channel and person")
  func keys() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let channel = try await chat.standard(of: work)
    let room = try await chat.service.directRoom(with: people[1], in: work.id, by: people[0]).channel.id
    let key = String(repeating: "~", count: 100)
    let sent = try await chat.service.send("a", key: key, in: channel, by: people[0])
    _ = chat.bus.drain()
    #expect(try await chat.service.send("another", key: key, in: channel, by: people[0]) == sent)
    #expect(chat.bus.drain() == [])
    #expect(try await chat.service.send("a", key: key, in: channel, by: people[1]).sequence == 2)
    #expect(try await chat.service.send("a", key: key, in: room, by: people[0]).sequence == 1)
    // What was taken back does not come again.
    let removed = try await chat.service.remove(sent.id, by: people[0])
    #expect(try await chat.service.send("a", key: key, in: channel, by: people[0]) == removed)
  }

  @Test("Messages of others after the read marker count as unread until they are read or removed")
  func unread() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let channel = try await chat.standard(of: try await chat.workspace(of: people))
    var sent: [ChatMessage] = []
    for number in 1...5 { sent.append(try await chat.service.send("\(number)", in: channel, by: people[0])) }
    let seen = { try await chat.service.channel(channel, for: people[1]) }
    #expect(try await seen().unreadCount == 5)
    #expect(try await chat.service.channel(channel, for: people[0]).unreadCount == 0)
    _ = try await chat.service.remove(sent[4].id, by: people[0])
    #expect(try await seen().unreadCount == 4)
    #expect(try await seen().newest?.id == sent[3].id)
    for (sequence, unread, marker) in [(2, 2, 2), (1, 2, 2), (-7, 2, 2), (Int.max, 0, 5)] {
      let read = try await chat.service.read(upTo: sequence, of: channel, by: people[1])
      #expect((read.unreadCount, read.readSequence) == (unread, marker))
    }
    let counted = { (instant: Timestamp?) in try await chat.service.unread(since: instant, of: channel, for: people[1])
    }
    #expect(try await counted(nil) == 4)
    #expect(try await counted(sent[1].createdAt) == 2)
    #expect(try await counted(Timestamp(milliseconds: 0)) == 4)
    #expect(try await counted(chat.clock.now.advanced(seconds: 9)) == 0)
    _ = try await chat.service.send("6", in: channel, by: people[0])
    _ = try await chat.service.send("7", in: channel, by: people[1])
    #expect(try await (seen().unreadCount, seen().readSequence) == (0, 7))
  }
}

@Suite("Searching messages")
struct SearchTests {
  @Test(
    "A search finds any part of a text, in any case, width and composition",
    arguments: [
      ("사진", [0, 3]), ("진", [0, 3]), ("네컷사", [3]), ("\u{1109}\u{1161}\u{110C}\u{1175}\u{11AB}", [0, 3]), ("photo", [1]),
      ("ＰＨＯＴＯ", [1]), ("%", [2]), ("0%_", [2]), ("_", [2]), ("\\", [4]), ("두 줄", [5]), ("없음", []), ("said", []),
    ])
  func finds(_ sought: String, _ expected: [Int]) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let work = try await chat.workspace(of: people)
    let channel = try await chat.standard(of: work)
    var sent: [MessageID] = []
    for text in ["사진 찍자", "PhotoBooth", "100%_sure", "인생네컷사진", "a\\b", "두\n 줄"] {
      sent.append(try await chat.service.send(text, in: channel, by: people[0]).id)
    }
    let found = try await chat.service.search(sought, in: work.id, before: nil, limit: 9, for: people[0])
    #expect(found.map(\.id) == expected.reversed().map { sent[$0] })
  }

  @Test("A search covers only channels of the searcher and current texts, page by page")
  func bounds() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let other = try await chat.workspace("other", of: people)
    let standard = try await chat.standard(of: work)
    let open = try await chat.service.makeChannel(ChannelContent(name: "o"), .open, in: work.id, by: people[0]).channel
      .id
    var found: [MessageID] = []
    for number in 1...7 {
      found.append(try await chat.service.send("뜻 \(number)", in: standard, by: people[number % 2]).id)
      _ = try await chat.service.send("뜻 open", in: open, by: people[0])
      _ = try await chat.service.send("뜻 other", in: try await chat.standard(of: other), by: people[1])
    }
    _ = try await chat.service.remove(found.remove(at: 3), by: people[0])
    _ = try await chat.service.change(found.remove(at: 1), to: "else", by: people[0])
    var pages: [MessageID] = []
    repeat {
      let page = try await chat.service.search("뜻", in: work.id, before: pages.last, limit: 2, for: people[1])
      pages += page.map(\.id)
      if page.count < 2 { break }
    } while true
    #expect(pages == found.reversed())
    for text in ["", " ", "\u{200B}", String(repeating: "a", count: 101), "\u{0}"] {
      #expect(
        try await outcome { try await chat.service.search(text, in: work.id, before: nil, limit: 9, for: people[0]) }
          == "text-invalid")
    }
  }
}
