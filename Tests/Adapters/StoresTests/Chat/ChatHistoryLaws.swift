import Basics
import Chat
import Stores
import Support
import Testing
import Workload

/// What is said, changed and removed at random, beside a plain list of it, while clients look in now and then.
@Suite("Channel histories")
struct ChatHistoryLaws {
  @Test(
    "A client that synchronises at random times ends with the true state, without duplicates",
    arguments: 1...6)
  func clients(_ seed: Int) async throws {
    var history = try await ChatHistory(seed: UInt64(seed))
    for _ in 0..<3 {
      for _ in 0..<50 { try await history.step() }
      try await history.check()
    }
    try await history.withdraw()
    for _ in 0..<20 { try await history.step() }
    try await history.check()
  }
}

/// One channel, what should be in it, and clients with their own stores.
private struct ChatHistory {
  struct Entry: Equatable {
    var author: AccountID?
    var text: String
    var isRemoved = false
    var revision: Int
  }

  let chat: ChatUnderTest
  var numbers: SeededNumbers
  let people: [AccountID]
  let channel: ChannelID
  var here: [AccountID]
  var entries: [Entry] = []
  var identifiers: [MessageID] = []
  var revision = 0
  var clients = [Client](repeating: Client(), count: 3)

  /// What a client keeps, each part by one of the ways to ask.
  struct Client {
    var byRevision: [Int: ChatMessage] = [:]
    var revision = 0
    var bySequence: [Int] = []
    var byInstant: [Int] = []
    var instant = Timestamp(milliseconds: 0)
  }

  init(seed: UInt64) async throws {
    chat = try await ChatUnderTest()
    numbers = SeededNumbers(seed: seed)
    people = try await chat.accounts(4)
    here = people
    channel = try await chat.standard(of: try await chat.workspace(of: people))
  }

  mutating func step() async throws {
    chat.clock.advance(milliseconds: Int64(numbers.next() % 3) - 1)
    switch numbers.next() % 10 {
    case 0...3: try await send()
    case 4, 5: try await change()
    case 6: try await remove()
    default: try await poll(Int(numbers.next() % 3), limit: Int(numbers.next() % 5) + 1)
    }
  }

  private mutating func send() async throws {
    let author = here[Int(numbers.next() % UInt64(here.count))]
    let text = "text \(numbers.next() % 100)"
    identifiers.append(try await chat.service.send(text, in: channel, by: author).id)
    revision += 1
    entries.append(Entry(author: author, text: text, revision: revision))
  }

  private mutating func change() async throws {
    guard let index = entries.indices.randomElement(using: &numbers), let author = entries[index].author else { return }
    let text = "changed \(numbers.next() % 3)"
    guard !entries[index].isRemoved else {
      await #expect(throws: DomainError.self) {
        try await chat.service.change(identifiers[index], to: text, by: author)
      }
      return
    }
    _ = try await chat.service.change(identifiers[index], to: text, by: author)
    guard entries[index].text != text else { return }
    revision += 1
    (entries[index].text, entries[index].revision) = (text, revision)
  }

  private mutating func remove() async throws {
    guard let index = entries.indices.randomElement(using: &numbers), let author = entries[index].author else { return }
    _ = try await chat.service.remove(identifiers[index], by: author)
    guard !entries[index].isRemoved else { return }
    empty(index)
  }

  private mutating func empty(_ index: Int) {
    revision += 1
    entries[index] = Entry(author: entries[index].author, text: "", isRemoved: true, revision: revision)
  }

  /// The last of the people goes.
  mutating func withdraw() async throws {
    let gone = here.removeLast()
    #expect(try await SQLAccountStore(chat.database).remove(gone, at: chat.clock.now) != nil)
    for index in entries.indices where entries[index].author == gone {
      empty(index)
      entries[index].author = nil
    }
  }

  // MARK: Clients

  /// A client asks once in each way, for less than there may be.
  private mutating func poll(_ index: Int, limit: Int) async throws {
    _ = try await read(index, limit: limit)
  }

  private mutating func read(_ index: Int, limit: Int) async throws -> Bool {
    var client = clients[index]
    let read = { [chat, channel, people] (range: MessageRange) in
      try await chat.service.messages(range, of: channel, limit: limit, for: people[0])
    }
    let changed = try await read(.changed(sinceRevision: client.revision))
    for message in changed {
      #expect(message.revision > client.revision)
      client.revision = message.revision
      client.byRevision[message.sequence] = message
    }
    let later = try await read(.after(sequence: client.bySequence.last ?? 0))
    client.bySequence += later.map(\.sequence)
    let since = try await read(.since(client.instant))
    client.byInstant += since.map(\.sequence)
    client.instant = since.last?.createdAt ?? client.instant
    clients[index] = client
    return !(changed.isEmpty && later.isEmpty && since.isEmpty)
  }

  /// Every client catches up, and all of them know what there is.
  mutating func check() async throws {
    let truth = try await chat.service.messages(.after(sequence: 0), of: channel, limit: 1_000, for: people[0])
    #expect(
      truth.map { Entry(author: $0.author?.id, text: $0.text, isRemoved: $0.removedAt != nil, revision: $0.revision) }
        == entries)
    #expect(truth.map(\.id) == identifiers)
    let all = Array(entries.indices.map { $0 + 1 })
    for index in clients.indices {
      while try await read(index, limit: 7) {}
      #expect(clients[index].byRevision.sorted { $0.key < $1.key }.map(\.value) == truth)
      #expect(clients[index].bySequence == all)
      #expect(clients[index].byInstant == all)
    }
    let seen = try await chat.service.channel(channel, for: people[0])
    #expect((seen.channel.lastSequence, seen.channel.revision) == (entries.count, revision))
    let unread = entries.enumerated().count {
      $0.offset >= seen.readSequence && !$0.element.isRemoved && $0.element.author != people[0]
    }
    #expect(seen.unreadCount == unread)
  }
}
