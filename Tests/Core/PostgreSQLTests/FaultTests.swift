import Basics
import Dispatch
import Foundation
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A server that fails")
struct FaultTests {
  private static func insert(_ database: PostgreSQLDatabase) async throws {
    try await database.write { _ = try $0.run("INSERT INTO item (value) VALUES ('a')") }
  }

  private static func terminateAll(_ opened: OpenedDatabase) throws {
    try opened.server.psql(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(opened.name)'")
  }

  @Test("A server that fails while connections are idle is not noticed by callers")
  func idle() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 3 }
    for _ in 0..<5 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 { group.addTask { _ = try await opened.count() } }
        try await group.waitForAll()
      }
      try Self.terminateAll(opened)
      try await Self.insert(opened.database)
      try Self.terminateAll(opened)
      _ = try await opened.database.dataVersion()
    }
    #expect(try await opened.count() == 5)
  }

  @Test("A failure within a transaction keeps nothing of it, and the next call is served")
  func middle() async throws {
    let opened = try await OpenedDatabase()
    for isRead in [true, false] {
      let body = { @Sendable (connection: any DatabaseConnection) throws in
        if !isRead { try connection.run("INSERT INTO item (value) VALUES ('a')") }
        try Self.terminateAll(opened)
        _ = try connection.integer("SELECT COUNT(*) FROM item")
      }
      let refused = try await domainError {
        if isRead { try await opened.database.read(body) } else { try await opened.database.write(body) }
      }
      #expect((refused.kind, refused.code) == (.unavailable, "database-connection-lost"))
      #expect(refused.condition?.subject == .database)
      #expect(try await opened.count() == 0)
    }
  }

  @Test("A failure before the commit keeps nothing of the transaction")
  func beforeCommit() async throws {
    let opened = try await OpenedDatabase()
    let refused = try await domainError {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item (value) VALUES ('a')")
        try Self.terminateAll(opened)
      }
    }
    #expect(refused.code == "database-connection-lost" || refused.code == "database-outcome-unknown")
    #expect(try await opened.count() == 0)
  }

  @Test("A failure while rows are read is thrown instead of ending the rows")
  func stream() async throws {
    let opened = try await OpenedDatabase(table: false)
    let refused = try await domainError {
      try await opened.database.read { connection in
        var isFirst = true
        try connection.each("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)", []) { _ in
          if isFirst { try Self.terminateAll(opened) }
          isFirst = false
        }
      }
    }
    #expect(refused.code == "database-connection-lost")
  }

  @Test("A failure during a commit leaves the outcome unknown, and nothing is repeated")
  func duringCommit() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      try connection.run(
        """
        CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
        """)
      try connection.run(
        """
        CREATE CONSTRAINT TRIGGER die AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die()
        """)
      try connection.run("CREATE SEQUENCE attempts")
    }
    let refused = try await domainError {
      try await opened.database.write { connection in
        _ = try connection.integer("SELECT nextval('attempts')")
        try connection.run("INSERT INTO item (value) VALUES ('a')")
      }
    }
    #expect((refused.kind, refused.code) == (.unavailable, "database-outcome-unknown"))
    #expect(try await opened.database.read { try $0.integer("SELECT last_value FROM attempts") } == 1)
  }

  @Test("A commit that no standby has confirmed is not acknowledged", arguments: ["cancel", "terminate"])
  func standby(_ end: String) async throws {
    let server = try PostgreSQLServer(settings: ["synchronous_standby_names = 'nobody'"])
    let opened = try await OpenedDatabase(on: server) { $0.statementMilliseconds = 300 }
    let task = Task {
      try await domainError {
        try await opened.database.write { connection in
          try connection.run("SET LOCAL synchronous_commit = on")
          try connection.run("INSERT INTO item (value) VALUES ('a')")
        }
      }
    }
    let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    try await eventually { try server.psql("SELECT COUNT(*) \(waiting)") != "0" }
    // The limit of statements does not end it: that would count as done.
    try await Task.sleep(for: .milliseconds(600))
    #expect(try server.psql("SELECT pg_\(end)_backend(pid) \(waiting)") == "t")
    #expect(try await task.value.code == "database-outcome-unknown")
    #expect(try await opened.count() == 1)
  }

  @Test("Calls that wait for a restarted server are served, and those that wait too long are refused")
  func restart() async throws {
    let server = try PostgreSQLServer()
    let opened = try await OpenedDatabase(on: server) { $0.waitMilliseconds = 10_000 }
    let impatient = try opened.other { $0.waitMilliseconds = 200 }
    try await Self.insert(opened.database)
    try await Self.insert(impatient)
    try server.restart()
    try await Self.insert(opened.database)
    try server.stop()
    for _ in 0..<3 {
      let refused = try await domainError { try await Self.insert(impatient) }
      #expect((refused.kind, refused.code) == (.unavailable, "database-not-opened"))
      #expect(refused.condition?.subject == .database)
    }
    async let waiting: Void = Self.insert(opened.database)
    try await Task.sleep(for: .milliseconds(300))
    try server.start()
    try await waiting
    try await eventually { (try? await Self.insert(impatient)) != nil }
    #expect(try await opened.count() == 5)
  }

  @Test(
    "Calls to a server that has been unreachable for a while are refused at once")
  func failsFast() async throws {
    var options = PostgreSQLOptions()
    options.waitMilliseconds = 300
    let database = try PostgreSQLDatabase("host=/nowhere dbname=a", options: options)
    for _ in 0..<4 { _ = try await domainError { try await Self.insert(database) } }
    let start = ContinuousClock.now
    for _ in 0..<50 { _ = try await domainError { try await Self.insert(database) } }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test("A server without free connections is waited for")
  func tooManyConnections() async throws {
    let server = try PostgreSQLServer(settings: ["max_connections = 4", "superuser_reserved_connections = 0"])
    let opened = try await OpenedDatabase(on: server) {
      $0.maxConnections = 10
      $0.waitMilliseconds = 1500
    }
    await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask { try await opened.database.read { _ = try $0.run("SELECT pg_sleep(0.05)") } }
      }
      // Those that hold the connections keep them; the others are refused as unreachable.
      var codes: Set<String> = []
      while let result = await group.nextResult() {
        if case .failure(let error) = result { codes.insert((error as? DomainError)?.code ?? "\(error)") }
      }
      #expect(codes.isSubset(of: ["database-not-opened"]), "\(codes)")
    }
  }
}
