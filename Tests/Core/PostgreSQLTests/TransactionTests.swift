import Basics
import PostgreSQL
import SQL
import Support
import Synchronization
import Testing

@Suite("A transaction")
struct TransactionTests {
  @Test("A transaction throws if its body goes on after a refused statement")
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

  @Test("A transaction goes on after a refused statement with a savepoint")
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

  @Test("A transaction that its body ends with COMMIT throws")
  func endedInside() async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item VALUES (1, 'a')")
        try connection.run("COMMIT")
      }
    }
    #expect(try await opened.count() == 1)
  }

  @Test("A conflicting transaction is run again and sees the writes of the other")
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

  @Test("A transaction that conflicts each time fails as locked after the maximum number of attempts")
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
    "An unsupported statement is run once, and a stale one again")
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

  @Test("A deferred reference to a missing row is refused at the commit")
  func foreignKeys() async throws {
    let opened = try await OpenedDatabase()
    let failure = try await caught(DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("CREATE TABLE part (item BIGINT REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED)")
        try connection.run("INSERT INTO part VALUES (7)")
      }
    }
    #expect(failure.sqlState == "23503")
  }

  @Test("A dry run leaves nothing")
  func dryRun() async throws {
    let opened = try await OpenedDatabase()
    let count = try await opened.database.dryRun { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a')")
      return try connection.integer("SELECT COUNT(*) FROM item")
    }
    #expect(count == 1)
    #expect(try await opened.count() == 0)
  }

  @Test("The data version changes with each commit, also of a transaction that began earlier")
  func dataVersion() async throws {
    let opened = try await OpenedDatabase()
    let database = opened.database
    var numbers = [try await database.dataVersion()]
    _ = try await opened.count()
    #expect(try await database.dataVersion() == numbers[0])
    let early = await HeldWrite(database) { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    try await database.write { _ = try $0.run("CREATE TABLE other (id INTEGER)") }
    numbers.append(try await database.dataVersion())
    try await early.commit()
    numbers.append(try await database.dataVersion())
    #expect(Set(numbers).count == 3)
  }

  @Test("A statement that a migration of another connection has made stale is prepared again")
  func stalePlans() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let query = { @Sendable (connection: any DatabaseConnection) in
      try connection.first("SELECT * FROM item", []) { $0.text(1) }
    }
    try await opened.database.write { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    #expect(try await opened.database.read(query) == "a")
    try await opened.other().write { try $0.run("ALTER TABLE item ALTER value TYPE BYTEA USING value::bytea") }
    #expect(try await opened.database.read(query) == "a")
    try await opened.other().write { try $0.run("ALTER TABLE item ADD more INTEGER") }
    #expect(try await opened.database.write(query) == "a")
  }
}
