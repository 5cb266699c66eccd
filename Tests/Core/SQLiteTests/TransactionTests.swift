import Foundation
import SQL
import Support
import Testing
import Workload

@testable import SQLite

@Suite("A transaction")
struct TransactionTests {
  private struct Regret: Error {}

  @Test("A transaction that cannot be rolled back throws its body's error, and its connection stays in it")
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

  @Test("A transaction goes on if its body catches the error of a refused statement")
  func rejectedStatement() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a')")
      let failure = #expect(throws: DatabaseFailure.self) { try connection.run("INSERT INTO item VALUES (1, 'b')") }
      // A primary key that is taken.
      #expect(failure?.code == 1555)
    }
    #expect(try await opened.count() == 1)
  }
}
