import Basics
import Foundation
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A server whose processes are killed or stand still")
struct CrashTests {
  private static func insert(_ value: String, _ database: PostgreSQLDatabase) async throws {
    try await database.write { _ = try $0.run("INSERT INTO item (value) VALUES ($1)", [.text(value)]) }
  }

  /// The processes of the server that serve the database. While it recovers it is asked again.
  private static func backends(_ opened: OpenedDatabase) async throws -> [pid_t] {
    let query = "SELECT pid FROM pg_stat_activity WHERE datname = '\(opened.name)'"
    // The answer that came is kept: the next question may fail again.
    var answer: String?
    try await eventually {
      answer = try? opened.server.psql(query)
      return answer != nil
    }
    return answer?.split(separator: "\n").compactMap { pid_t($0) } ?? []
  }

  /// The server ends all its processes and recovers then: one of them may have damaged the memory that they share.
  @Test("Acknowledged writes survive a killed server process, and all connections come back")
  func killedBackend() async throws {
    let opened = try await OpenedDatabase(on: try PostgreSQLServer(settings: ["synchronous_commit = on"])) {
      $0.maxConnections = 4
      $0.waitMilliseconds = 20_000
    }
    let written = WrittenValues()
    let writers = (0..<4).map { writer in
      Task {
        var number = 0
        while await !written.isOver {
          let value = "\(writer)-\(number)"
          // Refused in the crash, or of unknown outcome.
          if (try? await Self.insert(value, opened.database)) != nil { await written.add(value) }
          number += 1
        }
      }
    }
    for _ in 0..<3 {
      try await written.waitForMore(50)
      kill(try #require(try await Self.backends(opened).first), SIGKILL)
    }
    try await written.waitForMore(50)
    await written.end()
    for writer in writers { await writer.value }
    let stored = try await opened.database.read { connection in
      var values: Set<String> = []
      try connection.each("SELECT value FROM item", []) { values.insert($0.text(0)) }
      return values
    }
    let lost = await written.values.subtracting(stored)
    #expect(lost.isEmpty)
    #expect(try await Self.backends(opened).count <= 4)
  }

  @Test("A connection that hangs at the beginning of a transaction is replaced")
  func silentBackend() async throws {
    let opened = try await OpenedDatabase(on: try PostgreSQLServer()) { $0.statementMilliseconds = 0 }
    try await Self.insert("a", opened.database)
    let stopped = try await Self.backends(opened)
    for process in stopped { kill(process, SIGSTOP) }
    defer { for process in stopped { kill(process, SIGCONT) } }
    try await Self.insert("b", opened.database)
    #expect(try await opened.count() == 2)
  }

  @Test("Writes to a stopped server are unavailable, and succeed when it goes on")
  func silentServer() async throws {
    let server = try PostgreSQLServer()
    let opened = try await OpenedDatabase(on: server) {
      $0.statementMilliseconds = 0
      $0.connectSeconds = 2
    }
    try await Self.insert("a", opened.database)
    let stopped = try await Self.backends(opened) + [try server.mainProcess()]
    for process in stopped { kill(process, SIGSTOP) }
    let refused = try await domainError { try await Self.insert("b", opened.database) }
    for process in stopped { kill(process, SIGCONT) }
    #expect((refused.kind, refused.code) == (.unavailable, "database-not-opened"))
    try await Self.insert("c", opened.database)
    #expect(try await opened.count() == 2)
  }

  @Test("A statement may take longer than the timeout of a stopped server")
  func slowStatement() async throws {
    let opened = try await OpenedDatabase { $0.statementMilliseconds = 0 }
    try await opened.database.write { _ = try $0.run("SELECT pg_sleep(7)") }
  }
}

/// What was acknowledged.
private actor WrittenValues {
  private(set) var values: Set<String> = []
  private(set) var isOver = false

  func add(_ value: String) { values.insert(value) }

  func end() { isOver = true }

  func waitForMore(_ count: Int) async throws {
    let before = values.count
    try await eventually { values.count >= before + count }
  }
}
