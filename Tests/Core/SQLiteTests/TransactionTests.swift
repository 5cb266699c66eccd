import Basics
import Dispatch
import Foundation
import SQL
import Support
import Testing
import Workload

@testable import SQLite

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

  @Test("throws what its body threw, also when it cannot be rolled back, and its connection is known to be in it")
  func failedRollback() throws {
    let directory = try ScratchDirectory()
    let connection = try SQLiteConnection(
      path: directory.url.appendingPathComponent("items.sqlite").path, role: .writer, busyMilliseconds: 50)
    // An interruption lasts as long as a statement runs: the rows of this one are still being read.
    try? connection.each("VALUES (1), (2)", []) { _ in
      #expect(throws: Regret.self) {
        try connection.transaction("BEGIN IMMEDIATE") { _ in
          connection.interruption()
          throw Regret()
        }
      }
      #expect(throws: DatabaseFailure.self) { try connection.run("ROLLBACK", []) }
      #expect(connection.isInTransaction)
    }
    try connection.run("ROLLBACK", [])
    #expect(!connection.isInTransaction)
  }

  @Test("A transaction goes on after a refused statement whose error the body catches")
  func rejectedStatement() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a')")
      #expect(throws: DatabaseFailure.self) { try connection.run("INSERT INTO item VALUES (1, 'b')") }
    }
    #expect(try await opened.count() == 1)
  }

  @Test("A transaction throws when its body ends it with ROLLBACK")
  func endedInside() async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item VALUES (1, 'a')")
        try connection.run("ROLLBACK")
      }
    }
    #expect(try await opened.count() == 0)
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
    // Another reader sees the commit while the first reader is still in its transaction.
    #expect(try await opened.count() == 1)
    written.signal()
    #expect(try await counts == [0, 0])
  }

  @Test("A transaction that reads may not write")
  func readOnly() async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DomainError.self) {
      try await opened.database.read { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    }
    #expect(try await opened.count() == 0)
  }

  @Test("A transaction keeps references whole")
  func foreignKeys() async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("CREATE TABLE part (item INTEGER NOT NULL REFERENCES item (id))")
        try connection.run("INSERT INTO part VALUES (7)")
      }
    }
  }
}
