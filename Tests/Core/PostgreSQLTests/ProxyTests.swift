import Basics
import PostgreSQL
import SQL
import Support
import Testing

@Suite("Behind PgBouncer in transaction mode")
struct ProxyTests {
  @Test(
    "Prepared statements work on any connection of PgBouncer",
    arguments: [PostgreSQLOptions.StatementNames.automatic, .never])
  func mixed(_ names: PostgreSQLOptions.StatementNames) async throws {
    let opened = try await OpenedDatabase()
    let proxy = try PgBouncer(before: opened.server, connections: 3)
    defer { withExtendedLifetime(proxy) {} }
    var options = PostgreSQLOptions()
    options.statementNames = names
    let nodes = try (0..<3).map { _ in try PostgreSQLDatabase(proxy.address(of: opened.name), options: options) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<150 {
        let node = nodes[number % nodes.count]
        group.addTask {
          try await node.write { connection in
            try connection.run("INSERT INTO item (value) VALUES ($1)", [.text("\(number)")])
            let id = try connection.integer("SELECT id FROM item WHERE value = $1", [.text("\(number)")])
            let text = "SELECT value || $2 FROM item WHERE id = $1 AND \(number % 7) < 7"
            let value = try connection.first(text, [.integer(orNull: id), .text("!")]) { $0.text(0) }
            #expect(value == "\(number)!")
            let update = "UPDATE item SET value = value || $1 WHERE id = $2"
            let together = BoundStatement(update, [.text("?"), .integer(orNull: id)])
            #expect(try connection.run([together, together]) == [1, 1])
          }
          _ = try await node.dataVersion()
        }
      }
      try await group.waitForAll()
    }
    #expect(try await opened.count() == 150)
    for node in nodes { await node.close() }
  }

  @Test("Timeouts apply through PgBouncer, and not to other clients")
  func settings() async throws {
    let opened = try await OpenedDatabase(table: false)
    let proxy = try PgBouncer(before: opened.server, connections: 1)
    defer { withExtendedLifetime(proxy) {} }
    var options = PostgreSQLOptions()
    options.statementMilliseconds = 100
    let one = try PostgreSQLDatabase(proxy.address(of: opened.name), options: options)
    let other = try PostgreSQLDatabase(proxy.address(of: opened.name))
    let refused = try await domainError { try await one.read { _ = try $0.run("SELECT pg_sleep(5)") } }
    #expect(refused.code == "database-timeout")
    let limit = try await other.read { try $0.first("SHOW statement_timeout", []) { $0.text(0) } }
    #expect(limit == "1min")
    let query = "SELECT reset_val::bigint FROM pg_settings WHERE name = 'statement_timeout'"
    let outside = try await other.read { try $0.integer(query) }
    #expect(outside == 0)
  }

  @Test("The statement of a cancelled task is cancelled through PgBouncer")
  func cancellation() async throws {
    let opened = try await OpenedDatabase(table: false)
    let proxy = try PgBouncer(before: opened.server, connections: 1)
    defer { withExtendedLifetime(proxy) {} }
    let database = try PostgreSQLDatabase(proxy.address(of: opened.name))
    let task = Task { try await database.read { _ = try $0.run("SELECT pg_sleep(30)") } }
    let running =
      "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '\(opened.name)' AND query LIKE '%pg_sleep(30)%'"
    try await eventually { try opened.server.psql(running) == "1" }
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(try await database.read { try $0.integer("SELECT 1") } == 1)
  }
}
