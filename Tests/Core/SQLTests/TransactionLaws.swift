import Basics
import Dispatch
import SQL
import Support
import Testing

@Suite("Transactions on either engine")
struct TransactionLaws {
  private struct Regret: Error {}

  @Test(
    "A transaction is rolled back when its body throws, and the next one is not disturbed",
    arguments: SQLEngine.allCases)
  func rollback(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    await #expect(throws: Regret.self) {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item VALUES (1, 'a')")
        try connection.run("CREATE TABLE other (id INTEGER)")
        throw Regret()
      }
    }
    #expect(try await opened.count() == 0)
    try await opened.database.write { try $0.run("CREATE TABLE other (id INTEGER)") }
  }

  @Test("A transaction that its body ends with ROLLBACK throws", arguments: SQLEngine.allCases)
  func endedInside(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item VALUES (1, 'a')")
        try connection.run("ROLLBACK")
      }
    }
    #expect(try await opened.count() == 0)
  }

  @Test("Fifty concurrent writers lose nothing", arguments: SQLEngine.allCases)
  func manyWriters(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    try await opened.database.write { try $0.run("INSERT INTO item VALUES (1, 0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await opened.database.write { connection in
            let value = try connection.integer("SELECT value FROM item WHERE id = 1") ?? 0
            try connection.run("UPDATE item SET value = $1 WHERE id = 1", [.integer(value + 1)])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await opened.database.read { try $0.integer("SELECT value FROM item") } == 50)
  }

  @Test("A read transaction sees one state, whatever is committed meanwhile", arguments: SQLEngine.allCases)
  func snapshot(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let written = DispatchSemaphore(value: 0)
    async let counts = opened.database.read { connection in
      let before = try connection.integer("SELECT COUNT(*) FROM item")
      starting.yield()
      written.wait()
      return [before, try connection.integer("SELECT COUNT(*) FROM item")]
    }
    for await _ in started { break }
    try await opened.database.write { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    // Another reader sees the commit while the first reader is still in its transaction.
    #expect(try await opened.count() == 1)
    written.signal()
    #expect(try await counts == [0, 0])
  }

  @Test("A read transaction cannot write", arguments: SQLEngine.allCases)
  func readOnly(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let refused = try await domainError {
      try await opened.database.read { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    }
    #expect((refused.kind, refused.code) == (.unavailable, "database-read-only"))
    #expect(try await opened.count() == 0)
  }

  @Test("A reference to a missing row is refused", arguments: SQLEngine.allCases)
  func foreignKeys(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("CREATE TABLE part (item BIGINT NOT NULL REFERENCES item (id))")
        try connection.run("INSERT INTO part VALUES (7)")
      }
    }
  }
}

@Suite("Migrations on either engine")
struct MigrationLaws {
  private let first = Migration(1, "a table", ["CREATE TABLE a (id INTEGER)", "INSERT INTO a VALUES (1)"])
  private let second = Migration(2, "another", ["CREATE TABLE b (id INTEGER)"])

  @Test("Migrations run once each, in order", arguments: SQLEngine.allCases)
  func once(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    for steps in [[first], [first, second], [first, second]] { try await opened.database.migrate(steps) }
    let found = try await opened.database.read { connection in
      [try connection.integer("SELECT COUNT(*) FROM a"), try connection.integer("SELECT COUNT(*) FROM b")]
    }
    #expect(found == [1, 0])
    #expect(try await opened.database.schemaVersion() == 2)
    try await opened.database.checkWriting()
  }

  @Test("A migration does all of its statements or none", arguments: SQLEngine.allCases)
  func broken(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let broken = Migration(2, "broken", ["CREATE TABLE b (id INTEGER)", "INSERT INTO missing VALUES (1)"])
    await #expect(throws: DatabaseFailure.self) { try await opened.database.migrate([first, broken]) }
    try await opened.database.migrate([first, second])
    #expect(try await opened.database.schemaVersion() == 2)
  }

  @Test("The database of a newer program is refused and left as it is", arguments: SQLEngine.allCases)
  func newer(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    try await opened.database.migrate([first, second])
    let refused = try await domainError { try await opened.database.migrate([first]) }
    #expect((refused.kind, refused.code) == (.conflict, "schema-newer"))
    #expect(refused.message.contains("2") && refused.message.contains("1"))
    #expect(try await opened.database.schemaVersion() == 2)
  }
}

@Suite("Writes that wait, on either engine", .timeLimit(.minutes(1)))
struct WaitingLaws {
  private static func insert(_ opened: OpenedDatabase) async throws {
    try await opened.database.write { _ = try $0.run("INSERT INTO item (value) VALUES ('a')") }
  }

  @Test("Writes that have waited too long are refused, and later ones are served", arguments: SQLEngine.allCases)
  func deadline(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine, waiting: (milliseconds: 100, maxCount: 512))
    let held = await HeldWrite(opened.database)
    let refused = await withTaskGroup(of: DomainError?.self) { group in
      for _ in 0..<20 { group.addTask { try? await domainError { try await Self.insert(opened) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refused.count == 20)
    #expect(refused.allSatisfy { $0?.kind == .unavailable && $0?.code == "database-busy" })
    try await held.commit()
    try await Self.insert(opened)
    #expect(try await opened.count() == 1)
  }

  @Test(
    "A write is refused at once when too many wait already, and those that wait are served",
    arguments: SQLEngine.allCases)
  func bounded(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine, waiting: (milliseconds: 60_000, maxCount: 2))
    let held = await HeldWrite(opened.database)
    let results = AsyncStream.makeStream(of: String.self)
    for _ in 0..<5 {
      Task {
        let refused = try? await domainError { try await Self.insert(opened) }
        results.continuation.yield(refused?.code ?? "done")
      }
    }
    var answers = results.stream.makeAsyncIterator()
    for _ in 0..<3 { #expect(await answers.next() == "database-busy") }
    try await held.commit()
    for _ in 0..<2 { #expect(await answers.next() == "done") }
    #expect(try await opened.count() == 2)
  }
}
