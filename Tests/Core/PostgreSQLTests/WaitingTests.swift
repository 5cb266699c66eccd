import Basics
import Dispatch
import PostgreSQL
import SQL
import Support
import Synchronization
import Testing

@Suite("Calls that wait")
struct WaitingTests {
  private static func insert(_ database: PostgreSQLDatabase) async throws {
    try await database.write { _ = try $0.run("INSERT INTO item (value) VALUES ('a')") }
  }

  @Test("Waiting calls take no more connections than allowed and no thread of the task pool")
  func poolBound() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 5 }
    let running = RunningCount()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<30 {
        group.addTask {
          try await opened.database.read { connection in
            running.enter()
            try connection.run("SELECT pg_sleep(0.1)")
            running.leave()
          }
        }
      }
      // The pool of tasks has two threads; five statements that block would hold both.
      let timer = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(20))
      #expect(ContinuousClock.now - timer < .milliseconds(400))
      try await group.waitForAll()
    }
    #expect(running.peak == 5)
    let connections = try opened.server.psql(
      "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '\(opened.name)'")
    #expect((Int(connections) ?? 0) == 5)
    await opened.database.close()
    try await eventually {
      try opened.server.psql("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '\(opened.name)'") == "0"
    }
    #expect(try await opened.count() == 0)
  }

  @Test("Calls that wait too long for a lock are refused as locked")
  func lock() async throws {
    let opened = try await OpenedDatabase { $0.lockMilliseconds = 100 }
    let other = try opened.other()
    let held = await HeldWrite(other) { try $0.run("LOCK TABLE item") }
    let refused = try await domainError { try await Self.insert(opened.database) }
    #expect((refused.kind, refused.code) == (.unavailable, "database-locked"))
    #expect(refused.condition?.message.contains(opened.name) == true && !refused.message.contains(opened.name))
    try await held.commit()
    try await Self.insert(opened.database)
    #expect(try await opened.count() == 1)
  }

  @Test("Both transactions of a deadlock succeed, because one is run again")
  func deadlock() async throws {
    let opened = try await OpenedDatabase { $0.isolation = .readCommitted }
    try await opened.database.write { try $0.run("INSERT INTO item VALUES (1, '0'), (2, '0')") }
    let gate = ThreadGate(2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for order in [[1, 2], [2, 1]] as [[Int64]] {
        group.addTask {
          try await opened.database.write { connection in
            for id in order {
              try connection.run("UPDATE item SET value = value || 'x' WHERE id = $1", [.integer(id)])
              gate.pass()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let values = try await opened.database.read { connection in
      try [1, 2].map { try connection.first("SELECT value FROM item WHERE id = $1", [.integer($0)]) { $0.text(0) } }
    }
    #expect(values == ["0xx", "0xx"])
  }

  @Test("A slow statement is ended after its timeout, as is a body that leaves the server waiting")
  func statementTimeout() async throws {
    let opened = try await OpenedDatabase {
      $0.statementMilliseconds = 100
      $0.idleInTransactionMilliseconds = 100
    }
    let slow = try await domainError { try await opened.database.read { _ = try $0.run("SELECT pg_sleep(5)") } }
    #expect((slow.kind, slow.code) == (.unavailable, "database-timeout"))
    let idle = try await domainError {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item (value) VALUES ('a')")
        Thread.sleep(0.4)
        try connection.run("INSERT INTO item (value) VALUES ('b')")
      }
    }
    #expect(idle.kind == .unavailable && ["database-timeout", "database-connection-lost"].contains(idle.code))
    #expect(try await opened.count() == 0)
  }

  @Test("A call of a cancelled task is ended, and nothing is kept")
  func cancellation() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item (value) VALUES ('a')")
        starting.yield()
        try connection.run("SELECT pg_sleep(30)")
      }
    }
    for await _ in started { break }
    let running =
      "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '\(opened.name)' AND query LIKE '%pg_sleep(30)%'"
    try await eventually { try opened.server.psql(running) == "1" }
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(5))
    for _ in 0..<20 { #expect(try await opened.count() == 0) }
  }

  @Test("A call of a task that was cancelled before is served, since it may be cleaning up")
  func cancelledBefore() async throws {
    let opened = try await OpenedDatabase()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await Self.insert(opened.database)
    }
    task.cancel()
    try await task.value
    #expect(try await opened.count() == 1)
  }
}

/// How many run at the same time.
private final class RunningCount: Sendable {
  private let counts = Mutex((now: 0, peak: 0))

  var peak: Int { counts.withLock { $0.peak } }

  func enter() { counts.withLock { $0 = ($0.now + 1, max($0.peak, $0.now + 1)) } }

  func leave() { counts.withLock { $0.now -= 1 } }
}

private enum Thread {
  static func sleep(_ seconds: Double) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + seconds)
  }
}
