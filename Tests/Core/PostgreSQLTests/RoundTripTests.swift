import PostgreSQL
import SQL
import Support
import Synchronization
import Testing

@Suite("Round trips")
struct RoundTripTests {
  private static let insert = "INSERT INTO item (value) VALUES ($1)"

  private static func inserts(_ values: String...) -> [BoundStatement] {
    values.map { BoundStatement(insert, [.text($0)]) }
  }

  @Test("Each statement takes one round trip, and the end of the transaction another")
  func transaction() async throws {
    let opened = try await OpenedDatabase()
    let relay = try CountingRelay(before: opened.server)
    let database = try PostgreSQLDatabase(relay.address(of: opened.name))
    let bodies: [(trips: Int, body: @Sendable (any DatabaseConnection) throws -> Void)] = [
      (2, { try $0.run(Self.insert, [.text("a")]) }),
      (3, { connection in for value in ["a", "b"] { try connection.run(Self.insert, [.text(value)]) } }),
      (2, { try $0.run(Self.inserts("a", "b", "c")) }),
      (
        4,
        { connection in
          _ = try connection.integer("SELECT COUNT(*) FROM item")
          try connection.run(Self.inserts("a", "b", "c"))
          _ = try connection.integer("SELECT COUNT(*) FROM item")
        }
      ),
      (2, { _ in }),
    ]
    for (trips, body) in bodies {
      // The first time connects and prepares.
      for isWarm in [false, true] {
        let before = relay.trips
        try await database.write(body)
        if isWarm { #expect(relay.trips - before == trips) }
      }
    }
    let before = relay.trips
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM item") } == 18)
    #expect(relay.trips - before == 2)
    await database.close()
  }

  @Test("A statement that is new to the connection takes one round trip as well")
  func preparing() async throws {
    let opened = try await OpenedDatabase()
    let relay = try CountingRelay(before: opened.server)
    let database = try PostgreSQLDatabase(relay.address(of: opened.name))
    try await database.write { try $0.run(Self.insert, [.text("a")]) }
    let before = relay.trips
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM item") } == 1)
    #expect(relay.trips - before == 3)
    await database.close()
  }
}

@Suite("Statements that run together")
struct TogetherTests {
  @Test("A batch returns how many rows each of its statements changed")
  func changes() async throws {
    let opened = try await OpenedDatabase()
    let changes = try await opened.database.write { connection in
      [
        try connection.run([BoundStatement]()),
        try connection.run([
          BoundStatement("INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, $1)", [.null]),
          BoundStatement("UPDATE item SET value = $2 WHERE id > $1", [.integer(1), .text("z")]),
          BoundStatement("SELECT id FROM item", []),
          BoundStatement("DELETE FROM item WHERE id = $1 RETURNING id", [.integer(9)]),
        ]),
        try connection.run([BoundStatement("DELETE FROM item", [])]),
      ]
    }
    #expect(changes == [[], [3, 2, 0, 0], [3]])
  }

  @Test("A batch ends with the first refused statement, which the error names", arguments: 0..<3)
  func refused(_ position: Int) async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let process = try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a')")
      return try connection.integer("SELECT pg_backend_pid()")
    }
    let statements = (0..<3).map { number in
      BoundStatement("INSERT INTO item VALUES (\(number == position ? 1 : number + 2), $1)", [.text("b\(number)")])
    }
    let failure = try await caught(DatabaseFailure.self) {
      try await opened.database.write { _ = try $0.run(statements) }
    }
    #expect(failure.sqlState == "23505" && failure.statement == "INSERT INTO item VALUES (1, $1)")
    #expect(try await opened.count() == 1)
    #expect(try await opened.database.read { try $0.integer("SELECT pg_backend_pid()") } == process)
  }

  @Test("A batch with an invalid statement or a missing value does not run")
  func wrong() async throws {
    let opened = try await OpenedDatabase()
    let good = BoundStatement("INSERT INTO item VALUES (1, 'a')", [])
    for bad in [BoundStatement("INSERT INTO nothing VALUES (1)", []), BoundStatement("SELECT $1::bigint", [])] {
      await #expect(throws: DatabaseFailure.self) { try await opened.database.write { _ = try $0.run([good, bad]) } }
    }
    #expect(try await opened.count() == 0)
  }

  @Test("A batch can run between the rows of a query")
  func betweenRows() async throws {
    let opened = try await OpenedDatabase()
    let seen = try await opened.database.write { connection in
      var seen: [Int64] = []
      try connection.each("SELECT number FROM generate_series(1, 2000) AS number", []) { row in
        seen.append(row.integer(0))
        guard row.integer(0) <= 3 else { return }
        try connection.run([
          BoundStatement("INSERT INTO item (value) VALUES ($1)", [.text("a")]),
          BoundStatement("UPDATE item SET value = $1", [.text("b")]),
        ])
      }
      return seen
    }
    #expect(seen == Array(1...2000))
    #expect(try await opened.count() == 3)
  }

  @Test("A batch may have many statements and large values")
  func many() async throws {
    let opened = try await OpenedDatabase()
    let value = String(repeating: "x", count: 100_000)
    let statements = (0..<200).map { (number: Int64) in
      BoundStatement("INSERT INTO item VALUES ($1, $2) RETURNING value", [.integer(number), .text(value)])
    }
    let changes = try await opened.database.write { try $0.run(statements) }
    #expect(changes == [Int](repeating: 1, count: 200))
  }
}

@Suite("A transaction that does not begin")
struct BeginningTests {
  @Test("A transaction that cannot begin runs nothing, also if its body goes on")
  func refused() async throws {
    let opened = try await OpenedDatabase()
    // The server refuses the setting.
    let other = try opened.other { $0.lockMilliseconds = .max }
    for isRead in [true, false] {
      let body = { @Sendable (connection: any DatabaseConnection) in
        for _ in 1...2 {
          #expect(throws: DatabaseFailure.self) { try connection.run("INSERT INTO item (value) VALUES ('a')") }
        }
      }
      await #expect(throws: DatabaseFailure.self) {
        if isRead { try await other.read(body) } else { try await other.write(body) }
      }
    }
    #expect(try await opened.count() == 0)
  }

  @Test("A transaction on a closed connection is run on another one, and its body only once")
  func closed() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let runs = RunCount()
    let body = { @Sendable (connection: any DatabaseConnection) throws in
      runs.add()
      try connection.run("INSERT INTO item (value) VALUES ('a')")
    }
    for isDry in [true, false] {
      runs.reset()
      try opened.server.psql(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(opened.name)'")
      if isDry {
        try await opened.database.dryRun(body)
      } else {
        try await opened.database.writeExclusively("a", body)
      }
      #expect(runs.value == 1)
    }
    #expect(try await opened.count() == 1)
  }
}

@Suite("Writers of different rows")
struct WritersTests {
  @Test("Writers of different rows of a small table do not conflict")
  func smallTable() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { try $0.run("INSERT INTO item VALUES (1, 'a'), (2, 'b')") }
    // With its statistics the server would rather read the table as a whole.
    try opened.server.psql("ANALYZE item", database: opened.name)
    let gate = ThreadGate(2)
    let runs = RunCount()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id: Int64 in [1, 2] {
        group.addTask {
          try await opened.database.write { connection in
            runs.add()
            _ = try connection.integer("SELECT COUNT(*) FROM item WHERE id = $1", [.integer(id)])
            gate.pass()
            try connection.run("UPDATE item SET value = value || 'x' WHERE id = $1", [.integer(id)])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(runs.value == 2)
  }
}

private final class RunCount: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func add() { count.withLock { $0 += 1 } }

  func reset() { count.withLock { $0 = 0 } }
}
