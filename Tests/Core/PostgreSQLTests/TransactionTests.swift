import Basics
import Dispatch
import PostgreSQL
import SQL
import Support
import Synchronization
import Testing

@Suite("A transaction")
struct TransactionTests {
  private struct Regret: Error {}

  @Test("A transaction is rolled back when its body throws, and the next one is not disturbed")
  func rollback() async throws {
    let opened = try await OpenedDatabase()
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

  @Test("A transaction whose body goes on after a refused statement throws")
  func refusedStatement() async throws {
    let opened = try await OpenedDatabase()
    let failure = try await caught(DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item VALUES (1, 'a')")
        #expect(throws: DatabaseFailure.self) { try connection.run("INSERT INTO item VALUES (1, 'b')") }
        #expect(throws: DatabaseFailure.self) { try connection.run("INSERT INTO item VALUES (2, 'b')") }
      }
    }
    // The first failure, not that of what came after it.
    #expect(failure.sqlState == "23505")
    #expect(try await opened.count() == 0)
  }

  @Test("A transaction goes on after a refused statement that had a savepoint")
  func savepoint() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a')")
      try connection.run("SAVEPOINT attempt")
      #expect(throws: DatabaseFailure.self) { try connection.run("INSERT INTO item VALUES (1, 'b')") }
      try connection.run("ROLLBACK TO attempt")
    }
    #expect(try await opened.count() == 1)
  }

  @Test("A transaction throws when its body ends it with COMMIT or ROLLBACK", arguments: ["ROLLBACK", "COMMIT"])
  func endedInside(_ end: String) async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item VALUES (1, 'a')")
        try connection.run(end)
      }
    }
    #expect(try await opened.count() == (end == "COMMIT" ? 1 : 0))
  }

  @Test("A transaction of fifty writers at once loses nothing")
  func manyWriters() async throws {
    let opened = try await OpenedDatabase()
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

  @Test("A transaction that conflicts with another one is run again, and sees its writes")
  func serialisation() async throws {
    let opened = try await OpenedDatabase()
    let gate = ThreadGate(2)
    // Each counts and adds: one after the other they see 0 and 1, side by side both would see 0.
    let counts = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await opened.database.write { connection in
            let count = try connection.integer("SELECT COUNT(*) FROM item") ?? -1
            gate.pass()
            try connection.run("INSERT INTO item (value) VALUES ($1)", [.text("\(count)")])
            return count
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted()
    }
    #expect(counts == [0, 1])
  }

  @Test("A transaction that conflicts each time is given up after a number of attempts, as locked")
  func attempts() async throws {
    let opened = try await OpenedDatabase { $0.maxAttempts = 3 }
    try await opened.database.write { connection in
      try connection.run(
        """
        CREATE FUNCTION refuse() RETURNS int LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$
        """)
      try connection.run("CREATE SEQUENCE attempts")
    }
    let refused = try await domainError {
      try await opened.database.write { connection in
        _ = try connection.integer("SELECT nextval('attempts')")
        try connection.run("SELECT refuse()")
      }
    }
    #expect((refused.kind, refused.code) == (.unavailable, "database-locked"))
    #expect(try await opened.database.read { try $0.integer("SELECT last_value FROM attempts") } == 3)
  }

  @Test(
    "A transaction that asks for what the server does not support is run once, and one with a stale statement again")
  func unsupported() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let runs = Mutex(0)
    let failure = try await caught(DatabaseFailure.self) {
      try await opened.database.write { connection in
        runs.withLock { $0 += 1 }
        try connection.run("SELECT id FROM item UNION SELECT id FROM item FOR UPDATE")
      }
    }
    #expect(failure.sqlState == "0A000" && runs.withLock { $0 } == 1)
    let other = try opened.other()
    for added in 0...1 {
      if added == 1 { try await other.write { try $0.run("ALTER TABLE item ADD COLUMN added INTEGER") } }
      runs.withLock { $0 = 0 }
      try await opened.database.write { connection in
        runs.withLock { $0 += 1 }
        try connection.run("SELECT * FROM item")
      }
      #expect(runs.withLock { $0 } == 1 + added)
    }
    await other.close()
  }

  @Test("A transaction that reads sees one state, whatever is committed meanwhile")
  func snapshot() async throws {
    let opened = try await OpenedDatabase()
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
    // Another reader sees the commit while the first is still in its transaction.
    #expect(try await opened.count() == 1)
    written.signal()
    #expect(try await counts == [0, 0])
  }

  @Test("A transaction that reads may not write")
  func readOnly() async throws {
    let opened = try await OpenedDatabase()
    let refused = try await domainError {
      try await opened.database.read { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    }
    #expect((refused.kind, refused.code) == (.unavailable, "database-read-only"))
    #expect(try await opened.count() == 0)
  }

  @Test("A transaction keeps references whole, also those that are looked at with the commit")
  func foreignKeys() async throws {
    let opened = try await OpenedDatabase()
    for when in ["", "DEFERRABLE INITIALLY DEFERRED"] {
      let failure = try await caught(DatabaseFailure.self) {
        try await opened.database.write { connection in
          try connection.run("CREATE TABLE part (item BIGINT NOT NULL REFERENCES item (id) \(when))")
          try connection.run("INSERT INTO part VALUES (7)")
        }
      }
      #expect(failure.sqlState == "23503")
    }
  }

  @Test("A transaction that is dry leaves nothing")
  func dryRun() async throws {
    let opened = try await OpenedDatabase()
    let count = try await opened.database.dryRun { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a')")
      return try connection.integer("SELECT COUNT(*) FROM item")
    }
    #expect(count == 1)
    #expect(try await opened.count() == 0)
  }

  @Test("A transaction changes the number when it is committed, also one that began before others")
  func dataVersion() async throws {
    let opened = try await OpenedDatabase()
    let database = opened.database
    var numbers = [try await database.dataVersion()]
    _ = try await opened.count()
    #expect(try await database.dataVersion() == numbers[0])
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let end = DispatchSemaphore(value: 0)
    async let early: Void = database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a')")
      starting.yield()
      end.wait()
    }
    for await _ in started { break }
    try await database.write { _ = try $0.run("CREATE TABLE other (id INTEGER)") }
    numbers.append(try await database.dataVersion())
    end.signal()
    try await early
    numbers.append(try await database.dataVersion())
    #expect(Set(numbers).count == 3)
  }
}
