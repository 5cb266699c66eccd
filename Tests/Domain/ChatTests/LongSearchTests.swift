import Basics
import Chat
import SQL
import Support
import Synchronization
import Testing

@Suite("Searching among many messages")
struct LongSearchTests {
  /// A workspace in whose standard channel 1,250 things were said: each hundredth, and the first, hold what is sought.
  private static func fixture() async throws -> (chat: ChatUnderTest, people: [AccountID], work: WorkspaceID) {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let channel = try await chat.standard(of: work)
    try await chat.database.write { connection in
      for number in 1...1_250 {
        let text = number == 1 || number % 100 == 0 ? "뜻 \(number)" : "\(number)"
        try connection.run(
          """
          INSERT INTO message
            (channel_id, workspace_id, sequence, revision, author_id, text, text_folded, created_at, removed_at)
          VALUES ($1, $2, $3, $3, $4, $5, $5, $3, $6)
          """,
          [
            .integer(channel.value), .integer(work.id.value), .integer(Int64(number)), .text(people[0].description),
            .text(text), number % 7 == 3 ? .integer(1) : .null,
          ])
      }
    }
    return (chat, people, work.id)
  }

  @Test("Matches are found anywhere among many messages, page by page", arguments: [1, 4, 13, 100])
  func pages(_ limit: Int) async throws {
    let (chat, people, work) = try await Self.fixture()
    var found: [ChatMessage] = []
    while true {
      let page = try await chat.service.search("뜻", in: work, before: found.last?.id, limit: limit, for: people[1])
      found += page
      if page.count < limit { break }
    }
    let snapshot = ([1] + stride(from: 100, through: 1_250, by: 100)).filter { $0 % 7 != 3 }
    #expect(found.map(\.sequence) == snapshot.reversed())
  }

  @Test("A long search is split into several transactions, between which others can write")
  func steps() async throws {
    let (chat, people, work) = try await Self.fixture()
    let database = WatchedDatabase(chat.database) {}
    let service = chat.service(over: database)
    #expect(try await service.search("없음", in: work, before: nil, limit: 1, for: people[1]).isEmpty)
    // 1,071 messages are not removed.
    #expect(database.reads == 3)
    #expect(try await service.search("뜻", in: work, before: nil, limit: 1, for: people[1]).count == 1)
    #expect(database.reads == 4)
  }

  @Test("A search stops if the searcher is removed meanwhile")
  func removed() async throws {
    let (chat, people, work) = try await Self.fixture()
    let database = WatchedDatabase(chat.database) {
      try await chat.service.remove(people[1], from: work, by: people[0])
    }
    #expect(
      try await outcome {
        try await chat.service(over: database).search("없음", in: work, before: nil, limit: 1, for: people[1])
      } == "workspace-unknown")
    #expect(database.reads == 2)
  }
}

/// A database that counts its read transactions, and does something after the first.
private final class WatchedDatabase: ForwardingDatabase {
  let base: any Database
  private let afterFirst: @Sendable () async throws -> Void
  private let count = Mutex(0)

  init(_ database: any Database, afterFirst: @escaping @Sendable () async throws -> Void) {
    base = database
    self.afterFirst = afterFirst
  }

  var reads: Int { count.withLock { $0 } }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    let isFirst = count.withLock { count in
      count += 1
      return count == 1
    }
    let result = try await base.read(body)
    if isFirst { try await afterFirst() }
    return result
  }
}
